import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isStampCurrent, readSources, writeStamp } from './source-stamp.mjs'

let folder
let stamp

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-sources-'))
  stamp = join(folder, 'stamp')
  mkdirSync(join(folder, 'src', 'inner'), { recursive: true })
  const files = [
    'electron.vite.config.ts',
    'tsconfig.base.json',
    'package.json',
    'package-lock.json',
    'src/inner/a.ts'
  ]
  for (const file of files) write(file, file)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(file, text) {
  writeFileSync(join(folder, file), text)
}

/** As after a build that began long after the last change, so that only times are asked for. */
function stampInAnHour() {
  writeStamp(stamp, { ...readSources(folder), readAtMs: Date.now() + 3_600_000 })
}

it('is not current before there was a build', () => {
  expect(isStampCurrent(stamp, folder)).toBe(false)
})

it('stays current as long as nothing changes', () => {
  writeStamp(stamp, readSources(folder))
  expect([isStampCurrent(stamp, folder), isStampCurrent(stamp, folder)]).toEqual([true, true])
})

it('does not read the sources again when none has changed since', () => {
  stampInAnHour()
  writeFileSync(stamp, 'not their hash')
  utimesSync(stamp, Date.now() / 1000 + 3_600, Date.now() / 1000 + 3_600)
  expect(isStampCurrent(stamp, folder)).toBe(true)
})

it.each([
  ['a file that was changed', () => write('src/inner/a.ts', 'b')],
  ['a file that came', () => write('src/inner/b.ts', 'b')],
  ['a file that went', () => rmSync(join(folder, 'src/inner/a.ts'))],
  ['another lockfile', () => write('package-lock.json', 'b')]
])('notices %s', (_what, change) => {
  writeStamp(stamp, readSources(folder))
  change()
  expect(isStampCurrent(stamp, folder)).toBe(false)
})

it('notices a change that claims to be old', () => {
  writeStamp(stamp, readSources(folder))
  write('src/inner/a.ts', 'b')
  utimesSync(join(folder, 'src/inner/a.ts'), 1, 1)
  expect(isStampCurrent(stamp, folder)).toBe(false)
})

it('notices what was changed while the build ran', () => {
  const sources = readSources(folder)
  write('src/inner/a.ts', 'b')
  writeStamp(stamp, sources)
  expect(isStampCurrent(stamp, folder)).toBe(false)
})

it('is current for files that were written anew with the same text', () => {
  writeStamp(stamp, readSources(folder))
  write('src/inner/a.ts', 'src/inner/a.ts')
  expect(isStampCurrent(stamp, folder)).toBe(true)
})

it('takes no notice of tests', () => {
  writeStamp(stamp, readSources(folder))
  write('src/inner/a.test.ts', 'b')
  expect(isStampCurrent(stamp, folder)).toBe(true)
})
