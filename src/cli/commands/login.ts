/** Signs in to a server by a browser. Whoever typed the command wants the page to open. */
import { AuthError } from '../../core/auth/auth-error'
import { CANCELLED, type Auditing } from '../../core/audit/auditing'
import { messageOf } from '../../shared/protocol/errors'
import type { AuthStep, AuthStepId, SignInFacts, SignInState } from '../../shared/sign-in/sign-in'
import { ExitCode } from '../output/exit-code'
import { Interrupted, orInterrupted } from '../output/interrupt'
import type { SigningJob } from '../profile/job'
import { oneLine } from '../output/one-line'
import type { Output } from '../output/output'

export type LoginWish = {
  readonly scope?: string
}

export type PageWish = {
  readonly hasNoBrowser: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** Shows all of what it is told: an address without its `state` is of no use to anybody. */
  readonly output: Output
}

/** Resolves also where no browser can be opened: somebody can open the page elsewhere. */
export async function showPage(
  url: string,
  { hasNoBrowser, env, output }: PageWish
): Promise<void> {
  if (hasNoBrowser) {
    output.remark(`Open this page in a browser:\n\n  ${url}\n\n${wayBack(url)}`)
  } else {
    output.remark(`Opening this page in your browser:\n\n  ${url}\n`)
    // What starts programs is large, and only this command needs it.
    const { openPage } = await import('../../core/address/open-page')
    await openPage(url, env).catch((error: unknown) => {
      output.remark(`${messageOf(error)} Open the page yourself.\n${wayBack(url)}`)
    })
  }
  output.status('Waiting for you to sign in. Ctrl+C cancels.')
}

/** The browser may be on another machine, and comes back to this one. */
function wayBack(url: string): string {
  const target = new URL(url).searchParams.get('redirect_uri') ?? ''
  const port = URL.canParse(target) ? new URL(target).port || '80' : undefined
  if (port === undefined) return ''
  return (
    `It comes back to port ${port} of this machine. ` +
    `If the browser is on another one, connect that port first: ssh -L ${port}:127.0.0.1:${port} <this machine>`
  )
}

export async function login(
  { server, signIn, output, isJson, interrupt }: SigningJob,
  audit: Auditing,
  { scope }: LoginWish
): Promise<ExitCode> {
  const { signIns, kept } = signIn
  const own = signIns.of(server)
  const grant = server.access?.oauth?.grant ?? 'authorization-code'
  if (grant === 'authorization-code') await orInterrupted(interrupt, expectKeyring(kept))
  const told = new Set<AuthStepId>()
  signIn.onChange = ({ state }) => tellSteps(state, told, output)
  const name = oneLine(server.name)
  const params = { action: 'sign in', ...(scope !== undefined && { scope }) }
  const end = await audit.intend({ serverId: server.id, method: 'patchbay/sign-in', params })
  try {
    await orInterrupted(interrupt, own.signIn(scope === undefined ? {} : { scope }))
  } catch (error) {
    end({ error: error instanceof Interrupted ? CANCELLED : { message: messageOf(error) } })
    throw error
  } finally {
    // Nobody needs to hear how a sign-in ends that they have cancelled.
    signIn.onChange = () => {}
    signIns.cancelAll()
    output.status('')
  }
  const { state } = own
  if (state.phase !== 'signed-in') throw new AuthError('The sign-in did not end well.', 'patchbay')
  const { facts } = state
  end({ result: { issuer: facts.issuer, client: facts.clientId, scopes: facts.scopes } })
  if (isJson) output.answer(JSON.stringify({ server: server.name, ...facts }))
  else {
    output.answer(`Signed in to ${name}. ${describe(facts)}`)
    if (facts.whyNotKept !== undefined) {
      output.remark(`This sign-in ends with this command. ${oneLine(facts.whyNotKept)}`)
    }
    if (grant !== 'authorization-code') {
      output.remark('This server needs no person, so each command signs in by itself.')
    }
  }
  return ExitCode.Ok
}

/** What lasts only as long as this command is of no use to anybody. */
async function expectKeyring({ store, cipher }: SigningJob['signIn']['kept']): Promise<void> {
  await store.prepare()
  if (store.isKept) return
  throw new AuthError(
    `${cipher.explanation()}\nWithout a keyring a sign-in would be gone when this command ends, so nothing was opened. ` +
      `What works without one: a client of your own (PATCHBAY_CLIENT_ID with PATCHBAY_CLIENT_SECRET or PATCHBAY_CLIENT_KEY), ` +
      `or a token that you have (--header 'Authorization: Bearer …').`,
    'you'
  )
}

const TITLES: Readonly<Record<AuthStepId, string>> = {
  challenge: 'Asked the server',
  'resource-metadata': 'Read what the server says of itself',
  'server-metadata': 'Read what the authorization server says of itself',
  client: 'Found out who Patchbay is there',
  authorization: 'Came back from the browser',
  token: 'Got tokens',
  request: 'Asked the server with them'
}

const MARKS: Readonly<Record<AuthStep['state'], string>> = {
  running: ' ',
  done: '✓',
  failed: '✗',
  skipped: '–'
}

/** Each step once, when it is over. What went wrong is said at the end. */
function tellSteps(state: SignInState, told: Set<AuthStepId>, output: Output): void {
  if (state.phase !== 'under-way') return
  for (const { id, state: how, text } of state.steps) {
    if (how === 'running' || told.has(id)) continue
    told.add(id)
    const more = text === undefined || how === 'failed' ? '' : ` ${oneLine(text)}`
    output.remark(`${MARKS[how]} ${TITLES[id]}.${more}`)
  }
}

function describe(facts: SignInFacts) {
  const { issuer, clientId, scopes, scopesCutFrom, expiresAt, canRefresh, deviations } = facts
  const granted =
    scopes.length === 0
      ? ''
      : ` Scopes: ${scopes.join(' ')}${scopesCutFrom === undefined ? '' : ` (the first ${scopes.length} of ${scopesCutFrom})`}.`
  const renewed = canRefresh ? ', then renewed by itself' : ''
  const until =
    expiresAt === undefined ? '' : ` Valid until ${new Date(expiresAt).toISOString()}${renewed}.`
  const own = deviations.map((sentence) => ` ${sentence}`).join('')
  return oneLine(`Issuer: ${issuer}. Client: ${clientId}.${granted}${until}${own}`)
}
