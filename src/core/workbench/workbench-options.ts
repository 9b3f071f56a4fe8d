import type { ServerDefinition } from '../../shared/servers/server-config'
import type { CatalogueMemory } from '../catalogue/catalogue-memory'
import type { Clock } from '../time/clock'
import type { Problems } from '../problems/problems'
import type { ServerSource } from '../servers/server-source'
import type { Inputs } from '../conversation/input'
import type { SessionOptions } from '../session/session'
import type { TrafficLog } from '../traffic/traffic-log'

export type WorkbenchOptions = Pick<
  SessionOptions,
  'register' | 'startProcess' | 'audit' | 'networks'
> & {
  /** Who we are to a server that has an address. */
  readonly remoteFor?: (definition: ServerDefinition) => Pick<SessionOptions, 'credentials'>
  readonly servers: readonly ServerDefinition[] | ServerSource
  readonly version: string
  /** Where everything that passes is told; one of its own, unless others write there too. */
  readonly log?: TrafficLog
  readonly clock?: Clock
  /** What servers may ask of the person; nothing, unless somebody is there to answer. */
  readonly inputs?: Inputs
  /** Remembers what the person saw of the catalogues. */
  readonly memory?: CatalogueMemory
  /** Where what needs a person is told; a list of its own, unless others tell there too. */
  readonly problems?: Problems
}
