import { resourceText } from '../output/content-text'
import type { ExitCode } from '../output/exit-code'
import { orInterrupted } from '../output/interrupt'
import type { Job } from '../profile/job'
import { ask } from './ask'

export function read(job: Job, uri: string): Promise<ExitCode> {
  const { workbench, server, interrupt } = job
  return ask(job, {
    subject: uri,
    lists: [],
    textOf: resourceText,
    perform: () => orInterrupted(interrupt, workbench.readResource(server.id, uri))
  })
}
