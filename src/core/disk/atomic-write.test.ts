import { execFileSync, spawnSync } from 'node:child_process'
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
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeAtomically } from './atomic-write'

const base = mkdtempSync(join(tmpdir(), 'patchbay-atomic-'))
const mounts: string[] = []
const NOBODY = 65_534
let folders = 0

function fresh(): string {
  const folder = join(base, String(++folders))
  mkdirSync(folder)
  return folder
}

/** Who may have a disk of their own. Nobody else can fill one, or make one that can only be read. */
const MAY_MOUNT = process.platform === 'linux' && process.getuid?.() === 0

function smallDisk(): string {
  const folder = fresh()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  mounts.push(folder)
  return folder
}

/** Root may write anywhere, so it has to be somebody else for a moment. */
function asNobody(work: () => void): void {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(NOBODY)
  try {
    work()
  } finally {
    process.seteuid?.(0)
  }
}

afterAll(() => {
  for (const folder of mounts) spawnSync('umount', [folder])
  rmSync(base, { recursive: true })
})

describe('writeAtomically', () => {
  it('writes for the person only, in a folder that need not be there, and leaves nothing else', () => {
    const folder = join(fresh(), 'deep', 'er')
    const path = join(folder, 'a.json')
    writeAtomically(path, 'one')
    writeAtomically(path, 'zwei €')
    expect(readFileSync(path, 'utf8')).toBe('zwei €')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  it.each([0o644, 0o664, 0o400])('keeps the mode %o of a file that is there', (mode) => {
    const path = join(fresh(), 'a.json')
    writeFileSync(path, 'one')
    chmodSync(path, mode)
    writeAtomically(path, 'two')
    expect(statSync(path).mode & 0o777).toBe(mode)
    expect(readFileSync(path, 'utf8')).toBe('two')
  })

  it.each(['there', 'missing'])('writes through links to a file that is %s', (state) => {
    const folder = fresh()
    const target = join(fresh(), 'target.json')
    if (state === 'there') writeFileSync(target, 'one')
    symlinkSync(target, join(folder, 'middle'))
    symlinkSync('middle', join(folder, 'link'))
    writeAtomically(join(folder, 'link'), 'two')
    expect(readFileSync(target, 'utf8')).toBe('two')
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['link', 'middle'])
  })

  it('refuses a link that leads to itself, a folder and a device', () => {
    const folder = fresh()
    symlinkSync('loop', join(folder, 'loop'))
    symlinkSync('/dev/null', join(folder, 'device'))
    mkdirSync(join(folder, 'folder'))
    expect(() => writeAtomically(join(folder, 'loop'), 'x')).toThrow('too many links')
    expect(() => writeAtomically(join(folder, 'device'), 'x')).toThrow('not an ordinary file')
    expect(() => writeAtomically(join(folder, 'folder'), 'x')).toThrow('there is a folder')
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('removes what a writer left behind that is gone, and nothing else', () => {
    const folder = fresh()
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    const stray = `.a.json.${gone}-0123456789ab.new`
    const old = `.a.json.${process.ppid}-0123456789ab.new`
    const kept = [
      `.a.json.${process.ppid}-ba9876543210.new`,
      `.b.json.${gone}-0123456789ab.new`,
      '.a.json.mine.new'
    ]
    for (const name of [stray, old, ...kept]) writeFileSync(join(folder, name), '')
    utimesSync(join(folder, old), 1, 1)
    writeAtomically(join(folder, 'a.json'), 'x')
    expect(readdirSync(folder).toSorted()).toEqual([...kept, 'a.json'].toSorted())
  })

  it('says that one may not write there, and leaves the old file alone', () => {
    chmodSync(base, 0o755)
    const folder = fresh()
    const path = join(folder, 'a.json')
    writeFileSync(path, 'old')
    chmodSync(folder, 0o555)
    asNobody(() => {
      expect(() => writeAtomically(path, 'new')).toThrow(
        expect.objectContaining({
          code: 'STORAGE',
          message: `Cannot write ${path}: you may not write there. Change the permissions of the folder and try again.`
        })
      )
    })
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  if (MAY_MOUNT) {
    it('says that the disk is full, leaves the old file alone, and works again with space', () => {
      const folder = smallDisk()
      const path = join(folder, 'a.json')
      writeAtomically(path, 'old')
      expect(() => writeAtomically(path, 'x'.repeat(200_000))).toThrow(
        `Cannot write ${path}: the disk is full. Free some space and try again; what was there before is unchanged.`
      )
      expect(readFileSync(path, 'utf8')).toBe('old')
      expect(readdirSync(folder)).toEqual(['a.json'])
      writeAtomically(path, 'new')
      expect(readFileSync(path, 'utf8')).toBe('new')
    })

    it('says that the disk can only be read', () => {
      const folder = smallDisk()
      const path = join(folder, 'a.json')
      writeAtomically(path, 'old')
      execFileSync('mount', ['-o', 'remount,ro', folder])
      expect(() => writeAtomically(path, 'new')).toThrow('the disk can only be read.')
      expect(readFileSync(path, 'utf8')).toBe('old')
    })
  }
})
