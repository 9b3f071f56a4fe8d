/**
 * What the command line of commit 75253482 exported from a profile of its time is what this one
 * exports, byte for byte. That version had no table of calls, and this one only reads here.
 */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { folder, patchbay, tidy } from './testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

const OLD = resolve('e2e/old-profile')
const profile = join(folder, 'old-profile')
cpSync(join(OLD, 'profile'), profile, { recursive: true })

it.each([
  ['run.jsonl', ['traffic', '--recording', '1']],
  ['run.har', ['traffic', '--recording', '1']],
  ['run.md', ['traffic', '--recording', '1']],
  ['imported.jsonl', ['traffic', '--recording', '2']],
  ['audit.jsonl', ['audit']]
])(
  'exports %s as the version before the table of calls did',
  async (name, [what = '', ...more]) => {
    const out = join(folder, name)
    const { code } = await patchbay([what, 'export', out, ...more, '--profile', profile])
    expect(code).toBe(0)
    expect(readFileSync(out).equals(readFileSync(join(OLD, 'exports', name)))).toBe(true)
  }
)

it('verifies its audit log', async () => {
  const { stdout } = await patchbay(['audit', 'verify', '--profile', profile])
  expect(stdout).toContain('Intact: 31 records.')
})

it('leaves an older profile as it is', () => {
  const filesIn = (place: string): readonly string[] =>
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.endsWith('-wal') && !path.endsWith('-shm'))
      .toSorted()
  expect(filesIn(profile)).toEqual(filesIn(join(OLD, 'profile')))
})
