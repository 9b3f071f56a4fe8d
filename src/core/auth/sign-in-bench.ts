/** For tests: a workbench with a protected server, and a person who does with pages what a test wants. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerId } from '../../shared/protocol/ids'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { AuthStep, SignInState } from '../../shared/sign-in/sign-in'
import { systemClock, type Clock } from '../time/clock'
import type { SecretCipher } from '../secrets/secrets'
import { Workbench } from '../workbench/workbench'
import {
  authorize,
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from './fakes/fake-authorization-server'
import type { GivenClient } from './client-identity'
import type { WantedClient } from './client-question'
import type { ScopeQuestion } from './server-sign-in'
import { SignInStore } from './sign-in-store'
import { SignIns } from './sign-ins'
import { PLAIN_NETWORKS } from '../network/networks'

export const ID = ServerId.parse('protected')

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

/** After each test. */
export async function endBenches(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** Goes where the browser is sent, and tells the status of the page there. */
export async function goTo(url: URL): Promise<number | undefined> {
  const [page] = (await once(get(url), 'response')) as [IncomingMessage]
  page.resume()
  return page.statusCode
}

export class Bench {
  readonly questions: ScopeQuestion[] = []
  /** The authorization servers that the person was asked about. */
  readonly issuers: string[] = []
  readonly hidden: string[] = []
  readonly opened: string[] = []
  /** The steps of the last sign-in, as far as it went. */
  steps: readonly AuthStep[] = []
  mayGrantMore = true
  /** Whether the person lets them know what proves who they are. */
  mayConfirm = true
  /** Instead of that, for a person who takes their time. */
  confirm: ((signal: AbortSignal) => Promise<boolean>) | undefined
  /** What the person was asked about a client, and what they say; undefined where they leave it. */
  readonly clients: WantedClient[] = []
  give: (wanted: WantedClient, signal: AbortSignal) => Promise<GivenClient | undefined> =
    async () => undefined
  /** The same for what they may grant. */
  decide: ((signal: AbortSignal) => Promise<boolean>) | undefined
  /** The keyring answers when it has resolved. */
  keyring: Promise<void> = Promise.resolve()
  /** Something is about to be written down. */
  onWrite = async (): Promise<void> => undefined
  /** The browser is open when it has resolved. */
  browser: Promise<void> = Promise.resolve()
  /** What the person does with the page. */
  visit = async (url: string): Promise<void> => {
    const back = await authorize(url)
    await goTo(back)
  }
  readonly workbench: Workbench
  readonly store: SignInStore
  readonly signIns: SignIns
  readonly definition: RemoteDefinition

  constructor(
    readonly odd: OddAuthorizationServer,
    readonly folder: string,
    oauth?: OAuthAccess,
    changes: Partial<RemoteDefinition> = {},
    clock: Clock = systemClock
  ) {
    this.definition = {
      id: ID,
      name: 'protected',
      scope: 'user',
      transport: 'streamable-http',
      url: odd.url,
      headers: {},
      settings: { era: 'legacy', retry: 'none', maxRestarts: 0 },
      ...(oauth && { access: { oauth } }),
      ...changes
    }
    this.workbench = new Workbench({
      networks: PLAIN_NETWORKS,
      servers: [this.definition],
      version: '1',
      remoteFor: (definition) => ({ credentials: this.signIns.credentialsFor(definition) })
    })
    const cipher: SecretCipher = {
      ...CIPHER,
      prepare: () => this.keyring,
      encrypt: async (text) => {
        await this.onWrite()
        return CIPHER.encrypt(text)
      }
    }
    this.store = new SignInStore(join(folder, 'sign-ins.json'), cipher, clock)
    this.signIns = new SignIns({
      log: this.workbench.log,
      networks: this.workbench.networks,
      clock,
      store: this.store,
      hide: (values) => this.hidden.push(...values),
      openPage: async (url) => {
        this.opened.push(url)
        void this.visit(url).catch(() => undefined)
        return this.browser
      },
      onChange: ({ state }) => {
        if ('steps' in state) this.steps = state.steps
      },
      confirmIssuer: async (_definition, issuer, signal) => {
        this.issuers.push(issuer)
        return this.confirm?.(signal) ?? this.mayConfirm
      },
      askForClient: async (_definition, wanted, signal) => {
        this.clients.push(wanted)
        return this.give(wanted, signal)
      },
      askForScopes: async (_serverId, question, signal) => {
        this.questions.push(question)
        return this.decide?.(signal) ?? this.mayGrantMore
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

export async function bench(options: OddOptions = {}, oauth?: OAuthAccess): Promise<Bench> {
  const odd = await startOddAuthorizationServer(options)
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
  ends.push(
    () => odd.close(),
    () => rmSync(folder, { recursive: true })
  )
  return new Bench(odd, folder, oauth)
}

export async function signedIn(options: OddOptions = {}, oauth?: OAuthAccess): Promise<Bench> {
  const it = await bench(options, oauth)
  await it.open().catch(() => undefined)
  await it.signIn()
  await it.open()
  return it
}
