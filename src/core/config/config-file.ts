/** Reads servers from a file in the `mcpServers` format that MCP clients have in common. */
import { readFileSync, statSync } from 'node:fs'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { ServerId } from '../../shared/ids'
import { isObject } from '../../shared/json'
import {
  FRAME_LIMIT_MAX_BYTES,
  type RemoteTransport,
  type ServerDefinition,
  type SessionSettings,
  type TransportName
} from '../../shared/server-config'
import { jsonFaultIn } from './json-fault'

const FILE_LIMIT_BYTES = 4 * 1024 * 1024
/** Timers hold no more. */
const LONGEST_MS = 2 ** 31 - 1
const SMALLEST_FRAME_LIMIT_BYTES = 1024

/** By every word that people write for them. */
export const TRANSPORT_WORDS = {
  stdio: 'stdio',
  http: 'streamable-http',
  'streamable-http': 'streamable-http',
  sse: 'sse',
  websocket: 'websocket',
  ws: 'websocket',
  'long-poll': 'long-poll',
  auto: 'auto'
} as const satisfies Record<string, TransportName>
export type TransportWord = keyof typeof TRANSPORT_WORDS

const WORDS = Object.keys(TRANSPORT_WORDS) as TransportWord[]

function count(least: number, most: number, sentence: string) {
  return z.number(sentence).int(sentence).min(least, sentence).max(most, sentence).optional()
}

function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, `has to be one of ${choices.join(', ')}`).optional()
}

/** Messages complete the sentence that begins with the name of the field. */
const text = z.string('has to be text')
const texts = z.array(text, 'has to be a list of texts')
const named = z.record(z.string(), text, 'has to be an object whose values are text')
const milliseconds = count(1, LONGEST_MS, 'has to be a whole number of milliseconds, 1 or more')
const transport = oneOf(WORDS as [TransportWord, ...TransportWord[]])

const Entry = z.object(
  {
    command: text.min(1, 'has to name a program').optional(),
    args: texts.optional(),
    env: named.optional(),
    cwd: text.optional(),
    url: text.optional(),
    transport,
    type: transport,
    headers: named.optional(),
    timeout: milliseconds,
    timeouts: z
      .object(
        { initialize: milliseconds, read: milliseconds, call: milliseconds },
        'has to be an object with initialize, read or call'
      )
      .optional(),
    initializeTimeout: milliseconds,
    readTimeout: milliseconds,
    callTimeout: milliseconds,
    maxRestarts: count(0, 1_000, 'has to be a whole number from 0 to 1000'),
    retry: oneOf(['standard', 'patient', 'none']),
    healthInterval: milliseconds,
    era: oneOf(['legacy', 'auto', 'modern']),
    frameLimit: count(
      SMALLEST_FRAME_LIMIT_BYTES,
      FRAME_LIMIT_MAX_BYTES,
      `has to be a number of bytes from ${SMALLEST_FRAME_LIMIT_BYTES} to ${FRAME_LIMIT_MAX_BYTES}`
    ),
    cacheTtl: count(0, LONGEST_MS, 'has to be a whole number of milliseconds'),
    syncTools: texts.optional(),
    disabled: z.boolean('has to be true or false').optional()
  },
  'has to be an object'
)
type Entry = z.infer<typeof Entry>

export type Variables = Readonly<Record<string, string | undefined>>

/** The servers that are not disabled. Refuses with a sentence that names the file and the place. */
export function readConfigFile(
  path: string,
  variables: Variables = process.env
): readonly ServerDefinition[] {
  const servers = serversIn(parse(path, readText(path)), path)
  return Object.entries(servers).flatMap(([name, value]) => {
    const where = `${path}, server "${name}"`
    const entry = readEntry(value, where)
    return entry.disabled === true ? [] : [definitionOf(name, entry, where, variables)]
  })
}

function readText(path: string): string {
  try {
    const { size } = statSync(path)
    if (size > FILE_LIMIT_BYTES) throw new Error('it is larger than 4 MiB')
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw refusal(`Cannot read ${path}: ${messageOf(error)}.`)
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = jsonFaultIn(text)
    throw refusal(`${path} is not JSON: something is wrong at line ${line}, column ${column}.`)
  }
}

function serversIn(file: unknown, path: string): Record<string, unknown> {
  if (!isObject(file)) throw refusal(`${path} has to hold a JSON object.`)
  const key = Object.hasOwn(file, 'mcpServers') ? 'mcpServers' : 'servers'
  if (!Object.hasOwn(file, key)) {
    throw refusal(`${path} has neither "mcpServers" nor "servers".`)
  }
  const servers = file[key]
  if (!isObject(servers)) throw refusal(`${path}: "${key}" has to be an object.`)
  return servers
}

function readEntry(value: unknown, where: string): Entry {
  const parsed = Entry.safeParse(value)
  if (parsed.success) return parsed.data
  const [{ path, message } = { path: [], message: 'cannot be understood' }] = parsed.error.issues
  const field = path.length === 0 ? 'it' : `"${path.join('.')}"`
  throw refusal(`${where}: ${field} ${message}.`)
}

function definitionOf(
  name: string,
  entry: Entry,
  where: string,
  variables: Variables
): ServerDefinition {
  const id = ServerId.safeParse(name)
  if (!id.success) throw refusal(`${where}: a name has 1 to 200 characters.`)
  const fill = (field: string, value: string): string =>
    expand(value, variables, `${where}: "${field}"`)
  const fillAll = (field: string, values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, fill(`${field}.${key}`, value)])
    )
  const { command, url, args = [], env = {}, cwd, headers = {} } = entry
  const settings = settingsIn(entry)
  const known = {
    id: id.data,
    name,
    scope: 'command line' as const,
    ...(Object.keys(settings).length > 0 && { settings })
  }
  const word = entry.transport ?? entry.type
  if (command !== undefined) {
    if (url !== undefined) throw refusal(`${where}: it has both "command" and "url".`)
    if (word !== undefined && word !== 'stdio') {
      throw refusal(`${where}: with "command" the transport is stdio, and not ${word}.`)
    }
    return {
      ...known,
      transport: 'stdio',
      command: fill('command', command),
      args: args.map((arg, index) => fill(`args.${index}`, arg)),
      env: fillAll('env', env),
      ...(cwd !== undefined && { cwd })
    }
  }
  if (url === undefined) throw refusal(`${where}: it has neither "command" nor "url".`)
  const address = fill('url', url)
  const filled = fillAll('headers', headers)
  const problem = headerProblem(filled)
  if (problem !== undefined) throw refusal(`${where}: ${problem}`)
  const chosen = remoteTransport(address, word)
  if ('problem' in chosen) throw refusal(`${where}: ${chosen.problem}`)
  return { ...known, transport: chosen.transport, url: address, headers: filled }
}

/** How an address is reached: as it was said, or as the address itself says. */
export function remoteTransport(
  url: string,
  word?: TransportWord
): { transport: RemoteTransport } | { problem: string } {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  const isSocket = protocol === 'ws:' || protocol === 'wss:'
  if (!isSocket && protocol !== 'http:' && protocol !== 'https:') {
    return { problem: '"url" has to be an address that begins with http, https, ws or wss.' }
  }
  const transport = TRANSPORT_WORDS[word ?? 'auto']
  if (transport === 'stdio') return { problem: 'with "url" the transport cannot be stdio.' }
  if (!isSocket) return { transport }
  return transport === 'auto' || transport === 'websocket'
    ? { transport: 'websocket' }
    : {
        problem: `an address that begins with ${protocol.slice(0, -1)} needs the transport websocket.`
      }
}

/** A whole sentence about the first header that HTTP does not allow. Never shows a value. */
export function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name)
    } catch {
      return `"${name}" cannot be the name of a header.`
    }
    try {
      validateHeaderValue(name, value)
    } catch {
      return `The value of the header "${name}" has characters in it that HTTP does not allow.`
    }
  }
  return undefined
}

function settingsIn(entry: Entry): Partial<SessionSettings> {
  const { timeouts = {} } = entry
  const settings: { [Key in keyof SessionSettings]?: SessionSettings[Key] | undefined } = {
    era: entry.era,
    initializeTimeoutMs: timeouts.initialize ?? entry.initializeTimeout,
    readTimeoutMs: timeouts.read ?? entry.readTimeout,
    callTimeoutMs: timeouts.call ?? entry.callTimeout ?? entry.timeout,
    maxRestarts: entry.maxRestarts,
    retry: entry.retry,
    healthIntervalMs: entry.healthInterval,
    frameLimitBytes: entry.frameLimit,
    cacheTtlMs: entry.cacheTtl,
    syncTools: entry.syncTools
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g

/** Once, from left to right: what comes out of a variable is not looked at again. */
function expand(value: string, variables: Variables, where: string): string {
  return value.replace(VARIABLE, (_all, name: string, fallback: string | undefined) => {
    const found = variables[name] ?? fallback
    if (found !== undefined) return found
    throw refusal(`${where} needs the environment variable ${name}, which is not set.`)
  })
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
