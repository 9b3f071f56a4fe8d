/** Finds out why a server refuses a signature, by signing in other ways and seeing what it accepts. */
import type { SigningAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { visibleText } from '../../shared/text/visible-text'
import type { Clock } from '../time/clock'
import type { Network } from '../network/network'
import { HttpClient } from '../http/http-client'
import { ownCredentials } from '../http/own-credentials'
import { clockSkewMs, describeSigning, isTellingSkew, skewSentence } from '../http/signing'
import type { Tap } from '../wire/tap'
import type { Refused } from './auth-check'
import { failed, type Verdict } from './check-list'
import { endSession, get, initializeMessage, post, type Probe } from './http-probe'
import { isAuthStatus } from './http-verdicts'

export type SigningTrial = {
  readonly definition: RemoteDefinition
  readonly url: URL
  readonly version: string
  readonly clock: Clock
  readonly tap: Tap
  readonly network: Network
  readonly signal: AbortSignal
}

type Way = Pick<SigningAccess, 'method' | 'scheme'>

const WAYS: readonly (Way & { readonly written: string })[] = [
  { scheme: 'simple', method: 'rpc', written: '"method": "rpc"' },
  { scheme: 'simple', method: 'http', written: '"method": "http"' },
  { scheme: 'v1', written: '"scheme": "v1"' }
]
const SHOWN_CHARS = 100

export async function signingVerdict(
  trial: SigningTrial,
  signing: SigningAccess,
  refused: Refused
): Promise<Verdict> {
  const { clock } = trial
  const skewMs = clockSkewMs(refused.headers, clock.wall())
  const isSkewed = isTellingSkew(skewMs)
  const theirs = isSkewed ? { ...clock, wall: () => clock.wall() + skewMs } : clock
  const what = `It refuses the signature (${refused.status}).`
  const clocks = isSkewed ? ` ${skewSentence(skewMs)}` : ''
  if (isSkewed && (await isAccepted(trial, signing, theirs))) {
    return failed(
      `${what}${clocks} Signed with the time of the server, the same request is accepted.`,
      'Set the clock that is wrong: a signature holds for a few minutes only.'
    )
  }
  for (const { written, ...way } of WAYS) {
    const other = { ...signing, ...way }
    if (describeSigning(other) === describeSigning(signing)) continue
    if (!(await isAccepted(trial, other, theirs))) continue
    return failed(
      `${what}${clocks} Signed with ${describeSigning(other)} instead of ${describeSigning(signing)}, the request is accepted.`,
      `Write ${written} into "signing" of the definition.`
    )
  }
  return whenNothingHelps(trial, signing, theirs, refused, `${what}${clocks}`)
}

/** A request without a body tells the secret from the body. */
async function whenNothingHelps(
  trial: SigningTrial,
  signing: SigningAccess,
  clock: Clock,
  { headers }: Refused,
  what: string
): Promise<Verdict> {
  const { via } = headers
  const proxy =
    via === undefined
      ? ''
      : ` The answer came through a proxy (Via: ${visibleText(via.slice(0, SHOWN_CHARS))}).`
  if (await isBodilessAccepted(trial, signing, clock)) {
    return failed(
      `${what} A signed request without a body is accepted, so the secret is right, and something on the way changes the body.${proxy}`,
      'Reach the server without what is in between, or let that pass requests on as they are.'
    )
  }
  return failed(
    `${what} It refuses every way to sign that Patchbay knows.${proxy}`,
    'Check the secret of "signing" in the definition, and the names of its headers.'
  )
}

async function isAccepted(
  trial: SigningTrial,
  signing: SigningAccess,
  clock: Clock
): Promise<boolean> {
  const { definition, url, version, signal } = trial
  return withClient(trial, signing, clock, async (client) => {
    const probe = await post(client, url, initializeMessage(version, definition), signal)
    if ('session' in probe && probe.session) await endSession(client, url, probe.session, signal)
    return isLetIn(probe)
  })
}

async function isBodilessAccepted(
  trial: SigningTrial,
  signing: SigningAccess,
  clock: Clock
): Promise<boolean> {
  return withClient(trial, signing, clock, async (client) =>
    isLetIn(await get(client, trial.url, 'text/event-stream', trial.signal))
  )
}

async function withClient(
  { definition, url, tap, clock, network }: SigningTrial,
  signing: SigningAccess,
  signedAt: Clock,
  ask: (client: HttpClient) => Promise<boolean>
): Promise<boolean> {
  const access = { ...definition.access, signing }
  const credentials = ownCredentials({ ...definition, access }, signedAt)
  const client = new HttpClient(url, definition.headers, tap, clock, network, credentials)
  try {
    return await ask(client)
  } finally {
    client.destroy()
  }
}

function isLetIn(probe: Probe): boolean {
  return !('failure' in probe) && !isAuthStatus(probe.status)
}
