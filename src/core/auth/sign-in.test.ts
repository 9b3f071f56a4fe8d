import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/errors'
import { ServerId } from '../../shared/ids'
import type { OAuthAccess } from '../../shared/server-access'
import type { RemoteDefinition } from '../../shared/server-config'
import type { SignInState } from '../../shared/sign-in'
import { systemClock } from '../clock'
import type { SecretCipher } from '../config/secrets'
import { Workbench } from '../workbench'
import {
  authorize,
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from './fake-authorization-server'
import type { ScopeQuestion } from './server-sign-in'
import { SignInStore } from './sign-in-store'
import { SignIns } from './sign-ins'

const ID = ServerId.parse('protected')

/** Turns letters around, so that a test sees whether anything is written down as it is. */
const CIPHER: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'system',
  backend: () => 'test',
  explanation: () => '',
  encrypt: async (text) => Buffer.from([...text].reverse().join('')),
  decrypt: async (bytes) => ({
    text: [...Buffer.from(bytes).toString()].reverse().join(''),
    shouldEncryptAgain: false
  })
}

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

class Bench {
  readonly questions: ScopeQuestion[] = []
  readonly hidden: string[] = []
  readonly opened: string[] = []
  mayGrantMore = true
  /** What the person does with the page. */
  visit = async (url: string): Promise<void> => {
    const back = await authorize(url)
    await fetch(back)
  }
  readonly workbench: Workbench
  readonly signIns: SignIns
  readonly definition: RemoteDefinition

  constructor(
    readonly odd: OddAuthorizationServer,
    readonly folder: string,
    oauth?: OAuthAccess
  ) {
    this.definition = {
      id: ID,
      name: 'protected',
      scope: 'user',
      transport: 'streamable-http',
      url: odd.url,
      headers: {},
      settings: { era: 'legacy', retry: 'none', maxRestarts: 0 },
      ...(oauth && { access: { oauth } })
    }
    this.workbench = new Workbench({
      servers: [this.definition],
      version: '1',
      remoteFor: (definition) => ({ credentials: this.signIns.credentialsFor(definition) })
    })
    this.signIns = new SignIns({
      log: this.workbench.log,
      clock: systemClock,
      store: new SignInStore(join(folder, 'sign-ins.json'), CIPHER, systemClock),
      hide: (values) => this.hidden.push(...values),
      openPage: async (url) => {
        this.opened.push(url)
        void this.visit(url).catch(() => undefined)
      },
      askForScopes: async (_serverId, question) => {
        this.questions.push(question)
        return this.mayGrantMore
      }
    })
    ends.push(() => this.workbench.closeAll())
  }

  get state(): SignInState {
    return this.signIns.of(this.definition).state
  }

  signIn(): Promise<void> {
    return this.signIns.of(this.definition).signIn()
  }

  open(): Promise<void> {
    return this.workbench.open(ID)
  }

  async call(tool: string): Promise<string> {
    const { done } = await this.workbench.startCall(ID, tool, {})
    const { outcome } = await done
    return outcome?.kind ?? 'none'
  }
}

async function bench(options: OddOptions = {}, oauth?: OAuthAccess): Promise<Bench> {
  const odd = await startOddAuthorizationServer(options)
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
  ends.push(
    () => odd.close(),
    () => rmSync(folder, { recursive: true })
  )
  return new Bench(odd, folder, oauth)
}

describe('signing in', () => {
  it('opens no browser by itself, and says that a sign-in is needed', async () => {
    const it = await bench()
    await expect(it.open()).rejects.toMatchObject({ code: WorkbenchErrorCode.AuthRequired })
    expect({ opened: it.opened, phase: it.state.phase }).toEqual({ opened: [], phase: 'needed' })
  })

  it('opens the server once the person has signed in', async () => {
    const it = await bench()
    await it.open().catch(() => undefined)
    await it.signIn()
    await it.open()
    expect(it.state).toMatchObject({
      phase: 'signed-in',
      facts: { clientSource: 'dynamic', isKept: true, deviations: [] }
    })
  })

  it('asks for the resource and with PKCE, and registers as a native program', async () => {
    const it = await bench()
    await it.open().catch(() => undefined)
    await it.signIn()
    const page = new URL(it.opened[0] ?? '').searchParams
    const [registration] = it.odd.asked('registration')
    const [token] = it.odd.asked('token')
    expect({
      method: page.get('code_challenge_method'),
      resource: page.get('resource'),
      tokenResource: token?.form?.['resource'],
      type: (registration?.json as Record<string, unknown>)['application_type']
    }).toEqual({
      method: 'S256',
      resource: it.odd.url,
      tokenResource: it.odd.url,
      type: 'native'
    })
  })
})

describe('a sign-in', () => {
  it('is still there after a restart, and nothing of it is on disk as it is', async () => {
    const first = await bench()
    await first.open().catch(() => undefined)
    await first.signIn()
    const second = new Bench(first.odd, first.folder)
    await second.open()
    const kept = readFileSync(join(first.folder, 'sign-ins.json'), 'utf8')
    const shown = first.hidden.filter((value) => kept.includes(value))
    expect({ opened: second.opened, shown, hides: first.hidden.length > 0 }).toEqual({
      opened: [],
      shown: [],
      hides: true
    })
  })
})
