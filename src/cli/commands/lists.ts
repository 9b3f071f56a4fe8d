/** What a server has to offer, one kind of thing at a time. */
import type { ListKind } from '../../shared/calls/catalogue'
import { ExitCode, exitCodeOf } from '../output/exit-code'
import { open, type Job } from '../profile/job'

type Row = Readonly<Record<string, unknown>>

const COLUMNS: Readonly<Record<ListKind, (row: Row) => readonly unknown[]>> = {
  tools: ({ name, description }) => [name, description],
  resources: ({ uri, name, mimeType }) => [uri, name, mimeType],
  resourceTemplates: ({ uriTemplate, name, mimeType }) => [uriTemplate, name, mimeType],
  prompts: ({ name, description }) => [name, description]
}

export function tools(job: Job): Promise<ExitCode> {
  return list(job, ['tools'], (sent) => sent('tools'))
}

export function prompts(job: Job): Promise<ExitCode> {
  return list(job, ['prompts'], (sent) => sent('prompts'))
}

export function resources(job: Job): Promise<ExitCode> {
  return list(job, ['resources', 'resourceTemplates'], (sent, incomplete) => ({
    resources: sent('resources'),
    resourceTemplates: sent('resourceTemplates'),
    ...(incomplete.length > 0 && { incomplete })
  }))
}

async function list(
  job: Job,
  kinds: readonly [ListKind, ...ListKind[]],
  asJson: (sent: (kind: ListKind) => readonly unknown[], incomplete: readonly ListKind[]) => unknown
): Promise<ExitCode> {
  const { workbench, server, output, isJson } = job
  const { id, name } = server
  await open(job, kinds)
  const { catalogue, state } = workbench.report(id)
  for (const { message } of catalogue.findings) output.remark(message)
  const [main] = kinds
  const isDeclared = state.phase === 'ready' && state.capabilities[main] !== undefined
  if (!isDeclared && catalogue[main].length === 0) {
    output.remark(`${name} does not say that it has ${main}.`)
  }
  const incomplete = kinds.filter((kind) => catalogue.incomplete?.includes(kind))
  if (isJson) {
    output.answer(JSON.stringify(asJson((kind) => workbench.sent(id, kind), incomplete)))
  } else {
    for (const kind of kinds) {
      for (const row of catalogue[kind]) output.answer(lineOf(COLUMNS[kind](row)))
    }
  }
  // A server that has no templates may not even know how to say so.
  const failure = workbench.listFailure(id, main)
  if (failure) return exitCodeOf(failure)
  return incomplete.length > 0 ? ExitCode.Incomplete : ExitCode.Ok
}

/** One line a thing, whatever the server has put into its texts. */
function lineOf(columns: readonly unknown[]): string {
  const texts = columns.map((column) => (typeof column === 'string' ? column : ''))
  return texts.map((text) => text.split(/[\n\r\t]/, 1)[0]).join('\t')
}
