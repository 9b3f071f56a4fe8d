import { promptText } from '../content-text'
import type { ExitCode } from '../exit-code'
import { orInterrupted } from '../interrupt'
import type { Job } from '../job'
import { ask } from './ask'

export function prompt(
  job: Job,
  name: string,
  args: Readonly<Record<string, string>>
): Promise<ExitCode> {
  const { workbench, server, interrupt } = job
  return ask(job, {
    subject: name,
    lists: [],
    textOf: promptText,
    perform: () => orInterrupted(interrupt, workbench.getPrompt(server.id, name, args))
  })
}
