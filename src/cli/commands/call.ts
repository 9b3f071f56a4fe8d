import type { Outcome } from '../../shared/calls/call'
import type { WantedCall } from '../../shared/calls/call-contract'
import type { JsonObject } from '../../shared/json/json'
import { checkAgainst, type SchemaVerdict } from '../../shared/schema/validate'
import type { ServerArguments } from '../arguments/arguments'
import { contentText } from '../output/content-text'
import type { ExitCode } from '../output/exit-code'
import type { Job } from '../profile/job'
import { UnfitArguments } from './unfit-arguments'
import { ask } from './ask'

type Wanted = Pick<WantedCall, 'tool' | 'meta'> & {
  readonly args: JsonObject
  /** Arguments that do not fit the schema are sent all the same. */
  readonly isForced: boolean
}

export function call(
  job: Job,
  wanted: Extract<ServerArguments, { command: 'call' }>
): Promise<ExitCode> {
  return ask(job, {
    subject: wanted.tool,
    lists: ['tools'],
    textOf: contentText,
    perform: () => performCall(job, wanted)
  })
}

/** Refused where you have not approved of it. Is cancelled, in good order, when we are interrupted. */
export async function performCall(
  job: Job,
  { tool, args, meta, isForced }: Wanted
): Promise<{ readonly outcome: Outcome; readonly tookMs?: number }> {
  const { workbench, server, interrupt, expectApproved } = job
  await expectApproved(tool, args)
  const isUnfit = expectFit(job, tool, args, isForced)
  const { call: started, done } = await workbench.startCall(server.id, tool, args, {
    meta,
    isForced: isUnfit
  })
  const cancel = (): void => workbench.cancelCall(started.id)
  if (interrupt.aborted) cancel()
  else interrupt.addEventListener('abort', cancel, { once: true })
  const { outcome, tookMs } = await done
  interrupt.removeEventListener('abort', cancel)
  if (!outcome) throw new Error('The call ended without an outcome.')
  return { outcome, ...(tookMs !== undefined && { tookMs }) }
}

/** Says what does not fit, and whether anything does not. A tool that is not listed has no schema. */
function expectFit(
  { workbench, server, output }: Job,
  name: string,
  args: JsonObject,
  isForced: boolean
): boolean {
  const { tools } = workbench.report(server.id).catalogue
  const tool = tools.find((listed) => listed.name === name)
  const schema = tool?.['inputSchema']
  if (schema === undefined) return false
  const verdict = checkAgainst(schema, args)
  const doubt = doubtAbout(verdict, `the schema of ${name}`)
  if (doubt !== undefined) output.remark(doubt)
  if (verdict.kind !== 'fails') return false
  const unfit = new UnfitArguments(`the schema of ${name}`, verdict)
  if (!isForced) throw unfit
  output.remark(`${unfit.what} Sent all the same.`)
  return true
}

/** A whole sentence: why nobody knows whether the arguments fit. Undefined where it is known. */
function doubtAbout(verdict: SchemaVerdict, measure: string): string | undefined {
  if (verdict.kind === 'not checked') {
    return `The arguments were not checked against ${measure}. ${verdict.reason}`
  }
  const { leavesOut } = verdict
  if (leavesOut.length === 0) return undefined
  return `The arguments were checked against only part of ${measure}: Patchbay cannot evaluate ${leavesOut.join(', ')} in it.`
}
