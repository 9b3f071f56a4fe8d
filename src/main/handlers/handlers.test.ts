import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { NO_AUDIT } from '../../core/audit/auditing'
import { systemClock } from '../../core/time/clock'
import type { SecretCipher } from '../../core/secrets/secrets'
import { AuthDebugger } from '../../core/auth-debugger/auth-debugger'
import { ConsentDesk } from '../../core/consent/consent-desk'
import { SamplingDesk } from '../../core/sampling/sampling-desk'
import { News } from '../../core/values/news'
import { Examinations } from '../../core/desk/examinations'
import { ServerDesk } from '../../core/desk/server-desk'
import { Workbench } from '../../core/workbench/workbench'
import { DEFAULT_PREFERENCES } from '../../shared/ipc/preferences'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { ipcRequests } from '../../shared/ipc/ipc-contract'
import { openMetrics } from '../records/metrics'
import { OpenViews } from '../records/open-views'
import { openProfileServices } from '../profile-services'
import { keptTraffic } from './traffic-testing'
import { SignInDesk } from '../profile/sign-in-desk'
import { ipcHandlers } from './handlers'
import { PLAIN_NETWORKS } from '../../core/network/networks'

const files = ServerId.parse('files')
const profile = mkdtempSync(join(tmpdir(), 'patchbay-handlers-'))
afterAll(() => rmSync(profile, { recursive: true }))

const MEMORY: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'memory',
  backend: () => 'none',
  explanation: () => 'For this run.',
  encrypt: () => Promise.reject(new Error('no keyring')),
  decrypt: () => Promise.reject(new Error('no keyring'))
}

/** Runs, and says nothing of the tools that it has. */
const plain = {
  id: ServerId.parse('plain'),
  name: 'plain',
  scope: 'command line',
  transport: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, '../../../e2e/servers/faults.mjs'), 'plain'],
  env: { ELECTRON_RUN_AS_NODE: '1' }
} as const

function handlersFor(more: readonly ServerDefinition[] = []) {
  const nothing = (): void => {}
  const notAsked = (): Promise<never> => Promise.reject(new Error('not asked for here'))
  const desk = new ServerDesk({
    profile,
    given: [
      {
        id: files,
        name: 'files',
        scope: 'command line',
        transport: 'stdio',
        command: 'no-such-command',
        args: ['--all'],
        env: { TOKEN: 'hush' }
      },
      {
        id: ServerId.parse('remote'),
        name: 'remote',
        scope: 'command line',
        transport: 'sse',
        url: 'https://ada:hush@example.test/mcp?api_key=hush',
        headers: { Authorization: 'Bearer hush' }
      },
      ...more
    ],
    cipher: MEMORY
  })
  const workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    version: '0.0.0',
    servers: desk.registry
  })
  const consent = new ConsentDesk({
    profile,
    clock: systemClock,
    audit: NO_AUDIT,
    workbench: () => workbench,
    redact: (json) => json,
    openPage: async () => undefined,
    hide: () => undefined,
    samplingPerMinute: () => 10,
    onInbox: nothing,
    onGrants: nothing,
    onPolicies: nothing,
    onRoots: nothing,
    onLoss: nothing,
    complain: nothing
  })
  const handlers = ipcHandlers({
    workbench,
    problems: {
      list: workbench.problems,
      lookAtServers: nothing,
      tellOfLoss: nothing,
      lookAtSecrets: nothing,
      writeInto: () => DEFAULT_PREFERENCES,
      preferences: () => DEFAULT_PREFERENCES,
      stop: async () => undefined
    },
    desk,
    examinations: new Examinations({
      networks: PLAIN_NETWORKS,
      registry: desk.registry,
      version: '0.0.0',
      onTest: nothing,
      onDoctor: nothing
    }),
    signIn: new SignInDesk({
      profile,
      clock: systemClock,
      cipher: MEMORY,
      log: workbench.log,
      networks: workbench.networks,
      workbench: () => workbench,
      resolve: (id) => desk.registry.resolve(id),
      audit: NO_AUDIT,
      hide: nothing,
      openPage: async () => undefined,
      askForScopes: async () => false,
      confirm: async () => false,
      askForValues: async () => undefined,
      onChange: nothing,
      onLoss: nothing,
      complain: nothing
    }),
    dialogs: {
      chooseFolder: async () => undefined,
      chooseFile: async () => undefined,
      saveFile: async () => undefined,
      choosePlace: async () => undefined,
      showInFolder: nothing,
      copy: async () => undefined
    },
    describe: () => {
      throw new Error('not asked for here')
    },
    onPainted: nothing,
    onTaken: nothing,
    preferences: { get: () => DEFAULT_PREFERENCES, change: () => DEFAULT_PREFERENCES },
    services: openProfileServices({
      profile,
      version: '0.0.0',
      desk,
      workbench,
      calls: {
        hand: nothing,
        ask: () => Promise.reject(new Error('not asked for here')),
        news: new News(),
        breaks: new News()
      },
      historyLimit: () => DEFAULT_PREFERENCES.historyLimit,
      onLoss: nothing,
      openLink: async () => undefined,
      onCalls: nothing,
      onWatch: nothing
    }),
    consent,
    authDebug: new AuthDebugger({
      networks: PLAIN_NETWORKS,
      log: workbench.log,
      clock: systemClock,
      version: '0.0.0',
      hide: nothing,
      openPage: async () => undefined,
      onChange: nothing
    }),
    sampling: new SamplingDesk({
      network: PLAIN_NETWORKS.own,
      inbox: consent.inbox,
      audit: NO_AUDIT,
      model: () => DEFAULT_PREFERENCES.samplingModel,
      setModel: nothing,
      secret: (name) => desk.readSecret(name),
      askForSecret: (name) => desk.askForSecret(name),
      confirm: async () => false
    }),
    traffic: keptTraffic(workbench.log).traffic,
    audit: {
      ...NO_AUDIT,
      thread: { ask: notAsked },
      views: new OpenViews({ open: notAsked, close: notAsked }),
      standing: () => ({ isOn: false, newest: 0, revision: 0 }),
      change: () => DEFAULT_PREFERENCES,
      stop: async () => undefined
    },
    metrics: openMetrics({ workbench, openedAs: () => undefined })
  })
  return { workbench, handlers, consent }
}

describe('the handlers', () => {
  it('tell the window of every server, and of no secret', async () => {
    const servers = await handlersFor().handlers['servers.list'](undefined)
    expect(servers).toMatchObject([
      { name: 'files', command: 'no-such-command', args: ['--all'], envNames: ['TOKEN'] },
      { name: 'remote', url: 'https://•••@example.test/mcp?api_key=•••' }
    ])
    expect(JSON.stringify(servers)).not.toContain('hush')
  })

  it('save what the window writes, and do not start it', async () => {
    const { handlers, workbench } = handlersFor()
    const text = '{"command":"touch","args":["canary"]}'
    const id = await handlers['draft.save']({ name: 'evil', scope: 'user', text })
    await expect(handlers['session.open']({ serverId: id })).rejects.toMatchObject({
      code: 'TRUST_REQUIRED'
    })
    await expect(
      handlers['draft.test']({ name: 'other', scope: 'user', text })
    ).rejects.toMatchObject({ code: 'TRUST_REQUIRED' })
    await expect(handlers['doctor.start']({ serverId: id })).rejects.toMatchObject({
      code: 'TRUST_REQUIRED'
    })
    expect(workbench.log.tail(10)).toEqual([])
  })

  it('do not open a closed server to refresh its lists', async () => {
    const { workbench, handlers } = handlersFor()
    const refreshed = handlers['catalogue.refresh']({ serverId: files, isForced: true })
    await expect(refreshed).rejects.toMatchObject({
      code: 'NOT_OPEN',
      message: 'files is not open.'
    })
    expect(workbench.report(files).state).toEqual({ phase: 'idle' })
    expect(workbench.log.tail(10)).toEqual([])
  })

  it('count a frame that is sent again as sent by hand, so nobody asks because of its risk', async () => {
    const { workbench, handlers, consent } = handlersFor([plain])
    const { id: serverId } = plain
    await workbench.open(serverId)
    const text = '{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"delete_all"}}'
    const seq = await handlers['traffic.send']({ serverId, text })
    const again = await handlers['traffic.replay']({ seq })
    expect(workbench.log.raw(again)).toContain('delete_all')
    expect(consent.inbox.state().items).toEqual([])
    const others = consent.own.approval.caller('program').sendRaw(serverId, text)
    const refused = expect(others).rejects.toThrow('delete_all was not called')
    await vi.waitFor(() => expect(consent.inbox.state().items).toHaveLength(1))
    consent.inbox.denyAll(serverId)
    await refused
    await workbench.closeAll()
  })

  it('leave it to the person where questions and a key are sent', async () => {
    const { handlers } = handlersFor()
    const wanted = { baseUrl: 'https://example.test/v1', model: 'm', keyName: '' }
    await expect(handlers['sampling.setUp'](wanted)).rejects.toThrow('was not set up')
    const change = { samplingModel: wanted }
    expect(ipcRequests['preferences.set'].input.safeParse(change).success).toBe(false)
  })
})
