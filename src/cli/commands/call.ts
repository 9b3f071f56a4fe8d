import type { Outcome } from '../../shared/call'
import type { JsonObject } from '../../shared/json'
import { contentText } from '../content-text'
import type { ExitCode } from '../exit-code'
import type { Job } from '../job'
import { ask } from './ask'

export function call(
  job: Job,
  tool: string,
  args: JsonObject,
  meta?: JsonObject
): Promise<ExitCode> {
  return ask(job, {
    subject: tool,
    lists: ['tools'],
    textOf: contentText,
    perform: () => performCall(job, tool, args, meta)
  })
}

/** Refused where the person has not approved of it. Is cancelled, in good order, when we are interrupted. */
export async function performCall(
  { workbench, server, interrupt, expectApproved }: Job,
  tool: string,
  args: JsonObject,
  meta?: JsonObject
): Promise<{ readonly outcome: Outcome; readonly tookMs?: number }> {
  expectApproved(tool, args)
  const { call: started, done } = await workbench.startCall(server.id, tool, args, { meta })
  const cancel = (): void => workbench.cancelCall(started.id)
  if (interrupt.aborted) cancel()
  else interrupt.addEventListener('abort', cancel, { once: true })
  const { outcome, tookMs } = await done
  interrupt.removeEventListener('abort', cancel)
  if (!outcome) throw new Error('The call ended without an outcome.')
  return { outcome, ...(tookMs !== undefined && { tookMs }) }
}
