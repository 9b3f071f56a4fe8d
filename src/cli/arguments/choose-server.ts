/** From what was written on the command line to the definition of a server. */
import { remoteTransport } from '../../core/address/remote-address'
import type { ServerRegistry } from '../../core/servers/registry'
import type { WorkbenchError } from '../../shared/protocol/errors'
import { ServerId } from '../../shared/protocol/ids'
import {
  type RemoteDefinition,
  type ServerDefinition,
  type ServerSummary,
  type SessionSettings,
  type StdioDefinition
} from '../../shared/servers/server-config'
import type { ServerChoice } from './arguments'
import { oneLine } from '../output/one-line'
import type { Overrides } from './options'
import { nameOfProcess, shortName } from './server-name'
import { wrongUsage } from '../output/usage'

export type ProcessChoice = Extract<ServerChoice, { kind: 'process' }>

/** A process needs a moment to start, however little time its answers are given. */
const LEAST_INITIALIZE_MS = 2_000

/**
 * The definition of the server that is meant, filled in, with what the command line changes in it.
 * One that is written down has to be trusted.
 */
export async function chooseServer(
  choice: ServerChoice,
  overrides: Overrides,
  registry: ServerRegistry
): Promise<ServerDefinition> {
  const definition = withOverrides(await definitionOf(choice, overrides, registry), overrides)
  registry.hideValues(definition)
  return definition
}

async function definitionOf(
  choice: ServerChoice,
  { transport: word }: Overrides,
  registry: ServerRegistry
): Promise<ServerDefinition> {
  switch (choice.kind) {
    case 'configured': {
      if (choice.config !== undefined) return serverOfFile(choice.config, choice.name)
      const servers = registry.summaries()
      const named = servers.filter(({ name }) => name === choice.name)
      const found = named.find(isCounting) ?? named[0]
      if (found) return registry.resolve(found.id)
      throw notThere(
        choice.name,
        servers.map(({ name }) => name)
      )
    }
    case 'process':
      return processOf(choice)
    case 'address': {
      const { url } = choice
      const chosen = remoteTransport(url, word)
      if ('problem' in chosen) throw wrongUsage(`--url ${url}: ${chosen.problem}`)
      return {
        ...named(shortName(new URL(url).host || 'socket')),
        transport: chosen.transport,
        url,
        headers: {}
      }
    }
  }
}

/** A process that the command names, for which nothing has to be looked up. */
export function chooseProcess(choice: ServerChoice, overrides: Overrides): ServerDefinition {
  if (choice.kind !== 'process') throw new Error('A server that is written down is looked up.')
  return withOverrides(processOf(choice), overrides)
}

function processOf({ command, args }: ProcessChoice): StdioDefinition {
  return { ...named(nameOfProcess(command)), transport: 'stdio', command, args, env: {} }
}

/** Only what is wrong with this server keeps it from being used. */
async function serverOfFile(path: string, wanted: string): Promise<ServerDefinition> {
  const { readConfigFile } = await import('../../core/server-file/config-file')
  const servers = readConfigFile(path)
  const names = servers.map((server) => ('fault' in server ? server.name : server.definition.name))
  const found = servers[names.indexOf(wanted)]
  if (!found) throw notThere(wanted, names)
  if ('fault' in found) throw wrongUsage(found.fault)
  return found.resolve()
}

function notThere(name: string, known: readonly string[]): WorkbenchError {
  return wrongUsage(
    known.length === 0
      ? `There is no server "${oneLine(name)}", nor any other.`
      : `There is no server "${oneLine(name)}". Known servers: ${known.map(oneLine).join(', ')}.`
  )
}

/** Of several of one name one counts, and the others are shadowed. */
function isCounting({ standing }: ServerSummary): boolean {
  return standing.kind !== 'shadowed'
}

function named(name: string): Pick<ServerDefinition, 'id' | 'name' | 'scope'> {
  return { id: ServerId.parse(name), name, scope: 'command line' }
}

function withOverrides(definition: ServerDefinition, overrides: Overrides): ServerDefinition {
  const settings = settingsWith(definition.settings, overrides)
  return definition.transport === 'stdio'
    ? { ...withVariables(definition, overrides), settings }
    : { ...withHeaders(definition, overrides), settings }
}

function withVariables(definition: StdioDefinition, overrides: Overrides): StdioDefinition {
  const { transport = 'stdio', headers, env } = overrides
  if (transport !== 'stdio') {
    throw wrongUsage(`${definition.name} is a process, so its transport cannot be ${transport}.`)
  }
  if (Object.keys(headers).length > 0) {
    throw wrongUsage(`${definition.name} is a process, so --header has no meaning for it.`)
  }
  return { ...definition, env: { ...definition.env, ...env } }
}

function withHeaders(definition: RemoteDefinition, overrides: Overrides): RemoteDefinition {
  const { transport: word, headers, env } = overrides
  const { name, url } = definition
  if (Object.keys(env).length > 0) {
    throw wrongUsage(`${name} is not started by Patchbay, so --env has no meaning for it.`)
  }
  const chosen = word === undefined ? definition : remoteTransport(url, word)
  if ('problem' in chosen) throw wrongUsage(`${name}: ${chosen.problem}`)
  const replaced = new Set(Object.keys(headers).map((header) => header.toLowerCase()))
  const kept = Object.entries(definition.headers).filter(
    ([header]) => !replaced.has(header.toLowerCase())
  )
  return {
    ...definition,
    transport: chosen.transport,
    headers: { ...Object.fromEntries(kept), ...headers }
  }
}

/** One command is one session: a server that breaks has broken, and is not started again. */
function settingsWith(
  settings: Partial<SessionSettings> | undefined,
  { timeoutMs, era }: Overrides
): Partial<SessionSettings> {
  return {
    ...settings,
    maxRestarts: 0,
    ...(era !== undefined && { era }),
    ...(timeoutMs !== undefined && {
      initializeTimeoutMs: Math.max(timeoutMs, LEAST_INITIALIZE_MS),
      readTimeoutMs: timeoutMs,
      callTimeoutMs: timeoutMs
    })
  }
}
