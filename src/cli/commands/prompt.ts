import { unfitArguments } from '../../shared/calls/arguments-fit'
import { unfitPromptArguments } from '../../shared/calls/prompt-arguments'
import type { ServerArguments } from '../arguments/arguments'
import { promptText } from '../output/content-text'
import type { ExitCode } from '../output/exit-code'
import { orInterrupted } from '../output/interrupt'
import type { Job } from '../profile/job'
import { remarkOnMisfit } from './unfit-arguments'
import { ask } from './ask'

type PromptRequest = Extract<ServerArguments, { command: 'prompt' }>

export function prompt(job: Job, request: PromptRequest): Promise<ExitCode> {
  const { workbench, server, interrupt } = job
  const { prompt: name, args } = request
  return ask(job, {
    subject: name,
    lists: ['prompts'],
    textOf: promptText,
    perform: () => {
      expectFit(job, request)
      return orInterrupted(interrupt, workbench.getPrompt(server.id, name, args))
    }
  })
}

/** Throws when the arguments do not fit the prompt. With --force, only remarks on it. */
function expectFit({ workbench, server, output }: Job, request: PromptRequest): void {
  const { prompt: name, args, isForced } = request
  const { prompts } = workbench.report(server.id).catalogue
  const listed = prompts.find((candidate) => candidate.name === name)
  const misfit = listed && unfitPromptArguments(listed, args)
  if (!misfit || misfit.findings.length === 0) return
  const measure = `the prompt ${name}`
  if (!isForced) throw unfitArguments(measure, misfit)
  remarkOnMisfit(output, measure, misfit)
}
