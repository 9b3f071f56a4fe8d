/** One server of another tool as an entry of ours. */
import { readCommandLine, type PastedServer } from '../../shared/pasted/command-line'
import { isObject } from '../../shared/json/json'
import { translateAccess } from './foreign-access'
import { translateValues, type ForeignContext } from './foreign-variables'

type Fields = readonly (readonly [string, unknown])[]
type Translated = { readonly value: unknown; readonly notes: readonly string[] }

/** Words for transports that our own files know. They stay as they are. */
const KNOWN_TRANSPORTS = /^(stdio|http|streamable-http|sse|websocket|ws|long-poll|auto)$/
const TRANSPORT_SPELLINGS: readonly (readonly [RegExp, string | undefined])[] = [
  [/^(streamable|(streamable[-_ ]?)?http([-_ ]?streaming|[-_ ]?stream)?)$/i, 'http'],
  [/^(sse|server-sent-events)$/i, 'sse'],
  [/^(wss?|web-?sockets?)$/i, 'ws'],
  [/^(stdio|local)$/i, 'stdio'],
  [/^remote$/i, undefined]
]
const APPROVALS = ['alwaysAllow', 'always_allow', 'autoApprove', 'autoApproved', 'trust']
const CHOICES = [
  'includeTools',
  'excludeTools',
  'disabledTools',
  'enabledTools',
  'tools',
  'allowedTools'
]
const RUNNER_WITH_ARGUMENTS =
  /^\s*(npx|bunx|pnpx|uvx|uv|pipx|node|deno|bun|python\d*|docker|podman)\s+\S/
const SHORTEST_TIMEOUT_MS = 1_000

export function translateEntry(value: unknown, from: ForeignContext): Translated {
  if (!isObject(value) || from.format === 'patchbay') return { value, notes: [] }
  const notes: string[] = []
  const steps = [process, address, transport, standing, environment, access, folders]
  const fields = steps.reduce<Fields>(
    (current, step) => step(current, notes, from),
    Object.entries(value)
  )
  noteWhatIsNotObeyed(fields, notes)
  const translated = translateValues(Object.fromEntries(fields), from, notes)
  return { value: translated, notes: [...new Set(notes)] }
}

/** A server as it would be pasted, to find a name for it. */
export function pastedOf(value: unknown): PastedServer | undefined {
  if (!isObject(value)) return undefined
  const { command, url, args } = value
  if (typeof command === 'string') {
    const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : []
    return { kind: 'process', env: {}, command, args: words }
  }
  return typeof url === 'string' ? { kind: 'address', url, headers: {} } : undefined
}

function fieldOf(fields: Fields, key: string): unknown {
  return fields.find(([name]) => name === key)?.[1]
}

function has(fields: Fields, key: string): boolean {
  return fields.some(([name]) => name === key)
}

/** Puts others in the place of a field. */
function replace(fields: Fields, key: string, ...others: Fields): Fields {
  return fields.flatMap((field) => (field[0] === key ? others : [field]))
}

function process(fields: Fields, notes: string[]): Fields {
  const command = fieldOf(fields, 'command')
  const args = fieldOf(fields, 'args')
  if (Array.isArray(command)) {
    // Arguments of another kind would get lost; whoever reads the entry says what is wrong with it.
    if (args !== undefined && !Array.isArray(args)) return fields
    const words: readonly unknown[] = [...(command as unknown[]).slice(1), ...listOf(args)]
    return replace(replace(fields, 'args'), 'command', ['command', command[0]], ['args', words])
  }
  if (isObject(command)) {
    const { path, ...rest } = command
    const inner = Object.entries(rest).filter(([key]) => !has(fields, key))
    return replace(fields, 'command', ['command', path], ...inner)
  }
  const isLine = typeof command === 'string' && RUNNER_WITH_ARGUMENTS.test(command)
  if (!isLine || listOf(args).length > 0) return fields
  const pasted = readCommandLine(command)
  if ('problem' in pasted || pasted.kind !== 'process') return fields
  notes.push('"command" held arguments too; they are in "args" now.')
  const words: Fields = [
    ['command', pasted.command],
    ['args', pasted.args]
  ]
  return replace(replace(fields, 'args'), 'command', ...words)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function address(fields: Fields, notes: string[], { format }: ForeignContext): Fields {
  const isSaid = has(fields, 'type') || has(fields, 'transport')
  if (has(fields, 'httpUrl')) {
    if (has(fields, 'url')) {
      notes.push('"url" was left out, because "httpUrl" goes before it.')
    }
    const type: Fields = isSaid ? [] : [['type', 'http']]
    return replace(replace(fields, 'url'), 'httpUrl', ['url', fieldOf(fields, 'httpUrl')], ...type)
  }
  if (has(fields, 'serverUrl')) {
    if (has(fields, 'url')) {
      notes.push('"serverUrl" was left out, because there is "url" too.')
      return replace(fields, 'serverUrl')
    }
    return replace(fields, 'serverUrl', ['url', fieldOf(fields, 'serverUrl')])
  }
  const isSse = format === 'gemini-cli' && has(fields, 'url') && !isSaid
  return isSse ? replace(fields, 'url', ['url', fieldOf(fields, 'url')], ['type', 'sse']) : fields
}

function transport(fields: Fields): Fields {
  return ['type', 'transport'].reduce((current, key) => {
    const word = fieldOf(current, key)
    if (typeof word !== 'string' || KNOWN_TRANSPORTS.test(word)) return current
    const spelling = TRANSPORT_SPELLINGS.find(([pattern]) => pattern.test(word))
    if (!spelling) return current
    return spelling[1] === undefined
      ? replace(current, key)
      : replace(current, key, [key, spelling[1]])
  }, fields)
}

function standing(fields: Fields, notes: string[], { format }: ForeignContext): Fields {
  const source = fieldOf(fields, 'source')
  const hasWay = has(fields, 'command') || has(fields, 'url')
  if (source === 'extension' || (format === 'zed' && !hasWay)) {
    notes.push(
      'It comes with an extension of Zed, which alone knows how to start it: it cannot be imported.'
    )
  }
  const own = source === 'custom' ? replace(fields, 'source') : fields
  const enabled = fieldOf(own, 'enabled')
  if (typeof enabled !== 'boolean') return own
  const disabled: Fields = enabled || has(own, 'disabled') ? [] : [['disabled', true]]
  return replace(own, 'enabled', ...disabled)
}

/** Our files hold text only; other tools also take numbers, and null for "not set". */
function environment(fields: Fields, notes: string[]): Fields {
  const renamed =
    has(fields, 'environment') && !has(fields, 'env')
      ? replace(fields, 'environment', ['env', fieldOf(fields, 'environment')])
      : fields
  return ['env', 'headers'].reduce((current, key) => {
    const values = fieldOf(current, key)
    if (values === null) return replace(current, key)
    if (!isObject(values)) return current
    const texts = Object.entries(values).flatMap(([name, value]) => {
      if (value === null) {
        notes.push(`"${key}.${name}" was null and is left out.`)
        return []
      }
      if (typeof value !== 'number' && typeof value !== 'boolean') return [[name, value] as const]
      notes.push(`"${key}.${name}" was not text and is text now.`)
      return [[name, String(value)] as const]
    })
    return replace(current, key, [key, Object.fromEntries(texts)])
  }, renamed)
}

function access(fields: Fields, notes: string[], { format }: ForeignContext): Fields {
  const auth = fieldOf(fields, 'auth')
  const oauth = fieldOf(fields, 'oauth')
  if (auth === undefined && oauth === undefined) return fields
  const given = { ...(auth !== undefined && { auth }), ...(oauth !== undefined && { oauth }) }
  const isRemote = !has(fields, 'command')
  const translated = Object.entries(translateAccess(given, { format, isRemote }, notes))
  // Both may have become one, so that all of it stands where the first of them was.
  const first = fields.find(([name]) => Object.hasOwn(given, name))?.[0]
  return fields.flatMap((field) =>
    field[0] === first ? translated : Object.hasOwn(given, field[0]) ? [] : [field]
  )
}

/** MCP Inspector gives names to its roots. */
function folders(fields: Fields, notes: string[]): Fields {
  const roots = fieldOf(fields, 'roots')
  if (!Array.isArray(roots) || !roots.some((root) => isObject(root))) return fields
  const isNamed = roots.some((root) => isObject(root) && root['name'] !== undefined)
  if (isNamed) notes.push('The names of the "roots" are left out.')
  const addresses = roots.map((root: unknown) => (isObject(root) ? root['uri'] : root))
  return replace(fields, 'roots', ['roots', addresses])
}

/** Ways to get credentials that Patchbay does not have. */
const CREDENTIAL_HELPERS = ['headersHelper', 'targetAudience', 'targetServiceAccount']

function noteWhatIsNotObeyed(fields: Fields, notes: string[]): void {
  const provider = fieldOf(fields, 'authProviderType')
  if (provider !== undefined && provider !== 'dynamic_discovery') {
    notes.push('"authProviderType" is kept, but not obeyed: Patchbay does not know that provider.')
  }
  for (const key of CREDENTIAL_HELPERS.filter((name) => has(fields, name))) {
    notes.push(`"${key}" is kept, but not obeyed: Patchbay does not get credentials that way.`)
  }
  for (const key of APPROVALS.filter((name) => has(fields, name))) {
    notes.push(`"${key}" is kept, but not obeyed: Patchbay asks itself.`)
  }
  for (const key of CHOICES.filter((name) => has(fields, name))) {
    notes.push(`"${key}" is kept, but not obeyed: Patchbay shows all tools.`)
  }
  const timeout = fieldOf(fields, 'timeout')
  if (typeof timeout === 'number' && timeout < SHORTEST_TIMEOUT_MS) {
    notes.push(`"timeout" is ${timeout}, and is read as milliseconds here.`)
  }
}
