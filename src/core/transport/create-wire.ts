import type { ServerDefinition, SessionSettings } from '../../shared/servers/server-config'
import type { Clock } from '../time/clock'
import { patient } from '../http/credentials'
import type * as remoteModule from './remote'
import type { RemoteSurroundings } from './remote'
import { StdioTransport, type StdioOptions } from './stdio'
import type { Tap } from '../wire/tap'
import type { Wire } from '../wire/wire'

/** What wires need besides the definition: of a process, and of the network. */
export type WireSurroundings = Pick<StdioOptions, 'register' | 'startProcess' | 'onSpawn'> &
  RemoteSurroundings & {
    /** Stops all clocks, until the returned function is called. */
    readonly hold: () => (() => void) | undefined
  }

/** A process needs nothing of it. */
let remote: typeof remoteModule | undefined

/** Before a wire is made for a server that has an address. */
export async function loadRemoteWires(): Promise<void> {
  remote ??= await import('./remote')
}

/** The wire that a definition asks for, not yet started. */
export function createWire(
  definition: ServerDefinition,
  settings: SessionSettings,
  tap: Tap,
  clock: Clock,
  { register, startProcess, onSpawn, credentials, hold, networks }: WireSurroundings
): Wire {
  if (definition.transport === 'stdio') {
    const { frameLimitBytes, hungAfterMs: patienceMs } = settings
    const options = {
      definition,
      frameLimitBytes,
      patienceMs,
      ...(register && { register }),
      ...(startProcess && { startProcess }),
      ...(onSpawn && { onSpawn })
    }
    return new StdioTransport(options, tap, clock)
  }
  if (!remote) throw new Error('The wires to servers with an address were not loaded.')
  return remote.createRemoteWire(definition, settings, tap, clock, {
    credentials: credentials && patient(credentials, hold),
    networks
  })
}
