import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { profileFault } from './profile-fault'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-profile-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the profile', () => {
  it('is made when it is not there, and nothing is left in it', () => {
    const path = join(folder, 'new', 'profile')
    expect(profileFault(path)).toBeUndefined()
    expect(readdirSync(path)).toEqual([])
  })

  it('that is a file is no profile', () => {
    const path = join(folder, 'file')
    writeFileSync(path, 'mine')
    expect(profileFault(path)).toMatch(/EEXIST|ENOTDIR/)
  })
})
