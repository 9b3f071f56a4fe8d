import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tool } from '../../shared/calls/catalogue'
import { ServerId } from '../../shared/protocol/ids'
import { catalogueFiles } from '../catalogue/catalogue-files'
import { fakeClock } from '../time/fake-clock'
import { faultServer } from '../workbench/fault-testing'
import { readList } from '../catalogue/lists'
import { Policies } from './policies'
import { ApprovedThings, withLostThings } from './approved-things'

const SERVER = ServerId.parse('user:a')
const tool = (name: string, description = 'Reads'): Tool => ({
  name,
  description,
  inputSchema: { type: 'object' }
})

describe('what a tool was', () => {
  let folder = ''
  const lost: ServerId[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-approved-'))
    lost.length = 0
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const open = (): ApprovedThings =>
    new ApprovedThings({
      clock: fakeClock(),
      storage: catalogueFiles(folder, {
        complain: () => undefined,
        repaired: withLostThings,
        onLoss: (_loss, serverId) => void lost.push(serverId)
      })
    })

  it.each([
    ['torn', '{ "tools": ['],
    ['of another kind', '[]'],
    ['far too long', ' '.repeat(17 * 1024 * 1024)]
  ])('is not known, and each is shown before it is called, when its file is %s', (_how, text) => {
    const first = open()
    first.look(SERVER, { tools: [tool('read'), tool('write')] })
    first.flush()
    const [file = ''] = readdirSync(folder)
    writeFileSync(join(folder, file), text)
    const next = open()
    next.look(SERVER, { tools: [tool('read'), tool('write')] })
    expect(lost).toEqual([SERVER])
    expect(next.toolChange(SERVER, tool('read'))).toEqual({ after: JSON.stringify(tool('read')) })
    next.approve(SERVER, tool('read'), undefined)
    next.flush()
    const third = open()
    third.look(SERVER, { tools: [tool('read'), tool('write')] })
    expect(['read', 'write'].map((name) => third.toolChange(SERVER, tool(name)))).toEqual([
      undefined,
      { after: JSON.stringify(tool('write')) }
    ])
    expect(lost).toEqual([SERVER])
  })

  it('is not forgotten because of others that have endless names', () => {
    const first = open()
    const endless = Array.from({ length: 17 }, (_, n) => tool(`${n}`.padEnd(1024 * 1024, 'x')))
    first.look(SERVER, { tools: [tool('read'), ...endless] })
    first.flush()
    const [file = ''] = readdirSync(folder)
    expect(statSync(join(folder, file)).size).toBeLessThan(16 * 1024 * 1024)
    const next = open()
    next.look(SERVER, { tools: [tool('read', 'Sends it elsewhere'), ...endless] })
    expect(next.toolChange(SERVER, tool('read', 'Sends it elsewhere'))).toBeDefined()
    expect(next.toolChange(SERVER, endless[3] ?? tool(''))).toBeUndefined()
    expect(lost).toEqual([])
  })

  it('is not taken for that of a tool with a hidden name, whatever a tool is called', () => {
    const digest = createHash('sha256').update('tool read', 'utf16le').digest('hex').slice(0, 16)
    const name = `wipe •••#${digest}`
    const first = open()
    first.look(SERVER, { tools: [tool(name)] })
    first.flush()
    for (const approved of [first, open()]) {
      approved.look(SERVER, { tools: [tool('read')] })
      const changed = tool(name, 'Sends it elsewhere')
      approved.look(SERVER, { tools: [changed, tool('read')] })
      expect(approved.toolChange(SERVER, changed)).toBeDefined()
    }
    // The command line looks at nothing before.
    expect(open().toolChange(SERVER, tool(name, 'Sends it elsewhere'))).toBeDefined()
    expect(open().toolChange(SERVER, tool(name))).toBeUndefined()
  })

  it('is told apart also by what is nested too deeply to be shown', async () => {
    const deep = (text: string): unknown => {
      let schema: unknown = { description: text }
      for (let level = 0; level < 250; level++) schema = { properties: schema }
      return { ...tool('deep'), inputSchema: schema }
    }
    const listed = async (text: string): Promise<Tool> => {
      const result = { tools: [deep(text)] }
      const { items } = await readList('tools', async () => ({ kind: 'result', result }))
      return items[0] as Tool
    }
    const approved = open()
    approved.look(SERVER, { tools: [await listed('Reads')] })
    expect(approved.toolChange(SERVER, await listed('Reads'))).toBeUndefined()
    expect(approved.toolChange(SERVER, await listed('Sends it elsewhere'))).toBeDefined()
    const server = faultServer('plain')
    const options = { clock: fakeClock(), onLoss: () => undefined, complain: () => undefined }
    const policies = new Policies(options)
    policies.set(server, 'deep', await listed('Reads'), 'allow')
    expect(policies.ofTool(server, 'deep', await listed('Reads'))).toBe('allow')
    expect(policies.ofTool(server, 'deep', await listed('Sends it elsewhere'))).toBeUndefined()
  })
})
