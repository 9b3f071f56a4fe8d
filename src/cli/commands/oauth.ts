/**
 * Checks how a server and its authorization server do authorization: once as it has to be, and once for
 * each mistake that can be made. Needs nobody, and says so where somebody is needed.
 */
import { AuthDebugRun, type DebugClient } from '../../core/auth-debugger/debug-run'
import { plainVisit } from '../../core/auth-debugger/plain-visit'
import { mistakesFor } from '../../core/auth-debugger/run-plan'
import type { ClientIdentity } from '../../core/auth/client-identity'
import { identityIn } from '../../core/auth/sign-in-flow'
import { secretsOf } from '../../core/auth/sign-in-record'
import { systemClock } from '../../core/time/clock'
import { webAddress } from '../../core/address/socket-address'
import {
  worstVerdict,
  type AuthDebugReport,
  type AuthDebugWish,
  type AuthMistake
} from '../../shared/sign-in/auth-debug'
import { BLAME_WORDS, MISTAKE_WORDS, STEP_WORDS } from '../../shared/sign-in/auth-debug-words'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { ExitCode } from '../output/exit-code'
import { Interrupted } from '../output/interrupt'
import type { Job, SigningJob } from '../profile/job'
import type { OauthArguments } from '../arguments/oauth-arguments'
import { junitOf, textOf } from '../output/oauth-report'
import { wrongUsage } from '../output/usage'

export async function oauth(job: SigningJob, args: OauthArguments): Promise<ExitCode> {
  const { output, hide } = job
  const reports: AuthDebugReport[] = []
  const definition = remoteOf(job)
  const network = job.workbench.networks.of(definition)
  const { confirmIssuer } = job.signIn.signIns
  const wish: AuthDebugWish = { revision: args.revision, registration: 'auto' }
  const mistakes = mistakesFor(definition.access?.oauth ?? {}, wish)
  let before: DebugClient | undefined
  for (const mistake of [undefined, ...mistakes]) {
    output.status(statusOf(mistake))
    const run = new AuthDebugRun({
      runId: reports.length + 1,
      definition,
      isSaved: false,
      wish: { ...wish, ...(mistake !== undefined && { mistake }) },
      log: job.workbench.log,
      networks: job.workbench.networks,
      clock: systemClock,
      version: job.version,
      hide,
      openPage: plainVisit(new URL(webAddress(definition.url)), network, job.interrupt),
      onChange: () => undefined,
      boundIssuer: job.signIn.kept.store.boundIssuer(definition.id, definition.url),
      confirmIssuer: confirmIssuer && ((...asked) => confirmIssuer(definition, ...asked)),
      knownAt: async (issuer) =>
        before?.issuer === issuer ? before.identity : keptClient(job, definition, issuer)
    })
    await orStopped(job, run)
    before = run.client ?? before
    reports.push(run.report)
    // Where the usual way ends early, a mistake would say nothing.
    if (mistake === undefined && isOver(run.report)) break
  }
  output.status('')
  output.answer(written(args, reports))
  return exitCode(job, reports)
}

/** From a sign-in of the person, so that a check does not leave another registration behind. */
async function keptClient(
  { signIn, hide }: SigningJob,
  { id, url }: RemoteDefinition,
  issuer: string
): Promise<ClientIdentity | undefined> {
  const record = await signIn.kept.store.readFrom(id, issuer).catch(() => undefined)
  if (record?.serverUrl !== new URL(url).href) return undefined
  hide(secretsOf(record))
  return identityIn(record)
}

function isOver({ steps }: AuthDebugReport): boolean {
  return worstVerdict(steps) === 'failed'
}

function statusOf(mistake: AuthMistake | undefined): string {
  return mistake === undefined ? 'Signing in' : `What if: ${MISTAKE_WORDS[mistake].title}`
}

function remoteOf({ server }: Job): RemoteDefinition {
  if (server.transport !== 'stdio') return server
  throw wrongUsage(`${server.name} is started by a command, so there is nothing to sign in to.`)
}

async function orStopped({ interrupt }: Job, run: AuthDebugRun): Promise<void> {
  const stop = (): void => void run.stop() // never rejects
  interrupt.addEventListener('abort', stop, { once: true })
  if (interrupt.aborted) stop()
  await run.done
  interrupt.removeEventListener('abort', stop)
  if (interrupt.aborted) throw new Interrupted()
}

function written({ reporter }: OauthArguments, reports: readonly AuthDebugReport[]): string {
  switch (reporter) {
    case 'json':
      return JSON.stringify(reports)
    case 'junit':
      return junitOf(reports)
    case 'text':
      return textOf(reports)
  }
}

function exitCode({ output, signIn }: SigningJob, reports: readonly AuthDebugReport[]): ExitCode {
  const [first] = reports
  const failed = first?.steps.find(({ verdict }) => verdict === 'failed')
  if (failed?.text !== undefined) {
    const whose = failed.blame === undefined ? '' : ` Whose doing: ${BLAME_WORDS[failed.blame]}.`
    output.remark(`${STEP_WORDS[failed.id].title}: ${failed.text}${whose}`)
  }
  if (first?.isUnreachable === true) return ExitCode.TransportError
  if (first?.needsPerson === true) {
    output.remark(`To sign in: ${signIn.loginCommand()}`)
    output.remark(
      'To check without a person, give a client: --client-id with --client-secret or --client-key.'
    )
    return ExitCode.Refused
  }
  const isWrong = reports.some(({ steps }) => ['failed', 'wrong'].includes(worstVerdict(steps)))
  return isWrong ? ExitCode.ToolError : ExitCode.Ok
}
