import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isUnreachable, refuseUnknownArchive } from './electron-runtime.mjs'
import { sha512 } from './project.mjs'

it('deletes an archive that is not the one it knows', () => {
  const archive = join(mkdtempSync(join(tmpdir(), 'patchbay-')), 'electron.tgz')
  writeFileSync(archive, 'genuine')
  refuseUnknownArchive(archive, sha512('genuine'))
  expect(existsSync(archive)).toBe(true)

  expect(() => refuseUnknownArchive(archive, sha512('other'))).toThrow(
    /electron.tgz.*sha512 differs/
  )
  expect(existsSync(archive)).toBe(false)
})

it('tells a download that cannot be reached from one that is refused', () => {
  expect(isUnreachable('TypeError: fetch failed')).toBe(true)
  expect(isUnreachable('Error: getaddrinfo ENOTFOUND github.com')).toBe(true)
  expect(isUnreachable('Error: Generated checksum for "electron.zip" did not match')).toBe(false)
})
