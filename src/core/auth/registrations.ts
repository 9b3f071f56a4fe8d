/**
 * The clients that Patchbay or the person has registered for one server, by authorization server. A registration is
 * kept before the browser opens, so that a sign-in that is cancelled does not leave one behind each time.
 */
import type { ServerId } from '../../shared/protocol/ids'
import type { SignInRecord } from './sign-in-record'
import type { SignInStore } from './sign-in-store'

/** An authorization server may have forgotten a client, and says so only on its page. */
const MOST_USES = 3

export class Registrations {
  private readonly inRun = new Map<string, SignInRecord>()
  /** How often each was used since it last led to tokens. */
  private readonly uses = new Map<string, number>()

  constructor(
    private readonly store: SignInStore,
    private readonly serverId: ServerId
  ) {}

  /** Undefined where there is none, or the one that there is has led to nothing. */
  async at(issuer: string): Promise<SignInRecord | undefined> {
    const uses = this.uses.get(issuer) ?? 0
    if (uses >= MOST_USES) return undefined
    const known = this.inRun.get(issuer) ?? (await this.readFrom(issuer))
    if (known) this.uses.set(issuer, uses + 1)
    return known
  }

  /** Tokens that are kept stay: what could not be written down is known in this run. */
  async keep(record: SignInRecord, signal: AbortSignal): Promise<void> {
    const { issuer } = record
    this.uses.delete(issuer)
    this.inRun.set(issuer, record)
    const kept = await this.readFrom(issuer)
    if (kept?.tokens) return
    await this.store.write(this.serverId, record, signal).catch(() => undefined)
  }

  /** The authorization server does not know the client, so it is not used again. */
  doubt(issuer: string): void {
    this.uses.set(issuer, MOST_USES)
  }

  /** The registration has led to tokens, and is kept with them. */
  prove(issuer: string): void {
    this.uses.delete(issuer)
    this.inRun.delete(issuer)
  }

  clear(): void {
    this.uses.clear()
    this.inRun.clear()
  }

  /** What cannot be read, such as with another key in the keyring, keeps nobody from signing in. */
  private readFrom(issuer: string): Promise<SignInRecord | undefined> {
    return this.store.readFrom(this.serverId, issuer).catch(() => undefined)
  }
}
