/**
 * The process that a command names is started before the rest of the command is loaded: it takes about
 * as long as that to be ready, and nobody else may refuse it.
 */
import { ServerProcess, type StartProcess } from '../../core/process/server-process'
import type { ServerArguments } from '../arguments/arguments'
import type { ProcessChoice } from '../arguments/choose-server'
import type { Host } from '../profile/host'
import { nameOfProcess } from '../arguments/server-name'

export type EarlyServer = {
  /** Gives the process that has been started; from the second time on, another one. */
  readonly start: StartProcess
  /** Nothing is left of a process that nobody has wanted. */
  readonly end: () => Promise<void>
}

/** These ask the server first, and everything else after that. */
const ASKING: ReadonlySet<ServerArguments['command']> = new Set([
  'tools',
  'resources',
  'prompts',
  'ping',
  'call',
  'read',
  'request',
  'prompt'
])

/** Undefined where the server is not started by us, or not before something else was looked at. */
export function startEarly(args: ServerArguments, host: Host): EarlyServer | undefined {
  const choice = certainToStart(args, host)
  if (!choice) return undefined
  const { command, args: given } = choice
  const { env } = args.overrides
  const definition = { name: nameOfProcess(command), command, args: given, env }
  let isTaken = false
  let started: ServerProcess | undefined
  const starting = ServerProcess.start(definition)
  starting.then(
    (process) => (started = process),
    () => undefined // whoever takes it is told
  )
  host.kill.addEventListener('abort', () => started?.killGroup(), { once: true })
  return {
    start: (wanted, register) => {
      if (isTaken) return ServerProcess.start(wanted, register)
      isTaken = true
      return starting
    },
    end: async () => {
      if (isTaken) return
      await starting.catch(() => undefined) // then there is none
      started?.killGroup()
      await started?.killEscaped()
    }
  }
}

/** An option or a variable that is not used cannot be wrong, and so cannot keep it from starting. */
function certainToStart(args: ServerArguments, host: Host): ProcessChoice | undefined {
  const { command, server, desk, client, traffic, overrides } = args
  if (server.kind !== 'process' || !ASKING.has(command)) return undefined
  const isLookedAt =
    desk.project !== undefined ||
    client !== undefined ||
    traffic !== undefined ||
    overrides.transport !== undefined ||
    Object.keys(overrides.headers).length > 0 ||
    Object.keys(host.env ?? {}).some((name) => name.startsWith('PATCHBAY_'))
  return isLookedAt ? undefined : server
}
