import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../time/fake-clock'
import { Problems } from '../problems/problems'
import { replaceFile } from './replace-file'
import { writeAtomically } from './atomic-write'
import { StateFile } from './state-file'
import { WriteWatch } from './write-watch'

let profile: string
let watch: WriteWatch
let problems: Problems
let clock: ReturnType<typeof fakeClock>

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'patchbay-watch-'))
  clock = fakeClock()
  problems = new Problems({ clock })
  watch = new WriteWatch({ folder: profile, clock, problems })
})
afterEach(() => {
  watch.stop()
  chmodSync(profile, 0o700)
  rmSync(profile, { recursive: true })
})

const write = (name: string): void => writeAtomically(join(profile, name), '{}')
const attempt = (work: () => void): void => {
  try {
    work()
  } catch {
    // What was written, or not, is what the test looks at.
  }
}

describe('what cannot be kept', () => {
  it('is a problem until that file can be written', async () => {
    mkdirSync(join(profile, 'grants.json'))
    attempt(() => write('grants.json'))
    await replaceFile(join(profile, 'other.json'), 'fine')
    expect(problems.list()).toMatchObject([
      {
        kind: 'storage',
        message: `Cannot write ${join(profile, 'grants.json')}: there is a folder with this name.`,
        action: { kind: 'reveal', path: profile, isEnough: false }
      }
    ])
    clock.pass(60_000)
    expect(problems.list()).toHaveLength(1)
    rmSync(join(profile, 'grants.json'), { recursive: true })
    write('grants.json')
    expect(problems.list()).toEqual([])
    expect(clock.timers.size).toBe(0)
  })

  it('is heard of for files that are written in the background, too', async () => {
    mkdirSync(join(profile, 'arguments.json'))
    await replaceFile(join(profile, 'arguments.json'), 'x').catch(() => undefined)
    expect(problems.list()).toMatchObject([{ kind: 'storage' }])
  })

  it('is nothing to tell when the person has chosen the place', () => {
    attempt(() => writeAtomically('/dev/null/export.json', '{}'))
    expect(problems.list()).toEqual([])
  })

  it('is heard of when not even a lock can be put beside it', () => {
    chmodSync(profile, 0o555)
    const file = new StateFile(join(profile, 'trust.json'), z.object({}), { clock })
    asNobody(() => attempt(() => file.update(() => ({}))))
    expect(problems.list()[0]?.message).toContain('trust.json: you may not write there')
  })

  it('is over as soon as the folder can be written to again, though nobody writes', () => {
    chmodSync(profile, 0o555)
    asNobody(() => {
      attempt(() => write('a.json'))
      clock.pass(10_000)
      expect(problems.list()[0]?.message).toContain('you may not write there')
    })
    chmodSync(profile, 0o777)
    asNobody(() => clock.pass(10_000))
    expect(problems.list()).toEqual([])
    expect(readdirSync(profile)).toEqual([])
  })
})

if (process.platform === 'linux' && process.getuid?.() === 0) {
  describe('a disk that is full', () => {
    it('is a problem until there is room again', () => {
      const disk = join(profile, 'disk')
      mkdirSync(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk])
      try {
        writeFileSync(join(disk, 'ballast'), Buffer.alloc(120 * 1024))
        attempt(() => writeAtomically(join(disk, 'a.json'), 'x'.repeat(20_000)))
        clock.pass(20_000)
        expect(problems.list()[0]?.message).toContain('the disk is full')
        rmSync(join(disk, 'ballast'))
        clock.pass(10_000)
        expect(problems.list()).toEqual([])
      } finally {
        execFileSync('umount', [disk])
      }
    })
  })
}

/** Root may write anywhere, so whoever is root is somebody else for a moment. */
function asNobody(work: () => void): void {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    work()
  } finally {
    process.seteuid?.(0)
  }
}
