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
  const { workbench, server, interrupt } = job
  return ask(job, {
    subject: tool,
    lists: ['tools'],
    textOf: contentText,
    perform: async () => {
      const { call: started, done } = await workbench.startCall(server.id, tool, args, { meta })
      const cancel = (): void => workbench.cancelCall(started.id)
      if (interrupt.aborted) cancel()
      else interrupt.addEventListener('abort', cancel, { once: true })
      const { outcome, tookMs } = await done
      interrupt.removeEventListener('abort', cancel)
      if (!outcome) throw new Error('The call ended without an outcome.')
      return { outcome, ...(tookMs !== undefined && { tookMs }) }
    }
  })
}
