import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callStoreIn } from '../../core/ledger/calls-testing'
import { catalogueFiles } from '../../core/catalogue/catalogue-files'
import { CatalogueMemory } from '../../core/catalogue/catalogue-memory'
import { systemClock } from '../../core/time/clock'
import { MEMORY_CIPHER } from '../../core/desk/desk-testing'
import { Examinations } from '../../core/desk/examinations'
import { PLAIN_NETWORKS } from '../../core/network/networks'
import { ServerDesk } from '../../core/desk/server-desk'
import { serverScript } from '../../core/watch/watch-testing'
import { Workbench } from '../../core/workbench/workbench'
import type { CallRow } from '../../shared/calls/call-contract'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import { ServerId, type CallId } from '../../shared/protocol/ids'
import { schemaDigests } from '../../shared/calls/schema-digests'
import { endProfileServices, followServers, openProfileServices } from '../profile-services'
import { configHandlers, type SystemDialogs } from './config-handlers'
import { profileHandlers, type ProfileServices } from './profile-handlers'

vi.setConfig({ testTimeout: 60_000 })

const server = ServerId.parse('user:edited')
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function newProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'patchbay-profile-'))
  ends.push(async () => rmSync(profile, { recursive: true }))
  const script = join(profile, 'server.mjs')
  writeFileSync(script, serverScript(['one'], 'x'.repeat(50_000)))
  const edited = {
    command: process.execPath,
    args: [script],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    settings: { era: 'legacy' }
  }
  writeFileSync(join(profile, 'mcp.json'), JSON.stringify({ mcpServers: { edited } }))
  return profile
}

/** The app without its windows, on a profile. */
function start(profile: string) {
  const nothing = (): void => {}
  const saved: { name: string; content: string | Uint8Array }[] = []
  const kept: CallId[] = []
  const dialogs: SystemDialogs = {
    chooseFolder: async () => profile,
    chooseFile: async () => undefined,
    saveFile: async (name, content) => {
      saved.push({ name, content })
      return name
    },
    choosePlace: async () => undefined,
    showInFolder: nothing,
    copy: async () => undefined
  }
  const desk = new ServerDesk({
    profile,
    given: [],
    cipher: MEMORY_CIPHER,
    asking: {
      trust: async (subjects, decide) => {
        for (const { hash } of subjects) decide(hash, 'trust')
        return Object.fromEntries(subjects.map(({ hash }) => [hash, 'trust']))
      },
      values: async () => undefined
    }
  })
  const memory = new CatalogueMemory({
    clock: systemClock,
    storage: catalogueFiles(join(profile, 'catalogues'), { complain: nothing, onLoss: nothing })
  })
  const workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    version: '0',
    servers: desk.registry,
    memory
  })
  const services: ProfileServices = openProfileServices({
    profile,
    version: '0',
    desk,
    workbench,
    calls: callStoreIn(profile),
    historyLimit: () => 50,
    onLoss: nothing,
    openLink: async () => undefined,
    onCalls: (change) => void kept.push(...change.kept),
    onWatch: nothing
  })
  desk.serverNews.hear(() => followServers(services, memory, desk))
  followServers(services, memory, desk)
  const end = async (): Promise<void> => {
    desk.stop()
    await workbench.closeAll()
    await endProfileServices(services)
  }
  ends.push(end)
  const handlers = {
    ...configHandlers({
      desk,
      examinations: new Examinations({
        networks: PLAIN_NETWORKS,
        registry: desk.registry,
        version: '0',
        onTest: nothing,
        onDoctor: nothing
      }),
      networks: PLAIN_NETWORKS,
      dialogs,
      signIn: { forget: () => false }
    }),
    ...profileHandlers({ ...services, workbench, desk, dialogs, needsApproval: () => false })
  }
  const call = async () => {
    const { done } = await workbench.startCall(server, 'one', { a: 1 })
    return done
  }
  return { handlers, workbench, memory, saved, kept, end, call, services }
}

/** The calls of the tool, as a list has them. */
async function listed(
  handlers: Pick<IpcHandlers, 'history.open' | 'history.rows' | 'history.close'>
): Promise<readonly CallRow[]> {
  const { viewId, count } = await handlers['history.open']({ ...oneOf(server), filter: '' })
  const window = { viewId, from: 0, count: count.matched + 1 }
  const { rows } = await handlers['history.rows'](window)
  await handlers['history.close']({ viewId })
  return rows
}

const oneOf = (serverId: ServerId) => ({ serverId, tool: 'one' })

describe('what the window asks of the profile', () => {
  it('keeps calls and what was written, also after a restart', async () => {
    const profile = newProfile()
    const first = start(profile)
    const { id: callId } = await first.call()
    await first.handlers['arguments.keep']({ key: 'tool', text: '{"a":' })
    await first.end()
    expect(first.kept).toEqual([callId])
    const { handlers } = start(profile)
    expect(await handlers['arguments.list'](undefined)).toEqual([{ key: 'tool', text: '{"a":' }])
    expect(await listed(handlers)).toMatchObject([
      { id: callId, arguments: { a: 1 }, ending: 'ok' }
    ])
    const text = { ref: { callId }, pointer: '/content/0/text' }
    expect(await handlers['body.text']({ ...text, from: 49_999, length: 10 })).toEqual({
      text: 'x',
      totalChars: 50_000
    })
    expect(await handlers['body.outline']({ ref: { callId }, pointer: '' })).toMatchObject({
      cuts: [{ pointer: '/content/0/text', shown: 8_192, total: 50_000 }]
    })
  })

  it('knows a call by the schemas of its time', async () => {
    const { handlers, call, workbench } = start(newProfile())
    const { id } = await call()
    const schemas = schemaDigests({ name: 'one', inputSchema: { type: 'object' } })
    expect(workbench.calls()).toMatchObject([{ id, schemas }])
    expect(await listed(handlers)).toMatchObject([{ id, schemas }])
  })

  it('takes calls out of the history, and the one way back brings them back', async () => {
    const { handlers, call } = start(newProfile())
    const { id: callId } = await call()
    const { token } = await handlers['history.remove']({ callId })
    expect(await listed(handlers)).toEqual([])
    await handlers['undo.apply']({ token })
    expect(await listed(handlers)).toHaveLength(1)
    const cleared = await handlers['history.clear'](oneOf(server))
    expect(cleared.what).toBe('1 call was removed from the history.')
    await handlers['undo.apply']({ token: cleared.token })
    expect(await listed(handlers)).toHaveLength(1)
  })

  it('stays with a server that is renamed', async () => {
    const profile = newProfile()
    const { handlers, call, workbench, memory, end, services } = start(profile)
    const { id: callId } = await call()
    await handlers['watch.choose']({ serverId: server, kind: 'folder' })
    await handlers['arguments.keep']({ key: '["tool","user:edited","one"]', text: '{"a":' })
    await handlers['history.change']({ callId, isPinned: true, name: 'mine' })
    workbench.report(server)
    await handlers['server.rename']({ serverId: server, name: 'other' })
    expect(await handlers['servers.list'](undefined)).toMatchObject([{ id: server, name: 'other' }])
    expect(await listed(handlers)).toMatchObject([
      { serverId: server, isPinned: true, name: 'mine' }
    ])
    expect(await services.history.read(callId)).toMatchObject({ id: callId, serverId: server })
    const watches = await handlers['watch.list'](undefined)
    expect(watches).toMatchObject([{ serverId: server, target: { kind: 'folder' } }])
    expect(await handlers['arguments.list'](undefined)).toEqual([
      { key: '["tool","user:edited","one"]', text: '{"a":' }
    ])
    // As long as the session closes it still tells of its catalogue.
    await workbench.forget(server)
    memory.flush()
    await end()
    expect(readdirSync(join(profile, 'catalogues'))).toHaveLength(1)
    expect(start(profile).memory.before(server, 'tools', 'one')).toBeDefined()
  })

  it('is there again when the removal of a server is undone, and on disk only then', async () => {
    const profile = newProfile()
    const { handlers, call, workbench, memory } = start(profile)
    await call()
    await handlers['arguments.keep']({ key: '["tool","user:edited","one"]', text: '{"a":' })
    workbench.report(server)
    memory.flush()
    const { token } = await handlers['server.remove']({ serverId: server })
    await workbench.forget(server)
    memory.flush()
    expect(readdirSync(join(profile, 'catalogues'))).toEqual([])
    await handlers['undo.apply']({ token })
    memory.flush()
    expect(readdirSync(join(profile, 'catalogues'))).toHaveLength(1)
    expect(memory.before(server, 'tools', 'one')).toBeDefined()
    expect(await listed(handlers)).toHaveLength(1)
    expect(await handlers['arguments.list'](undefined)).toHaveLength(1)
  })

  it('saves what is in an answer under a harmless name', async () => {
    const { handlers, call, saved } = start(newProfile())
    const { answerSeq: seq = 0 } = await call()
    const path = await handlers['body.save']({
      ref: { seq },
      pointer: '/content/0/type',
      form: 'text',
      suggestedName: '../../.bashrc'
    })
    expect(path).toBe('bashrc')
    expect(saved).toEqual([{ name: 'bashrc', content: 'text' }])
  })

  it('writes a call down for other programs', async () => {
    const { handlers } = start(newProfile())
    const wanted = { ...oneOf(server), arguments: { a: 1 } }
    expect(await handlers['snippet.make']({ ...wanted, format: 'cli' })).toBe(
      `npx patchbay call edited one --args '{"a":1}'`
    )
    await expect(handlers['snippet.make']({ ...wanted, format: 'curl' })).rejects.toMatchObject({
      code: 'INVALID_INPUT'
    })
  })
})
