import { resourceText } from '../content-text'
import type { ExitCode } from '../exit-code'
import { orInterrupted } from '../interrupt'
import type { Job } from '../job'
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
