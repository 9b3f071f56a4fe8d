import type { Outcome } from '../../shared/calls/call'
import type { WantedCall } from '../../shared/calls/call-contract'
import type { JsonObject } from '../../shared/json/json'
import type { SchemaVerdict } from '../../shared/schema/validate'
import type { ServerArguments } from '../arguments/arguments'
import { contentText } from '../output/content-text'
import type { ExitCode } from '../output/exit-code'
import type { Job } from '../profile/job'
import { remarkOnMisfit } from './unfit-arguments'
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
  const { workbench, server, output, interrupt, expectApproved } = job
  const measure = `the schema of ${tool}`
  const verdict = workbench.expectFit(server.id, tool, args, isForced)
  const doubt = verdict && doubtAbout(verdict, measure)
  if (doubt !== undefined) output.remark(doubt)
  await expectApproved(tool, args)
  if (verdict?.kind === 'fails') remarkOnMisfit(output, measure, verdict)
  const how = { meta, isForced }
  const { call: started, done } = await workbench.startCall(server.id, tool, args, how)
  const cancel = (): void => workbench.cancelCall(started.id)
  if (interrupt.aborted) cancel()
  else interrupt.addEventListener('abort', cancel, { once: true })
  const { outcome, tookMs } = await done
  interrupt.removeEventListener('abort', cancel)
  if (!outcome) throw new Error('The call ended without an outcome.')
  return { outcome, ...(tookMs !== undefined && { tookMs }) }
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
