import type { ExitCode } from '../output/exit-code'
import { orInterrupted } from '../output/interrupt'
import type { Job } from '../profile/job'
import { ask } from './ask'

export function ping(job: Job): Promise<ExitCode> {
  const { workbench, server, interrupt } = job
  return ask(job, {
    subject: server.name,
    lists: [],
    textOf: (_result, tookMs) => `${server.name} answered in ${tookMs.toFixed(1)} ms`,
    perform: async () => ({
      outcome: await orInterrupted(interrupt, workbench.probe(server.id))
    })
  })
}
