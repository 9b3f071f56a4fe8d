import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { Redactor } from '../redaction/redaction'
import { catalogueFiles } from './catalogue-files'
import { CatalogueMemory } from './catalogue-memory'
import { fakeClock, type FakeClock } from '../time/fake-clock'

const files = ServerId.parse('files')
const echo = { name: 'echo', description: 'Says it', inputSchema: { type: 'object', title: 'x' } }
const add = { name: 'add', description: 'Adds' }

let folder = ''
let complaints: string[] = []
let clock: FakeClock
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-catalogues-'))
  complaints = []
  clock = fakeClock()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As it is after Patchbay has been started again. */
function memory(secrets: readonly string[] = ['hush']): CatalogueMemory {
  const redactor = new Redactor()
  redactor.add(secrets)
  const redact = (json: string): string => redactor.redactJson(json)
  const storage = catalogueFiles(folder, {
    complain: (message) => complaints.push(message),
    onLoss: ({ message }) => complaints.push(message)
  })
  return new CatalogueMemory({ clock, storage, redact })
}

describe('The memory of a catalogue', () => {
  it('marks nothing of a server that is seen for the first time', () => {
    const made = memory()
    made.compare(files, 'tools', [echo, add])
    expect(made.changes(files)).toEqual([])
  })

  it('marks what is new, changed and gone, also when it was seen in another run', () => {
    const first = memory()
    first.compare(files, 'tools', [echo, add])
    first.flush()
    const second = memory()
    second.compare(files, 'tools', [{ ...echo, description: 'Shouts it' }, { name: 'more' }])
    expect(second.changes(files)).toEqual([
      { kind: 'tools', key: 'echo', change: 'changed' },
      { kind: 'tools', key: 'more', change: 'new' },
      { kind: 'tools', key: 'add', change: 'gone' }
    ])
    expect(JSON.parse(second.before(files, 'tools', 'echo') ?? '')).toEqual(echo)
    expect(second.before(files, 'tools', 'more')).toBeUndefined()
  })

  it('takes the same members in another order for the same thing', () => {
    const made = memory()
    made.compare(files, 'tools', [echo])
    const { name, description } = echo
    made.compare(files, 'tools', [
      { inputSchema: { title: 'x', type: 'object' }, description, name }
    ])
    expect(made.changes(files)).toEqual([])
  })

  it('is told what was seen: one thing, or all of them', () => {
    const made = memory()
    made.compare(files, 'tools', [echo])
    made.compare(files, 'prompts', [])
    made.compare(files, 'tools', [add, { ...echo, title: 'Echo' }])
    made.compare(files, 'prompts', [{ name: 'greet' }])
    made.see(files, 'tools', 'echo')
    expect(made.changes(files).map(({ key }) => key)).toEqual(['add', 'greet'])
    made.see(files)
    expect(made.changes(files)).toEqual([])
    made.compare(files, 'tools', [])
    expect(made.changes(files)).toHaveLength(2)
  })

  it('writes once for many changes, and only to a file that nobody else reads', () => {
    const made = memory()
    made.compare(files, 'tools', [echo])
    made.compare(files, 'prompts', [])
    expect(readdirSync(folder)).toEqual([])
    clock.pass(1_000)
    const [name = ''] = readdirSync(folder)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(clock.timers.size).toBe(0)
  })

  it('writes down no secret', () => {
    const made = memory()
    made.compare(files, 'tools', [{ name: 'login', description: 'with hush' }])
    made.flush()
    const [name = ''] = readdirSync(folder)
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('hush')
    const next = memory()
    next.compare(files, 'tools', [{ name: 'login', description: 'with hush' }])
    expect(next.changes(files)).toEqual([])
  })

  it('knows things again whose names hold a secret, and numbers in which one is found', () => {
    const tools = [
      { name: 'deploy_hush', description: 'to hush', port: 80800 },
      { name: 'stop_hush' },
      { name: 'plain' }
    ]
    const first = memory(['hush', '8080'])
    first.compare(files, 'tools', tools)
    first.flush()
    const [name = ''] = readdirSync(folder)
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('hush')
    const second = memory(['hush', '8080'])
    second.compare(files, 'tools', tools)
    expect(second.changes(files)).toEqual([])
    const third = memory(['hush', '8080'])
    third.compare(files, 'tools', [tools[0] ?? add, tools[2] ?? add])
    expect(third.changes(files)).toEqual([
      { kind: 'tools', key: expect.stringMatching(/^stop_•••#/) as string, change: 'gone' }
    ])
    third.see(files)
    third.flush()
    const last = memory([])
    last.compare(files, 'tools', [tools[0] ?? add, tools[2] ?? add])
    expect(last.changes(files).filter(({ change }) => change !== 'changed')).toEqual([])
  })

  it('stays within its bounds, and still knows what has changed', () => {
    const big = Array.from({ length: 300 }, (_, n) => ({ name: `t${n}`, pad: '"'.repeat(20_000) }))
    const made = memory()
    made.compare(files, 'tools', [...big, echo])
    made.flush()
    const [name = ''] = readdirSync(folder)
    expect(statSync(join(folder, name)).size).toBeLessThan(2.2 * 1024 * 1024)
    const next = memory()
    next.compare(files, 'tools', [...big.slice(1), { name: 't0', pad: '' }, echo])
    expect(next.changes(files)).toEqual([{ kind: 'tools', key: 't0', change: 'changed' }])
    expect(next.before(files, 'tools', 'echo')).toBe(JSON.stringify(echo))
  })

  it('reports no more changes than anyone can look at', () => {
    const made = memory()
    made.compare(files, 'tools', [])
    made.compare(
      files,
      'tools',
      Array.from({ length: 2_000 }, (_, n) => ({ name: `t${n}` }))
    )
    expect(made.changes(files)).toHaveLength(500)
  })

  it('begins anew when its file is broken', () => {
    const first = memory()
    first.compare(files, 'tools', [echo])
    first.flush()
    const [name = ''] = readdirSync(folder)
    writeFileSync(join(folder, name), '{"tools":[1,[2],["echo"')
    const second = memory()
    second.compare(files, 'tools', [add])
    expect(second.changes(files)).toEqual([])
  })

  it('survives what is nested too deeply to be written down', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const made = memory()
    made.compare(files, 'tools', [{ name: 'deep', deep }])
    made.compare(files, 'tools', [{ name: 'deep', deep }])
    made.flush()
    expect([made.changes(files), complaints]).toEqual([[], []])
  })
})
