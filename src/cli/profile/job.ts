import type { Workbench } from '../../core/workbench/workbench'
import type { ListKind } from '../../shared/calls/catalogue'
import type { Explanation } from '../../shared/advice/explain'
import type { JsonObject } from '../../shared/json/json'
import type { Blame } from '../../shared/servers/session-state'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { Evidence } from './evidence'
import { orInterrupted } from '../output/interrupt'
import type { Output } from '../output/output'
import type { CommandSignIns } from './sign-ins'

/** What a command that is about one server works with. */
export type Job = {
  readonly workbench: Workbench
  readonly server: ServerDefinition
  /** Ours. */
  readonly version: string
  readonly isJson: boolean
  readonly output: Output
  readonly evidence: Evidence
  /** What must not be shown anywhere from now on. */
  readonly hide: (values: readonly string[]) => void
  /** Rejects when a tool may not be called. */
  readonly expectApproved: (tool: string, args: JsonObject) => Promise<void>
  /** Aborts when the person, or the system, wants us to stop. */
  readonly interrupt: AbortSignal
}

/** Of a command that is about who we are to the server, or about all there is to know of it. */
export type SigningJob = Job & { readonly signIn: CommandSignIns }

/** Rejects when the server cannot be opened, and at once when we are interrupted. */
export function open(job: Job, lists?: readonly ListKind[]): Promise<void> {
  return orInterrupted(job.interrupt, job.workbench.open(job.server.id, lists))
}

/** Why the server could not be opened, or did not stay open; undefined when it is not known. */
export function failureText({ workbench, server }: Job): string | undefined {
  const { state } = workbench.report(server.id)
  if (state.phase !== 'failed') return undefined
  return `${state.reason}\n${advice(state)}`
}

export function explanationText(subject: string, explained: Explanation): string {
  return `${subject}: ${explained.what}\n${advice(explained)}`
}

const WHOSE_DOING: Readonly<Record<Blame, string>> = {
  server: 'the server',
  network: 'the connection',
  definition: 'the definition of the server',
  patchbay: 'Patchbay',
  person: 'you'
}

function advice({ tier, blame, next }: Pick<Explanation, 'tier' | 'blame' | 'next'>): string {
  return `  Level: ${tier}. Whose doing: ${WHOSE_DOING[blame]}. What to do: ${next}`
}
