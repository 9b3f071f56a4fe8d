/** One entry of `mcpServers`, in the format that MCP clients have in common, and what it defines. */
import { isAbsolute, win32 } from 'node:path'
import { z } from 'zod'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import { isObject, type JsonObject } from '../../shared/json/json'
import {
  FRAME_LIMIT_MAX_BYTES,
  type ConfigFault,
  type ServerDefinition,
  type ServerScope,
  type SessionSettings
} from '../../shared/servers/server-config'
import { LIMITS } from '../bounds/limits'
import { accessFaults, accessFields, accessIn, doubleToken } from './access-entry'
import { count, oneOf, text, texts, wholeNumberTo } from './entry-fields'
import { metricsAddress, metricsFaults } from '../address/metrics-address'
import {
  headerFaults,
  remoteTransport,
  TRANSPORT_WORDS,
  unexpandedTransport,
  type TransportWord
} from '../address/remote-address'

/** Timers hold no more. */
const LONGEST_MS = 2 ** 31 - 1
const SMALLEST_FRAME_LIMIT_BYTES = 1024
const WORDS = Object.keys(TRANSPORT_WORDS) as [TransportWord, ...TransportWord[]]

const milliseconds = count(1, LONGEST_MS, 'has to be a whole number of milliseconds, 1 or more')

const named = z.record(z.string(), text, 'has to be an object whose values are text').optional()
const root = text.refine(
  (path) => path.startsWith('file://') || isAbsolute(path) || win32.isAbsolute(path),
  'has to be an absolute path, or an address that begins with file://'
)

const Entry = z.object(
  {
    command: text
      .min(1, 'has to name a program')
      .optional()
      .describe('The program to start. It is looked for on PATH; ~ is not expanded.'),
    args: texts.optional().describe('The arguments of the program, one text for each.'),
    env: named.describe('Variables for the program. ${NAME} and ${secret:NAME} are filled in.'),
    envFile: text
      .min(1, 'has to name a file')
      .optional()
      .describe('A file with more variables, NAME=value on each line; "env" goes before it.'),
    cwd: text.optional().describe('The folder in which the program is started.'),
    url: text
      .optional()
      .describe(
        'The address of a server that runs already: http, https, ws, wss, or unix:///path.sock#/mcp.'
      ),
    transport: oneOf(WORDS).describe('How the server is reached. Left out, it is found out.'),
    type: oneOf(WORDS).describe('The same as "transport", as other programs call it.'),
    headers: named.describe('Headers for every request to "url".'),
    timeout: milliseconds.describe('How long a call may stay silent, in milliseconds.'),
    timeouts: z
      .object(
        {
          initialize: milliseconds.describe('For the handshake, in milliseconds.'),
          read: milliseconds.describe('For lists, resources and prompts, in milliseconds.'),
          call: milliseconds.describe('For calls of tools, in milliseconds.'),
          hung: milliseconds.describe(
            'How long the server may neither answer nor take what is sent to it, in milliseconds.'
          )
        },
        'has to be an object with initialize, read, call or hung'
      )
      .optional()
      .describe('How long each kind of request may take, in milliseconds.'),
    initializeTimeout: milliseconds.describe('The same as "timeouts.initialize".'),
    readTimeout: milliseconds.describe('The same as "timeouts.read".'),
    callTimeout: milliseconds.describe('The same as "timeouts.call".'),
    maxRestarts: count(0, 1_000, 'has to be a whole number from 0 to 1000').describe(
      'How often the server is started again after it broke.'
    ),
    retry: oneOf(['standard', 'patient', 'none']).describe(
      'How long to wait before trying again: standard, patient or none.'
    ),
    healthInterval: milliseconds.describe('How often the server is asked whether it lives.'),
    era: oneOf(['legacy', 'auto', 'modern']).describe('Which generation of MCP to speak.'),
    frameLimit: count(
      SMALLEST_FRAME_LIMIT_BYTES,
      FRAME_LIMIT_MAX_BYTES,
      `has to be a number of bytes from ${SMALLEST_FRAME_LIMIT_BYTES} to ${FRAME_LIMIT_MAX_BYTES}`
    ).describe(
      'The largest message that is read from the server, in bytes: 16 MiB if it is not set. A larger one ends the request it answers.'
    ),
    listLimit: wholeNumberTo(LIMITS.listItems.most).describe(
      'How many items of one list are read: 10,000 if it is not set. A list that has more is cut.'
    ),
    pageLimit: wholeNumberTo(LIMITS.listPages.most).describe(
      'How many pages of one list are asked for: 200 if it is not set. A list that has more is cut.'
    ),
    cacheTtl: count(0, LONGEST_MS, 'has to be a whole number of milliseconds').describe(
      'How long lists and resources stay fresh, in milliseconds.'
    ),
    syncTools: texts.optional().describe('Tools after which everything is read anew.'),
    roots: z
      .array(root, 'has to be a list of texts')
      .optional()
      .describe('Folders that the server is told it may work in.'),
    metricsUrl: text
      .optional()
      .describe(
        'Where the server gives its own numbers, such as /mcp/metrics: at the origin of "url", or on this machine.'
      ),
    disabled: z
      .boolean('has to be true or false')
      .optional()
      .describe('true keeps the server in the file without using it.'),
    ...accessFields,
    description: text.optional().describe('What the server is for, in your words.')
  },
  'has to be an object'
)
export type Entry = z.infer<typeof Entry>

/** Takes fields that it does not know. Finds everything that is wrong, not only the first thing. */
export function readEntry(value: unknown): { entry: Entry } | { faults: readonly ConfigFault[] } {
  const parsed = Entry.safeParse(value)
  const found = parsed.success ? [] : parsed.error.issues
  const faults = [
    ...found.map(({ path, message }): ConfigFault => {
      if (path.length === 0) return { message: `A server ${message}.` }
      const field = path.join('.')
      return { message: `"${field}" ${message}.`, field }
    }),
    ...nameFaults(value, 'env', 'variable', /^$|[=\0]|^__proto__$/),
    ...nameFaults(value, 'headers', 'header', /^$|^__proto__$/)
  ]
  return parsed.success && faults.length === 0 ? { entry: parsed.data } : { faults }
}

/** Looks at the value itself, because zod leaves out `__proto__` without a word. */
function nameFaults(
  value: unknown,
  field: 'env' | 'headers',
  kind: string,
  isWrong: RegExp
): readonly ConfigFault[] {
  const names = isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined
  if (!isObject(names)) return []
  return Object.keys(names)
    .filter((name) => isWrong.test(name))
    .map((name) => ({
      message: `${JSON.stringify(name)} cannot be the name of a ${kind}.`,
      field: `${field}.${name}`
    }))
}

/** The definition as it is written: variables are not filled in. */
export function definitionOf(
  entry: Entry,
  known: { id: ServerId; name: string; scope: ServerScope }
): { definition: ServerDefinition } | { faults: readonly ConfigFault[] } {
  const settings = settingsIn(entry)
  const { description, roots, metricsUrl } = entry
  const access = accessIn(entry)
  const common = {
    ...known,
    ...(description !== undefined && { description }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(roots !== undefined && { roots }),
    ...(metricsUrl !== undefined && { metricsUrl }),
    ...(access && { access })
  }
  if (access?.auth?.inInitialize === true && settings.era === 'modern') {
    const why = 'The modern era has no initialize, so "auth.inInitialize" needs another "era".'
    return failed(why, 'auth.inInitialize')
  }
  const { command, url } = entry
  const word = entry.transport ?? entry.type
  if (command !== undefined) {
    if (url !== undefined) return failed('It has both "command" and "url".', 'url')
    if (word !== undefined && word !== 'stdio') {
      const field = entry.transport === undefined ? 'type' : 'transport'
      return failed(`With "command" the transport is stdio, and not ${word}.`, field)
    }
    const { args = [], env = {}, envFile, cwd } = entry
    const faults = [...metricsFaults(metricsUrl), ...(access ? accessFaults(access, true) : [])]
    if (faults.length > 0) return { faults }
    return {
      definition: {
        ...common,
        transport: 'stdio',
        command,
        args,
        env,
        ...(envFile !== undefined && { envFile }),
        ...(cwd !== undefined && { cwd })
      }
    }
  }
  if (url === undefined) return failed('It has neither "command" nor "url".')
  const { headers = {} } = entry
  const chosen = unexpandedTransport(url, word)
  const faults = [
    ...('problem' in chosen ? [{ message: chosen.problem, field: 'url' }] : []),
    ...headerFaults(headers),
    ...metricsFaults(metricsUrl, url),
    ...(access ? [...accessFaults(access, false), ...doubleToken(access, headers)] : [])
  ]
  if ('problem' in chosen || faults.length > 0) return { faults }
  return { definition: { ...common, transport: chosen.transport, url, headers } }
}

/**
 * Refuses what only shows once variables are filled in. Returns the definition as it can be used:
 * an address that began with a variable may turn out to be that of a socket.
 */
export function checkResolved(definition: ServerDefinition): ServerDefinition {
  const problem = (message: string): WorkbenchError =>
    new WorkbenchError(
      WorkbenchErrorCode.InvalidInput,
      `The server "${definition.name}" cannot be used: ${message}`
    )
  const metrics = metricsAddress(definition)
  if (metrics && 'problem' in metrics) throw problem(metrics.problem)
  const { access, transport } = definition
  const [accessFault] = access ? accessFaults(access, transport === 'stdio') : []
  if (accessFault) throw problem(accessFault.message)
  if (definition.transport === 'stdio') {
    const { command, args, env } = definition
    if (command === '') throw problem('"command" is empty once its variables are filled in.')
    const holder = [command, ...args, ...Object.values(env)].find((value) => value.includes('\0'))
    if (holder !== undefined) throw problem('one of its values holds the character NUL.')
    return definition
  }
  const chosen = remoteTransport(definition.url, definition.transport)
  if ('problem' in chosen) throw problem(chosen.problem)
  const [fault] = headerFaults(definition.headers)
  if (fault) throw problem(fault.message)
  return { ...definition, transport: chosen.transport }
}

/** A JSON Schema of an entry, in the draft that editors know best. */
export function entrySchema(): JsonObject {
  const schema = z.toJSONSchema(Entry, { io: 'input', target: 'draft-7' })
  return schema as unknown as JsonObject
}

function failed(message: string, field?: string): { faults: readonly ConfigFault[] } {
  return { faults: [{ message, ...(field !== undefined && { field }) }] }
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
    hungAfterMs: timeouts.hung,
    frameLimitBytes: entry.frameLimit,
    listLimit: entry.listLimit,
    pageLimit: entry.pageLimit,
    cacheTtlMs: entry.cacheTtl,
    syncTools: entry.syncTools
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}
