/** One question to one server, and what became of it: for calls, resources, prompts and pings alike. */
import { OpeningError } from '../../core/conversation/failure'
import type { Outcome } from '../../shared/calls/call'
import type { ListKind } from '../../shared/calls/catalogue'
import { misfitIn } from '../../shared/calls/arguments-fit'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { explainOutcome } from '../../shared/advice/explain'
import type { WireFailure } from '../../shared/protocol/failure'
import type { SchemaFinding } from '../../shared/schema/validate'
import { NotApproved } from './call-approval'
import { exitCodeOf, exitCodeOfError, type ExitCode } from '../output/exit-code'
import { Interrupted } from '../output/interrupt'
import { explanationText, failureText, open, type Job } from '../profile/job'
import { failureOf } from './unfit-arguments'

/** Or nothing was sent, because it may not be or does not fit. */
type Ending =
  | Outcome
  | { readonly kind: 'not-approved'; readonly reason: string }
  | { readonly kind: 'invalid-arguments'; readonly findings: readonly SchemaFinding[] }

export type Question = {
  /** What it is about, for the person. */
  readonly subject: string
  readonly lists: readonly ListKind[]
  readonly perform: () => Promise<{ readonly outcome: Outcome; readonly tookMs?: number }>
  /** A result as text for people; undefined where there is nothing to print. */
  readonly textOf: (result: unknown, tookMs: number) => string | undefined
}

export async function ask(job: Job, question: Question): Promise<ExitCode> {
  const { output, isJson, evidence } = job
  const startedAt = performance.now()
  let code: ExitCode
  let outcome: Ending
  let tookMs: number
  let remark: string | undefined
  try {
    await open(job, question.lists)
    evidence.begin()
    const askedAt = performance.now()
    const answered = await question.perform()
    outcome = answered.outcome
    tookMs = answered.tookMs ?? performance.now() - askedAt
    code = exitCodeOf(answered.outcome)
    const explained = explainOutcome(answered.outcome)
    remark = explained && explanationText(question.subject, explained)
  } catch (error) {
    if (isOfTheCaller(error)) throw error
    outcome = outcomeOf(error)
    tookMs = performance.now() - startedAt
    code = exitCodeOfError(error)
    remark = failureText(job) ?? failureOf(error)
  }
  output.status('')
  if (isJson) output.answer(JSON.stringify(asJson(outcome, tookMs, job)))
  else if (outcome.kind === 'result') {
    const text = question.textOf(outcome.result, tookMs)
    if (text !== undefined) output.answer(text)
  }
  if (remark !== undefined) output.remark(remark)
  return code
}

/** Wrong usage is not something that became of a question: none was asked. */
function isOfTheCaller(error: unknown): boolean {
  if (!(error instanceof WorkbenchError)) return false
  if (error instanceof NotApproved) return false
  return (
    error.code === WorkbenchErrorCode.InvalidInput || error.code === WorkbenchErrorCode.NotFound
  )
}

/** What became of a question that could not even be asked. */
function outcomeOf(error: unknown): Ending {
  if (error instanceof Interrupted) return { kind: 'cancelled' }
  const reason = messageOf(error)
  if (error instanceof NotApproved) return { kind: 'not-approved', reason }
  const misfit = misfitIn(error)
  if (misfit) return { kind: 'invalid-arguments', findings: misfit.findings }
  const outcome = error instanceof OpeningError ? error.outcome : undefined
  return outcome ?? { kind: 'connection-lost', reason }
}

/** What came in place of an answer. */
function responseOf({ status, body }: WireFailure): object {
  return {
    ...(status !== undefined && { status }),
    ...(body && { contentType: body.contentType, body: body.text }),
    ...(body?.encoding !== undefined && { contentEncoding: body.encoding }),
    ...(body?.isCut === true && { isCut: true })
  }
}

function asJson(outcome: Ending, tookMs: number, job: Job): object {
  const { evidence } = job
  return {
    outcome: outcome.kind,
    ...(outcome.kind === 'result' && { result: outcome.result }),
    ...(outcome.kind === 'error' && { error: outcome.error }),
    ...(outcome.kind === 'timeout' && { afterMs: outcome.afterMs }),
    ...('reason' in outcome && { reason: outcome.reason }),
    ...(outcome.kind === 'not-an-answer' && responseOf(outcome.failure)),
    ...(outcome.kind === 'connection-lost' && lastWordsOf(job)),
    ...(outcome.kind === 'invalid-arguments' && { problems: outcome.findings }),
    durationMs: Math.round(tookMs * 1_000) / 1_000,
    violations: evidence.violations
  }
}

/** What the server wrote to stderr before it ended. */
function lastWordsOf({ workbench, server }: Job): { stderr?: readonly string[] } {
  const lines = workbench.report(server.id).postMortem?.lastStderr ?? []
  return lines.length === 0 ? {} : { stderr: lines.map(({ text }) => text) }
}
