/** What a person is asked where no way is left for Patchbay to be a client by itself. */
import type { DefinitionLine, InputField } from '../../shared/question/prompt'
import type { GivenValue } from '../../shared/question/values-kind'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { untilAborted } from '../time/until-aborted'
import { authErrorOf } from './auth-error'
import type { Callback } from './callback'
import type { GivenClient } from './client-identity'
import type { Discovery } from './discovery'
import { veiledAddress } from './veil'

export type WantedClient = {
  readonly issuer: string
  /** The address to name where the client is registered. */
  readonly redirectUrl: string
  /** Why Patchbay cannot register: a clause. */
  readonly why: string
}

/** Undefined where the person does not say. The question is withdrawn when the signal says so. */
export type ClientConfirmation = (
  wanted: WantedClient,
  signal: AbortSignal
) => Promise<GivenClient | undefined>

export type ClientAsker = (
  definition: RemoteDefinition,
  ...asked: Parameters<ClientConfirmation>
) => ReturnType<ClientConfirmation>

type AskContext = {
  readonly askForClient?: ClientConfirmation | undefined
  readonly signal: AbortSignal
}

/** Undefined where nobody can be asked. The browser has its time after the question. */
export function clientAskedFor(
  { askForClient, signal }: AskContext,
  { issuer }: Discovery,
  callback: Callback
): ((why: string) => Promise<GivenClient | undefined>) | undefined {
  const { redirectUrl } = callback
  return (
    askForClient &&
    ((why) => {
      const asked = askForClient({ issuer, redirectUrl, why }, signal)
      return callback.waitFor(untilAborted(signal, asked))
    })
  )
}

const REFUSALS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client'])

/** Whether it is the client that the authorization server does not accept. */
export function isClientRefused(error: unknown): boolean {
  const { oauthCode } = authErrorOf(error)
  return oauthCode !== undefined && REFUSALS.has(oauthCode)
}

export type ClientQuestion = {
  readonly title: string
  readonly intro: string
  readonly lines: readonly DefinitionLine[]
  readonly fields: readonly InputField[]
}

const ID = 'client id'
const SECRET = 'client secret'

export function clientQuestion(
  { name, url }: RemoteDefinition,
  { issuer, redirectUrl, why }: WantedClient
): ClientQuestion {
  const common = { askedBy: issuer, canRemember: false }
  return {
    title: `Which client is Patchbay for ${name}?`,
    intro: `${why}. Register Patchbay there by hand, with the return address below, and write here what you were given.`,
    lines: [
      { label: 'server', text: veiledAddress(url) },
      { label: 'authorization server', text: issuer },
      { label: 'return address (redirect URI)', text: redirectUrl }
    ],
    fields: [
      { ...common, id: ID, label: 'Client id', isSecret: false },
      { ...common, id: SECRET, label: 'Client secret', isSecret: true, isOptional: true }
    ]
  }
}

/** What was answered; undefined where the person has given no client. */
export function givenClient(
  answers: Readonly<Record<string, GivenValue>> | undefined
): GivenClient | undefined {
  const clientId = answers?.[ID]?.value.trim() ?? ''
  const clientSecret = answers?.[SECRET]?.value
  if (clientId === '') return undefined
  return { clientId, ...(clientSecret !== undefined && { clientSecret }) }
}
