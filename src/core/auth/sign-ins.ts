/** The sign-ins of all servers that are reached by an address. */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { RemoteDefinition, ServerDefinition } from '../../shared/servers/server-config'
import type { SignInReport } from '../../shared/sign-in/sign-in'
import type { Credentials } from '../http/credentials'
import type { IssuerAsker } from './bound-issuers'
import { canBeHidden } from './veil'
import { ServerSignIn, type ScopeAsker, type SignInSurroundings } from './server-sign-in'

export type SignInsOptions = Omit<SignInSurroundings, 'onChange' | 'askForScopes' | 'hide'> & {
  /** What must not be shown anywhere from now on; of each server, the newest are enough. */
  readonly hide: (values: readonly string[], serverId: ServerId) => void
  readonly onChange?: ((report: SignInReport) => void) | undefined
  readonly askForScopes?:
    ((serverId: ServerId, ...asked: Parameters<ScopeAsker>) => Promise<boolean>) | undefined
}

export class SignIns {
  private readonly byServer = new Map<ServerId, ServerSignIn>()

  constructor(private readonly options: SignInsOptions) {}

  /** Asks, and holds to the answer. Undefined where nobody is there to be asked. */
  get confirmIssuer(): IssuerAsker | undefined {
    const { confirmIssuer, store } = this.options
    if (!confirmIssuer) return undefined
    return async (definition, issuer, signal) => {
      const isAllowed = await confirmIssuer(definition, issuer, signal)
      if (isAllowed && !signal.aborted) store.bindIssuer(definition.id, definition.url, issuer)
      return isAllowed
    }
  }

  /** Undefined where the definition says by itself who we are. */
  credentialsFor(definition: ServerDefinition): Credentials | undefined {
    if (definition.transport === 'stdio' || hasOwnCredentials(definition)) return undefined
    return this.of(definition)
  }

  /**
   * For a draft that is tried out once: with what is kept, asking nobody and telling nobody. A draft
   * that is wrong neither changes nor loses the sign-in of the server.
   */
  draftCredentialsFor(draft: ServerDefinition): Credentials | undefined {
    if (draft.transport === 'stdio' || hasOwnCredentials(draft)) return undefined
    const { hide, log, clock, store, networks } = this.options
    return new ServerSignIn(draft, {
      log,
      clock,
      store,
      networks,
      hide: (values) => hide(values.filter(canBeHidden), draft.id),
      onChange: () => undefined,
      isDraft: true
    })
  }

  /** What is known of a server; what is kept is read first. */
  async report(definition: ServerDefinition): Promise<SignInReport> {
    const { id: serverId } = definition
    if (!this.credentialsFor(definition)) return { serverId, state: { phase: 'unknown' } }
    const signIn = this.of(definition)
    await signIn.load()
    return { serverId, state: signIn.state }
  }

  /** Of all servers that somebody has asked something since Patchbay runs. */
  reports(): readonly SignInReport[] {
    return [...this.byServer].map(([serverId, { state }]) => ({ serverId, state }))
  }

  /** As far as it was needed already. */
  find(serverId: ServerId): ServerSignIn | undefined {
    return this.byServer.get(serverId)
  }

  /** The sign-in of a server that has an address. */
  of(definition: ServerDefinition): ServerSignIn {
    if (definition.transport === 'stdio') throw noAddress(definition.name)
    const known = this.byServer.get(definition.id)
    if (known) {
      known.use(definition)
      return known
    }
    const signIn = this.begin(definition)
    this.byServer.set(definition.id, signIn)
    return signIn
  }

  /** Ends whatever waits for a browser. */
  cancelAll(): void {
    for (const signIn of this.byServer.values()) signIn.cancel()
  }

  /** A server that is gone needs no tokens. Nobody is told. */
  async forget(serverId: ServerId): Promise<void> {
    const known = this.byServer.get(serverId)
    this.byServer.delete(serverId)
    const ends = known?.end()
    // Patchbay may quit before the sign-in has ended, and that may have left something.
    await this.options.store.remove(serverId)
    await ends
    await this.options.store.remove(serverId)
  }

  private begin(definition: RemoteDefinition): ServerSignIn {
    const { onChange, askForScopes, hide, ...rest } = this.options
    const { id: serverId } = definition
    const signIn: ServerSignIn = new ServerSignIn(definition, {
      ...rest,
      confirmIssuer: this.confirmIssuer,
      hide: (values) => hide(values.filter(canBeHidden), serverId),
      onChange: () => onChange?.({ serverId, state: signIn.state }),
      ...(askForScopes && { askForScopes: (...asked) => askForScopes(serverId, ...asked) })
    })
    return signIn
  }
}

function hasOwnCredentials({ headers, access }: RemoteDefinition): boolean {
  if (access?.oauth) return false
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return names.includes('authorization') || access?.auth !== undefined
}

function noAddress(name: string): WorkbenchError {
  const message = `${name} is started by a command, so there is nothing to sign in to.`
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
