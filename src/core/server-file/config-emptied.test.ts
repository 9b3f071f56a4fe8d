import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigFile } from './config-file'

const ONE = '{"mcpServers": {"one": {"command": "x"}}}'
const TWO = '{"mcpServers": {"two": {"command": "x"}}}'

const base = mkdtempSync(join(tmpdir(), 'patchbay-emptied-'))
afterAll(() => rmSync(base, { recursive: true }))

function fresh(owner: 'ours' | 'others' = 'ours') {
  const folder = mkdtempSync(join(base, 'file-'))
  const [path, backup] = [join(folder, 'mcp.json'), join(folder, 'backups', 'copy.json')]
  return { path, open: () => new ConfigFile(path, backup, owner) }
}

describe('A file with servers that was emptied', () => {
  it.each([
    ['ours', ''],
    ['ours', ' \n'],
    ['ours', '// nothing left'],
    ['others', ''],
    ['others', ' \n']
  ] as const)('(%s, %j) is broken, in the next run too, and can be restored', (owner, text) => {
    const { open, path } = fresh(owner)
    const first = open()
    first.read()
    const good = '{"mcpServers":{"a":{"command":"node"}}}'
    first.write(good)
    writeFileSync(path, text)
    for (const file of [first, open()]) {
      const read = file.read()
      expect('fault' in read && read.fault).toMatchObject({ line: 1, column: 1 })
      expect(file.canRestore()).toBe(true)
      expect(() => file.write('{}')).toThrow(/is broken/)
    }
    const next = open()
    next.read()
    next.restore(next.restorable().mark)
    expect([readFileSync(path, 'utf8'), 'document' in next.read()]).toEqual([good, true])
  })

  it.each(['{}', '{"mcpServers": {}}'])('(%j) keeps its copy that holds servers', (text) => {
    const { open, path } = fresh()
    writeFileSync(path, ONE)
    open().read()
    writeFileSync(path, text)
    expect(open().read()).toMatchObject({ text, document: { servers: [] } })
    writeFileSync(path, 'not JSON')
    const file = open()
    file.read()
    expect(file.restorable().good).toBe(ONE)
  })

  it('can be written, and its copy is then what was written', () => {
    const { open, path } = fresh()
    writeFileSync(path, ONE)
    open().read()
    writeFileSync(path, '{}')
    const file = open()
    file.read()
    file.write(TWO)
    writeFileSync(path, 'not JSON')
    expect(file.restorable().good).toBe(TWO)
  })

  it('by us, or of which there never was anything, is not broken', () => {
    const { open, path } = fresh()
    writeFileSync(path, '')
    const file = open()
    expect('document' in file.read()).toBe(true)
    file.write('{"mcpServers":{"a":{"command":"node"}}}')
    file.write('')
    expect('document' in file.read()).toBe(true)
    expect('document' in open().read()).toBe(true)
  })
})
