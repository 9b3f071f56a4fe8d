import type { ServerDefinition, SessionSettings } from '../../shared/server-config'
import type { Clock } from '../clock'
import { patient } from './credentials'
import { createRemoteWire, type RemoteSurroundings } from './remote'
import { StdioTransport, type StdioOptions } from './stdio'
import type { Tap } from './tap'
import type { Wire } from './wire'

/** What wires need besides the definition: of a process, and of the network. */
export type WireSurroundings = Pick<StdioOptions, 'register' | 'onSpawn'> &
  RemoteSurroundings & {
    /** Stops all clocks, until the returned function is called. */
    readonly hold: () => (() => void) | undefined
  }

/** The wire that a definition asks for, not yet started. */
export function createWire(
  definition: ServerDefinition,
  settings: SessionSettings,
  tap: Tap,
  clock: Clock,
  { register, onSpawn, credentials, hold, networks }: WireSurroundings
): Wire {
  if (definition.transport === 'stdio') {
    const { frameLimitBytes, hungAfterMs: patienceMs } = settings
    const options = {
      definition,
      frameLimitBytes,
      patienceMs,
      ...(register && { register }),
      ...(onSpawn && { onSpawn })
    }
    return new StdioTransport(options, tap, clock)
  }
  return createRemoteWire(definition, settings, tap, clock, {
    credentials: credentials && patient(credentials, hold),
    networks
  })
}
