import type { Check } from '../../shared/servers/configuration'
import type { Clock } from '../time/clock'
import type { Credentials } from '../http/credentials'
import type { Workbench } from '../workbench/workbench'
import type { CheckList } from './check-list'

export type SearchPaths = {
  /** The PATH that Patchbay was started with. */
  readonly own: string | undefined
  /** The PATH that the person's shell has; undefined when it is not known. */
  readonly login: string | undefined
}

/** What the checks of one server work with. */
export type Examination = {
  readonly list: CheckList
  readonly workbench: Workbench
  /** Who we are to a server that has an address. */
  readonly credentials?: Credentials | undefined
  readonly version: string
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly paths: () => Promise<SearchPaths>
}

/** The first that failed is where to begin. */
export function firstFailed(checks: readonly Check[]): Check | undefined {
  return checks.find(({ status }) => status === 'failed')
}
