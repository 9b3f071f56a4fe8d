/** Signs in to servers for the person who asks for it, and writes down what was done. */
import { join } from 'node:path'
import type { Auditing } from '../../core/audit/auditing'
import type { IssuerAsker } from '../../core/auth/bound-issuers'
import { clientDocument } from '../../core/auth/client-identity'
import { clientQuestion, givenClient } from '../../core/auth/client-question'
import { issuerQuestion } from '../../core/auth/issuer-question'
import type { ServerSignIn } from '../../core/auth/server-sign-in'
import type { SignInRecord } from '../../core/auth/sign-in-record'
import { SignInStore } from '../../core/auth/sign-in-store'
import { SignIns, type SignInsOptions } from '../../core/auth/sign-ins'
import { veiledAddress } from '../../core/auth/veil'
import type { Clock } from '../../core/time/clock'
import type { SecretCipher } from '../../core/secrets/secrets'
import type { Loss } from '../../core/disk/state-file'
import { keyOf } from '../../core/session/session-problems'
import type { WindowHandlers } from '../../core/question/window-handlers'
import type { Networks } from '../../core/network/networks'
import type { TrafficLog } from '../../core/traffic/traffic-log'
import type { Credentials } from '../../core/http/credentials'
import type { Workbench } from '../../core/workbench/workbench'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { ConfirmSubject } from '../../shared/question/prompt'
import type { RemoteDefinition, ServerDefinition } from '../../shared/servers/server-config'
import type { OtherSignIns, SignInReport, SignInState } from '../../shared/sign-in/sign-in'

const AUDITED = 'patchbay/sign-in'

type UsedWorkbench = Pick<Workbench, 'open' | 'close' | 'server' | 'problems'>

export type SignInDeskParts = {
  readonly profile: string
  readonly clock: Clock
  readonly cipher: SecretCipher
  readonly log: TrafficLog
  readonly networks: Networks
  readonly workbench: () => UsedWorkbench
  /** The definition with its values filled in. */
  readonly resolve: (serverId: ServerId) => Promise<ServerDefinition>
  readonly audit: Pick<Auditing, 'note'>
  readonly hide: (values: readonly string[], serverId: ServerId) => void
  /** Refuses what is no web page. */
  readonly openPage: (url: string) => Promise<void>
  readonly askForScopes: NonNullable<SignInsOptions['askForScopes']>
  /** Asks in a window of main's. */
  readonly confirm: (subject: ConfirmSubject, signal: AbortSignal) => Promise<boolean>
  /** The same, for values. */
  readonly askForValues: WindowHandlers['values']
  readonly onChange: (report: SignInReport) => void
  readonly onLoss: (loss: Loss) => void
  readonly complain: (error: unknown) => void
}

export class SignInDesk {
  private readonly signIns: SignIns
  private readonly store: SignInStore
  private readonly phases = new Map<ServerId, SignInState['phase']>()

  constructor(private readonly parts: SignInDeskParts) {
    const { profile, clock, cipher, log, networks, hide, openPage, onLoss } = parts
    const { askForScopes, askForValues, confirm } = parts
    const path = join(profile, 'sign-ins.json')
    this.store = new SignInStore(path, cipher, clock, { onLoss })
    this.signIns = new SignIns({
      log,
      networks,
      clock,
      store: this.store,
      hide,
      openPage,
      askForScopes,
      confirmIssuer: (definition, issuer, signal) =>
        confirm(issuerQuestion(definition, issuer), signal),
      askForClient: async (definition, wanted, signal) => {
        const { title, fields, ...more } = clientQuestion(definition, wanted)
        await this.store.prepare() // only then is it known where the answer is kept
        const { explanation } = this.store
        return givenClient(await askForValues(title, fields, { ...more, explanation, signal }))
      },
      onChange: (report) => this.hear(report)
    })
  }

  credentialsFor(definition: ServerDefinition): Credentials | undefined {
    return this.signIns.credentialsFor(definition)
  }

  draftCredentialsFor(draft: ServerDefinition): Credentials | undefined {
    return this.signIns.draftCredentialsFor(draft)
  }

  /** Uses tokens that the person has got with the debugger. */
  adopt(definition: ServerDefinition, record: SignInRecord): Promise<void> {
    return this.signIns.of(definition).adopt(record)
  }

  boundIssuer({ id, url }: RemoteDefinition): string | undefined {
    return this.store.boundIssuer(id, url)
  }

  get confirmIssuer(): IssuerAsker | undefined {
    return this.signIns.confirmIssuer
  }

  reports(): readonly SignInReport[] {
    return this.signIns.reports()
  }

  /** Opens the browser, and then the server. How that goes is in the states of both. */
  async start(serverId: ServerId): Promise<void> {
    const definition = await this.parts.resolve(serverId)
    const signIn = this.signIns.of(definition)
    if (!this.signIns.credentialsFor(definition)) throw isTold(definition)
    const isIn = await signIn.signIn().then(
      () => true,
      () => false
    )
    if (!isIn) return
    const workbench = this.parts.workbench()
    workbench.problems.solve(keyOf('auth', serverId))
    await workbench.open(serverId).catch(() => undefined)
  }

  cancel(serverId: ServerId): void {
    this.signIns.find(serverId)?.cancel()
  }

  dismiss(serverId: ServerId): void {
    this.signIns.find(serverId)?.dismiss()
  }

  /** The page that waits, once more. */
  async openAgain(serverId: ServerId): Promise<void> {
    await this.parts.openPage(this.page(serverId))
  }

  /** With what is secret in it, so not for the window. */
  page(serverId: ServerId): string {
    const signIn = this.signIns.find(serverId)
    if (signIn) return signIn.expectPage()
    const message = 'Nobody is signing in to this server.'
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, message)
  }

  async refresh(serverId: ServerId): Promise<void> {
    const signIn = await this.of(serverId)
    try {
      await signIn.refreshNow()
      this.note(serverId, 'renew', {})
    } catch (error) {
      this.note(serverId, 'renew', { error: { message: messageOf(error) } })
      throw error
    }
  }

  async signOut(serverId: ServerId): Promise<{ readonly isRevoked: boolean }> {
    const signIn = await this.of(serverId)
    const result = await signIn.signOut()
    this.note(serverId, 'sign out', { result })
    await this.parts.workbench().close(serverId)
    return result
  }

  /** Returns what puts it back. */
  async clear(serverId: ServerId): Promise<() => Promise<void>> {
    const signIn = await this.of(serverId)
    const putBack = await signIn.clear()
    this.note(serverId, 'forget', {})
    await this.parts.workbench().close(serverId)
    return putBack
  }

  /** What is kept of servers that are not listed. */
  async others(servers: readonly ServerId[]): Promise<OtherSignIns> {
    const { store } = this
    const keys = store.keysOfOthers(servers)
    if (keys.length === 0) return { signIns: [] }
    const { signIns: all } = await store.list()
    const signIns = all.flatMap(({ key, record: { serverUrl: url, issuer } }) =>
      keys.includes(key) ? [{ key, url: veiledAddress(url), issuer }] : []
    )
    const unread = keys.filter((each) => !signIns.some(({ key }) => key === each))
    const why = store.isKept ? 'Your keyring has another key now.' : store.explanation
    return { signIns, ...(unread.length > 0 && { unread: { keys: unread, why } }) }
  }

  /** Refuses those of servers that are listed. Returns what puts it back. */
  async clearOther(key: string, servers: readonly ServerId[]): Promise<() => Promise<void>> {
    if (!this.store.keysOfOthers(servers).includes(key)) {
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'That sign-in is no longer there.')
    }
    const { signIns } = await this.others(servers)
    const putBack = await this.store.removeKey(key)
    const { url, issuer } = signIns.find((each) => each.key === key) ?? {}
    const params = { action: 'forget', ...(url !== undefined && { url, issuer }) }
    this.parts.audit.note({ method: AUDITED, params })
    return putBack
  }

  /** What has to be served at the address that the definition names. */
  documentOf(serverId: ServerId): string {
    return clientDocument(this.parts.workbench().server(serverId).access?.oauth ?? {})
  }

  /** The server is gone, and its tokens with it; whether there were any in this run. */
  forget(serverId: ServerId): boolean {
    const isIn = this.signIns.find(serverId)?.state.phase === 'signed-in'
    this.phases.delete(serverId)
    this.signIns.forget(serverId).catch(this.parts.complain)
    if (isIn) this.note(serverId, 'forget', {})
    return isIn
  }

  /** Nothing waits for a browser any more. */
  stop(): void {
    this.signIns.cancelAll()
  }

  private async of(serverId: ServerId): Promise<ServerSignIn> {
    return this.signIns.of(await this.parts.resolve(serverId))
  }

  /** Also those that nobody has started by a click on the server, but by one in the inbox. */
  private hear(report: SignInReport): void {
    const { serverId, state } = report
    const before = this.phases.get(serverId)
    this.phases.set(serverId, state.phase)
    if (before === 'under-way' && state.phase === 'signed-in') {
      const { issuer, clientId, scopes } = state.facts
      this.note(serverId, 'sign in', { more: { issuer, clientId, scopes } })
    }
    if (before === 'under-way' && state.phase === 'failed') {
      const { why: message, blame } = state
      this.note(serverId, 'sign in', { more: { blame }, error: { message } })
    }
    this.parts.onChange(report)
  }

  private note(serverId: ServerId, action: string, { more, ...end }: Noted): void {
    this.parts.audit.note({ serverId, method: AUDITED, params: { action, ...more }, ...end })
  }
}

function isTold({ name }: ServerDefinition): WorkbenchError {
  const message = `The definition of ${name} says who you are, so a sign-in would not be used. Take the token out of it first.`
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

type Noted = { readonly more?: object; readonly result?: unknown; readonly error?: unknown }
