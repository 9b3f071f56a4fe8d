import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { watchFile } from './watch-file'

const base = mkdtempSync(join(tmpdir(), 'patchbay-watch-file-'))
const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))
afterAll(() => rmSync(base, { recursive: true }))
let folders = 0

function fresh(): string {
  const folder = join(base, String(++folders))
  mkdirSync(folder)
  return folder
}

/** How often it was said that the file may have changed, and a way to wait for once more. */
function watched(path: string) {
  let said = 0
  stops.push(watchFile(path, () => void (said += 1)))
  return async (change: () => void): Promise<void> => {
    const before = said
    change()
    await vi.waitFor(() => expect(said).toBeGreaterThan(before), { timeout: 10_000 })
  }
}

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

it('says when a file appears, is written, replaced or removed', async () => {
  const path = join(fresh(), 'mcp.json')
  const isSaid = watched(path)
  await isSaid(() => writeFileSync(path, 'one'))
  await isSaid(() => writeFileSync(path, 'two'))
  await isSaid(() => replace(path, 'three'))
  await isSaid(() => rmSync(path))
})

it('says when the file changes that links lead to, however many they are', async () => {
  const target = join(fresh(), 'mine.json')
  const middle = join(fresh(), 'middle.json')
  const path = join(fresh(), 'mcp.json')
  writeFileSync(target, 'one')
  symlinkSync(target, middle)
  symlinkSync(middle, path)
  const isSaid = watched(path)
  await isSaid(() => writeFileSync(target, 'two'))
  await isSaid(() => replace(target, 'three'))
  await isSaid(() => rmSync(middle))
})

it('says when a link leads elsewhere, and follows it there', async () => {
  const [first, second] = [join(fresh(), 'a.json'), join(fresh(), 'b.json')]
  const path = join(fresh(), 'mcp.json')
  writeFileSync(first, 'one')
  writeFileSync(second, 'two')
  symlinkSync(first, path)
  const isSaid = watched(path)
  await isSaid(() => {
    symlinkSync(second, `${path}.new`)
    renameSync(`${path}.new`, path)
  })
  await isSaid(() => writeFileSync(second, 'three'))
})

it('says nothing of other files beside it, and nothing more once it is stopped', async () => {
  const target = join(fresh(), 'mine.json')
  const path = join(fresh(), 'mcp.json')
  writeFileSync(target, 'one')
  symlinkSync(target, path)
  let said = 0
  const stop = watchFile(path, () => void (said += 1))
  const isOtherSaid = watched(join(target, '..', 'other.json'))
  await isOtherSaid(() => writeFileSync(join(target, '..', 'other.json'), 'x'))
  expect(said).toBe(0)
  stop()
  const isTargetSaid = watched(target)
  await isTargetSaid(() => writeFileSync(target, 'two'))
  expect(said).toBe(0)
})
