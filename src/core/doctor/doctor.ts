/**
 * Finds out why a server cannot be used: one check after the other, in the order in which things have
 * to work, and for the first that does not, what to do.
 */
import type { Check } from '../../shared/servers/configuration'
import { messageOf } from '../../shared/protocol/errors'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { systemClock, type Clock } from '../time/clock'
import type { Networks } from '../network/networks'
import { loginPath } from '../process/login-path'
import type { ProcessRegister } from '../process/server-process'
import { Workbench } from '../workbench/workbench'
import type { WorkbenchOptions } from '../workbench/workbench-options'
import { CheckList, Stopped, type CheckName } from './check-list'
import { firstFailed, type SearchPaths } from './examination'
import { examineRemote, remoteChecks } from './remote-checks'
import { examineStdio, STDIO_CHECKS } from './stdio-checks'

export type ExamineOptions = {
  readonly version: string
  readonly clock?: Clock
  readonly signal?: AbortSignal
  readonly onChange: (checks: readonly Check[]) => void
  /** Where commands are searched for; otherwise our own PATH and the login shell's. */
  readonly paths?: SearchPaths
  /** Remembers server processes beyond our own end. */
  readonly register?: ProcessRegister
  /** Who we are to a server that has an address. */
  readonly remoteFor?: WorkbenchOptions['remoteFor']
} & (
  | { readonly networks: Networks }
  /** One that has this server, not open yet, and that is left open. Otherwise the doctor has its own. */
  | { readonly workbench: Workbench }
)

/** All that will be looked at, in order, and nothing of it yet. */
export function planChecks(definition: ServerDefinition): readonly Check[] {
  return namesFor(definition).map(([id, title]) => ({ id, title, status: 'waiting' }))
}

/**
 * The definition has to be trusted and expanded: its program is started, its address is asked.
 * Nothing of it is left when this resolves. Never rejects.
 */
export async function examine(
  definition: ServerDefinition,
  options: ExamineOptions
): Promise<readonly Check[]> {
  const { version, register, remoteFor, onChange, clock = systemClock } = options
  const { signal = new AbortController().signal } = options
  const once = { ...definition, settings: { ...definition.settings, ...ONE_ATTEMPT } }
  const own = (networks: Networks): Workbench =>
    new Workbench({
      servers: [once],
      version,
      clock,
      networks,
      ...(register && { register }),
      ...(remoteFor && { remoteFor })
    })
  const isOwn = !('workbench' in options)
  const workbench = isOwn ? own(options.networks) : options.workbench
  const list = new CheckList(namesFor(definition), { clock, signal, onChange })
  const examination = {
    list,
    workbench,
    credentials: remoteFor?.(once).credentials,
    version,
    clock,
    signal,
    paths: async () => options.paths ?? { own: process.env['PATH'], login: await loginPath() }
  }
  try {
    if (definition.transport === 'stdio') await examineStdio(definition, examination)
    else await examineRemote(definition, examination)
    const first = firstFailed(list.checks)
    list.skipRest(first ? `It needs "${first.title}", which failed.` : 'It was not needed.')
  } catch (error) {
    const why = `The examination broke off: ${messageOf(error)}`
    list.skipRest(error instanceof Stopped ? error.message : why)
  } finally {
    if (isOwn) {
      // Nobody waits for a server to end in good order that they do not want to know about any more.
      if (signal.aborted) workbench.killAll()
      await workbench.closeAll()
    }
  }
  return list.checks
}

/** The doctor wants to see how it breaks, not how it is mended. */
const ONE_ATTEMPT = { retry: 'none', maxRestarts: 0 } as const

function namesFor(definition: ServerDefinition): readonly CheckName[] {
  return definition.transport === 'stdio' ? STDIO_CHECKS : remoteChecks(definition)
}
