/**
 * The sign-ins that the command line shares with the app. No command opens a browser but `login`: where
 * somebody has to act, it says which command to type.
 */
import { join } from 'node:path'
import type { Redactor } from '../../core/redaction/redaction'
import type { Keyring } from '../../core/secrets/keyring'
import { signInCipher } from '../../core/secrets/keyring-cipher'
import type { ScopeQuestion } from '../../core/auth/server-sign-in'
import type { PageOpener } from '../../core/auth/sign-in-flow'
import { SignInStore } from '../../core/auth/sign-in-store'
import { SignIns } from '../../core/auth/sign-ins'
import { systemClock } from '../../core/time/clock'
import type { SecretCipher } from '../../core/secrets/secrets'
import type { Networks } from '../../core/network/networks'
import type { TrafficLog } from '../../core/traffic/traffic-log'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { SignInReport } from '../../shared/sign-in/sign-in'
import { oneLine } from '../output/one-line'

export type KeptSignIns = { readonly store: SignInStore; readonly cipher: SecretCipher }

/** A keyring that waits for its password is worth a word. */
const PATIENCE_MS = 1_500

export function openStore(
  profile: string,
  keyring: Keyring,
  say: (message: string) => void
): KeptSignIns {
  const cipher = signInCipher(profile, saidWhenSlow(keyring, say))
  const store = new SignInStore(join(profile, 'sign-ins.json'), cipher, systemClock, {
    isReader: true,
    onLoss: ({ message }) => say(message)
  })
  return { store, cipher }
}

function saidWhenSlow(keyring: Keyring, say: (message: string) => void): Keyring {
  let isSaid = false
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    const stop = systemClock.after(PATIENCE_MS, () => {
      if (!isSaid) say('Waiting for your keyring. It may be asking for its password.')
      isSaid = true
    })
    return work.finally(stop)
  }
  return {
    backend: keyring.backend,
    read: () => watched(keyring.read()),
    write: (key) => watched(keyring.write(key))
  }
}

export type CommandSignInsOptions = {
  readonly kept: KeptSignIns
  readonly log: TrafficLog
  readonly networks: Networks
  readonly redactor: Redactor
  /** The command that signs in, with these scopes. */
  readonly login: (scopes?: readonly string[]) => string
  /** Only for the command that a person has typed to sign in. */
  readonly openPage?: PageOpener | undefined
  /** The client is given for this command, so its secret goes where the server of the command says. */
  readonly isClientGiven: boolean
}

/** The sign-in of the one server that a command is about. */
export class CommandSignIns {
  readonly signIns: SignIns
  onChange: (report: SignInReport) => void = () => {}
  private question: ScopeQuestion | undefined

  constructor(private readonly options: CommandSignInsOptions) {
    const { kept, log, networks, redactor, openPage, isClientGiven } = options
    this.signIns = new SignIns({
      log,
      networks,
      clock: systemClock,
      store: kept.store,
      hide: (values) => redactor.add(values),
      openPage,
      onChange: (report) => this.onChange(report),
      ...(isClientGiven && { confirmIssuer: async () => true }),
      askForScopes: async (_serverId, question) => {
        this.question = question
        return false
      }
    })
  }

  get kept(): KeptSignIns {
    return this.options.kept
  }

  /** What somebody types to sign in. */
  loginCommand(): string {
    return this.options.login()
  }

  /** What somebody has to do so that the server lets us in; undefined where that is not known. */
  advice(definition: ServerDefinition): string | undefined {
    const { login } = this.options
    if (this.question) {
      const { action, newScopes, allScopes } = this.question
      const wanted = oneLine(newScopes.join(' '))
      return `${oneLine(action)} needs more than you have granted: ${wanted}. To grant it: ${oneLine(login(allScopes))}`
    }
    if (definition.transport === 'stdio') return undefined
    const { state } = this.signIns.of(definition)
    const hasPerson =
      (definition.access?.oauth?.grant ?? 'authorization-code') === 'authorization-code'
    if (state.phase === 'needed') {
      return `${oneLine(definition.name)} wants you to sign in. ${state.why} To sign in: ${login()}`
    }
    if (state.phase !== 'failed') return undefined
    return hasPerson
      ? `The sign-in failed. ${state.why} To sign in again: ${login()}`
      : `The sign-in failed. ${state.why}`
  }
}
