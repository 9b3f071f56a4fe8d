import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { expectOutside } from './export-place'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-place-'))
afterAll(() => rmSync(folder, { recursive: true }))
const profile = join(folder, 'profile')
mkdirSync(join(profile, 'audit'), { recursive: true })
writeFileSync(join(profile, 'trust.json'), '{}')
symlinkSync(join(profile, 'trust.json'), join(folder, 'link.json'))
symlinkSync(join(profile, 'new.json'), join(folder, 'dangling.json'))
symlinkSync(profile, join(folder, 'elsewhere'))
symlinkSync(join(folder, 'link.json'), join(folder, 'twice.json'))

it.each([
  'profile/trust.json',
  'profile/audit/new.jsonl',
  'profile/../profile/new.jsonl',
  'link.json',
  'twice.json',
  'dangling.json',
  'elsewhere/audit/audit.db'
])('refuses %s, which is in the profile', (path) => {
  expect(() => expectOutside(profile, join(folder, path))).toThrow(/Choose another place/)
  expect(() => expectOutside(join(folder, 'elsewhere'), join(folder, path))).toThrow()
})

it('allows what is beside the profile, also with a name that begins alike', () => {
  mkdirSync(join(folder, 'profile-2'))
  linkSync(join(profile, 'trust.json'), join(folder, 'hard.json'))
  for (const path of [
    'out.jsonl',
    'profile-2/out.jsonl',
    'missing/out.jsonl',
    '..out',
    'hard.json'
  ]) {
    expect(() => expectOutside(profile, join(folder, path))).not.toThrow()
  }
})
