import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StateFile } from './state-file'

const schema = z.object({ width: z.number() })
const fresh = () => join(mkdtempSync(join(tmpdir(), 'patchbay-')), 'deep', 'window.json')

describe('StateFile', () => {
  it('reads back what it wrote, for the person only', () => {
    const path = fresh()
    new StateFile(path, schema).write({ width: 7 })
    expect(new StateFile(path, schema).read({ width: 0 })).toEqual({ width: 7 })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(path, '..'))).toEqual(['window.json'])
  })

  it.each(['', '{"width":', '{"width":"7"}', '[]', 'null'])(
    'falls back when the file holds %j, and leaves the file alone',
    (text) => {
      const path = fresh()
      const file = new StateFile(path, schema)
      file.write({ width: 7 })
      writeFileSync(path, text)
      expect(file.read({ width: 1 })).toEqual({ width: 1 })
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  )

  it('says which file it could not write', () => {
    expect(() => new StateFile('/dev/null/window.json', schema).write({ width: 1 })).toThrow(
      /Cannot write \/dev\/null\/window\.json: /
    )
  })
})
