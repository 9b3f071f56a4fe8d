import { get } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { AuthDebugReport, AuthDebugWish } from '../../shared/sign-in/auth-debug'
import {
  authorize,
  startOddAuthorizationServer,
  type OddAuthorizationServer
} from '../auth/fakes/fake-authorization-server'
import { SignInStore } from '../auth/sign-in-store'
import { SignIns } from '../auth/sign-ins'
import { systemClock } from '../time/clock'
import type { SecretCipher } from '../secrets/secrets'
import { Workbench } from '../workbench/workbench'
import { AuthDebugger } from './auth-debugger'
import { definitionOf, USUAL_WISH } from './debugger-testing'
import { PLAIN_NETWORKS } from '../network/networks'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const CIPHER: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'system',
  backend: () => 'test',
  explanation: () => '',
  encrypt: async (text) => Buffer.from(text),
  decrypt: async (bytes) => ({ text: Buffer.from(bytes).toString(), shouldEncryptAgain: false })
}

class Bench {
  readonly told: AuthDebugReport[] = []
  readonly debug: AuthDebugger
  readonly signIns: SignIns
  readonly workbench: Workbench
  readonly definition: ReturnType<typeof definitionOf>
  private readonly waiting = new Set<() => void>()

  constructor(
    readonly odd: OddAuthorizationServer,
    folder: string
  ) {
    this.definition = {
      ...definitionOf(odd.url),
      settings: { era: 'legacy', retry: 'none', maxRestarts: 0 }
    }
    this.workbench = new Workbench({
      networks: PLAIN_NETWORKS,
      servers: [this.definition],
      version: '1',
      remoteFor: (definition) => ({ credentials: this.signIns.credentialsFor(definition) })
    })
    const { log } = this.workbench
    const around = { log, clock: systemClock, hide: () => undefined }
    const store = new SignInStore(join(folder, 'sign-ins.json'), CIPHER, systemClock)
    this.signIns = new SignIns({ networks: PLAIN_NETWORKS, ...around, store })
    this.debug = new AuthDebugger({
      networks: PLAIN_NETWORKS,
      ...around,
      version: '1',
      openPage: async (url) => {
        void authorize(url).then((back) => get(back, (response) => response.resume()))
      },
      onChange: (report) => {
        this.told.push(report)
        for (const look of this.waiting) look()
      },
      keep: (definition, record) => this.signIns.of(definition).adopt(record)
    })
    ends.push(
      () => this.workbench.closeAll(),
      () => this.debug.stopAll()
    )
  }

  async finish(wish: Partial<AuthDebugWish> = {}): Promise<AuthDebugReport> {
    const { runId } = await this.debug.start(this.definition, true, { ...USUAL_WISH, ...wish })
    return new Promise((resolve) => {
      const look = (): void => {
        const [report] = this.debug.reports()
        if (report?.runId !== runId || report.state.phase !== 'done') return
        this.waiting.delete(look)
        resolve(report)
      }
      this.waiting.add(look)
      look()
    })
  }
}

async function bench(): Promise<Bench> {
  const odd = await startOddAuthorizationServer()
  const folder = mkdtempSync(join(tmpdir(), 'auth-debugger-'))
  ends.push(
    () => odd.close(),
    () => rmSync(folder, { recursive: true })
  )
  return new Bench(odd, folder)
}

describe('the debugger', () => {
  it('leaves the sign-in of a server alone until the person keeps that of a run', async () => {
    const it = await bench()
    const { runId } = await it.finish()
    await expect(it.workbench.open(it.definition.id)).rejects.toThrow()
    await it.debug.keep(runId)
    await it.workbench.open(it.definition.id)
    expect(it.workbench.report(it.definition.id).state.phase).toBe('ready')
  })

  it('registers no other client for a mistake', async () => {
    const it = await bench()
    await it.finish()
    await it.finish({ mistake: 'no-pkce' })
    expect(it.odd.asked('registration')).toHaveLength(1)
  })

  it('ends a run when the next one of the same server begins', async () => {
    const it = await bench()
    const { release } = it.odd.server.hold('mcp')
    ends.push(release)
    const first = await it.debug.start(it.definition, true, USUAL_WISH)
    const second = await it.debug.start(it.definition, true, USUAL_WISH)
    const last = it.told.findLast(({ runId }) => runId === first.runId)
    expect([last?.state.phase, it.debug.reports().map(({ runId }) => runId)]).toEqual([
      'stopped',
      [second.runId]
    ])
  })

  it('refuses a server that is started by a command', async () => {
    const it = await bench()
    const { id, name, scope } = it.definition
    const stdio = { id, name, scope, transport: 'stdio', command: 'x', args: [], env: {} } as const
    await expect(it.debug.start(stdio, true, USUAL_WISH)).rejects.toThrow(/started by a command/)
  })

  it('refuses a mistake that the revision has no place for', async () => {
    const it = await bench()
    const wish = { ...USUAL_WISH, revision: '2025-03-26', mistake: 'foreign-token' } as const
    await expect(it.debug.start(it.definition, true, wish)).rejects.toThrow(/cannot be made here/)
  })
})
