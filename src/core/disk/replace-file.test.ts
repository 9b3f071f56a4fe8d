import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { open } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { writeAtomically } from './atomic-write'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { replaceFile, replaceInParts } from './replace-file'

const base = mkdtempSync(join(tmpdir(), 'patchbay-replace-'))
let folders = 0

function fresh(): string {
  const folder = join(base, String(++folders))
  mkdirSync(folder)
  return folder
}

/** What all handles of files have in common. */
async function handles(): Promise<{ sync: () => Promise<void> }> {
  const handle = await open(base, 'r')
  await handle.close()
  return Object.getPrototypeOf(handle) as { sync: () => Promise<void> }
}

afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(base, { recursive: true }))

describe('replaceFile', () => {
  it('writes for the person only, in a folder that need not be there, and leaves nothing else', async () => {
    const folder = join(fresh(), 'deep', 'er')
    const path = join(folder, 'a.json')
    await replaceFile(path, 'one')
    await replaceFile(path, Buffer.from('zwei €'))
    expect(readFileSync(path, 'utf8')).toBe('zwei €')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  it('has the file and its folder safe on the disk before it says that it is done', async () => {
    const sync = vi.spyOn(await handles(), 'sync')
    await replaceFile(join(fresh(), 'a.json'), 'one')
    expect(sync).toHaveBeenCalledTimes(process.platform === 'win32' ? 1 : 2)
  })

  it('lets others go on while it writes much', async () => {
    const path = join(fresh(), 'large')
    let turns = 0
    let isDone = false
    const turn = (): void => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    await replaceFile(path, Buffer.alloc(30_000_000))
    isDone = true
    expect(turns).toBeGreaterThan(1)
    expect(statSync(path).size).toBe(30_000_000)
  })

  it('writes through a link, and keeps the mode of what is there', async () => {
    const folder = fresh()
    const target = join(folder, 'target.json')
    writeFileSync(target, 'one')
    chmodSync(target, 0o644)
    symlinkSync('target.json', join(folder, 'link'))
    await replaceFile(join(folder, 'link'), 'two')
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    expect([readFileSync(target, 'utf8'), statSync(target).mode & 0o777]).toEqual(['two', 0o644])
  })

  it('removes what a writer left behind that is gone, and not what is being written', async () => {
    const folder = fresh()
    const path = join(folder, 'a.json')
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    writeFileSync(join(folder, `.a.json.${gone}-0123456789ab.new`), '')
    const many = Array.from({ length: 5 }, (_, number) => replaceFile(path, `text ${number}`))
    writeAtomically(path, 'at once')
    await Promise.all(many)
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(readFileSync(path, 'utf8')).toMatch(/^text \d$/)
  })

  it('says why it cannot, and leaves nothing behind', async () => {
    const folder = fresh()
    mkdirSync(join(folder, 'folder'))
    await expect(replaceFile(join(folder, 'folder'), 'x')).rejects.toMatchObject({
      code: 'STORAGE',
      message: `Cannot write ${join(folder, 'folder')}: there is a folder with this name.`
    })
    expect(readdirSync(folder)).toEqual(['folder'])
  })

  it('says that there is no folder on the way', async () => {
    const folder = fresh()
    writeFileSync(join(folder, 'file'), 'x')
    for (const below of ['a', join('a', 'b')]) {
      const path = join(folder, 'file', below)
      await expect(replaceFile(path, 'y')).rejects.toMatchObject({
        code: 'STORAGE',
        message: `Cannot write ${path}: a part of this path is not a folder.`
      })
    }
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('x')
  })
})

describe('replaceInParts', () => {
  it('writes one part after the other, and is there when all of it is', async () => {
    const folder = fresh()
    const path = join(folder, 'a.txt')
    writeFileSync(path, 'before', { mode: 0o644 })
    const seen = await replaceInParts(path, async (append) => {
      await append('one ')
      await append(Buffer.from('zwei €'))
      return readFileSync(path, 'utf8')
    })
    expect([seen, readFileSync(path, 'utf8')]).toEqual(['before', 'one zwei €'])
    expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['a.txt']])
  })

  it('makes no folder, and says that there is none', async () => {
    const folder = fresh()
    const path = join(folder, 'no', 'a.txt')
    await expect(replaceInParts(path, (append) => append('x'))).rejects.toMatchObject({
      code: 'STORAGE',
      message: `Cannot write ${path}: its folder is not there.`
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('passes on what went wrong with what was to be written', async () => {
    const folder = fresh()
    const gone = new WorkbenchError(WorkbenchErrorCode.NotFound, 'It is gone.')
    await expect(replaceInParts(join(folder, 'a'), () => Promise.reject(gone))).rejects.toBe(gone)
    expect(readdirSync(folder)).toEqual([])
  })

  it('writes into what is no file and cannot be replaced', async () => {
    await replaceInParts(devNull, (append) => append('x'))
    expect(statSync(devNull).isFile()).toBe(false)
  })
})
