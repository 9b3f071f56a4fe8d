/** Commands of other tools that hold a server: their "mcp add", the inspector, curl. */
import type { PastedProblem, PastedServer } from './command-line'
import { addressIn } from './pasted-address'

type Read = PastedServer | PastedProblem

const ADDERS = /^(claude|gemini|qwen|codex)(\.exe|\.cmd)?$/
const EDITORS = /^(code|code-insiders|codium|cursor|windsurf|kiro)(\.cmd|\.exe)?$/

function programOf(command: string): string {
  return command.split(/[\\/]/).at(-1) ?? command
}

/** `code --add-mcp '{…}'` and `claude mcp add-json name '{…}'`: the JSON says it all. */
export function readJsonCommand(command: string, args: readonly string[]): Read | undefined {
  const program = programOf(command)
  const isJson =
    (EDITORS.test(program) && args.some((arg) => /^--add-mcp(=|$)/.test(arg))) ||
    (ADDERS.test(program) && args[0] === 'mcp' && args[1] === 'add-json')
  if (!isJson) return undefined
  return {
    problem: `This is a command of ${program} with a definition in JSON. Paste only the JSON, from { to }.`
  }
}

type Parts = {
  readonly env: [string, string][]
  readonly headers: [string, string][]
  readonly notes: string[]
  readonly words: string[]
  transport?: string
  url?: string
  problem?: string
}

/** Of `mcp add`: those with a value that has no place in a definition of ours. */
const IGNORED_WITH_VALUE =
  /^(-s|--scope|--client-id|--callback-port|--timeout|--description|--include-tools|--exclude-tools|--bearer-token-env-var)$/
const IGNORED_FLAGS = /^(--trust|--client-secret)$/

export function readAddCommand(command: string, args: readonly string[]): Read | undefined {
  const program = programOf(command)
  if (!ADDERS.test(program) || args[0] !== 'mcp' || args[1] !== 'add') return undefined
  const parts = partsOf(args.slice(2), 1)
  if (parts.problem !== undefined) return { problem: parts.problem }
  const [name, target, ...rest] = parts.words
  const address = parts.url ?? target
  if (name === undefined || address === undefined) {
    return {
      problem: `"${program} mcp add" needs a name and then a command or an address. Paste all of it.`
    }
  }
  return serverOf(parts, address, rest, name)
}

/** Takes what is inspected out of a call of the inspector. */
export function readInspector(
  command: string,
  args: readonly string[],
  readRest: (words: readonly string[]) => Read
): Read | undefined {
  const index = [command, ...args].findIndex((word) =>
    /^(@modelcontextprotocol\/inspector(@.*)?|mcp-inspector)$/.test(word)
  )
  if (index === -1 || !isRunner(command, args.slice(0, Math.max(0, index - 1)), index)) {
    return undefined
  }
  const parts = partsOf([command, ...args].slice(index + 1), 0)
  if (parts.problem !== undefined) return { problem: parts.problem }
  const address = parts.url ?? parts.words[0]
  if (address === undefined) {
    return { problem: 'The inspector is started with no server here. Paste the server itself.' }
  }
  if (addressIn(address) !== undefined) return serverOf(parts, address, [])
  const inner = readRest(parts.words)
  if ('problem' in inner || inner.kind === 'address') return inner
  return { ...inner, env: { ...inner.env, ...Object.fromEntries(parts.env) } }
}

function isRunner(command: string, between: readonly string[], index: number): boolean {
  if (index === 0) return true
  const isKnown = /^(npx|bunx|pnpx|pnpm|yarn|npm|bun)(\.cmd)?$/.test(programOf(command))
  return isKnown && between.every((word) => /^(-.*|exec|dlx|x)$/.test(word))
}

function serverOf(parts: Parts, target: string, args: readonly string[], name?: string): Read {
  const notes = parts.notes.length > 0 ? { notes: parts.notes } : {}
  const named = name === undefined ? {} : { name }
  const url = addressIn(target)
  const isRemote = parts.transport !== undefined && parts.transport !== 'stdio'
  if (url === undefined && isRemote) {
    return {
      problem: `"${target}" is not an address, but the transport ${parts.transport ?? ''} needs one.`
    }
  }
  if (url === undefined) {
    const env = Object.fromEntries(parts.env)
    return { kind: 'process', env, command: target, args, ...named, ...notes }
  }
  const headers = Object.fromEntries(parts.headers)
  const transport = isRemote ? { transport: parts.transport ?? '' } : {}
  return { kind: 'address', url, headers, ...transport, ...named, ...notes }
}

/**
 * Options stand before the command, and around the names that come first (`names` of them). Behind
 * the command everything is its own.
 */
function partsOf(args: readonly string[], names: number): Parts {
  const parts: Parts = { env: [], headers: [], notes: [], words: [] }
  let index = 0
  while (index < args.length) {
    const word = args[index] ?? ''
    if (word === '--') {
      parts.words.push(...args.slice(index + 1))
      break
    }
    if (!word.startsWith('-') || parts.words.length > names) {
      // Behind an address there may be more options; behind a command they are the command's.
      const isCommand = parts.words.length >= names && addressIn(word) === undefined
      parts.words.push(...(isCommand ? args.slice(index) : [word]))
      if (isCommand) break
      index += 1
      while (parts.words.length > names && (args[index] ?? '').startsWith('-')) {
        index += takeOption(args, index, parts)
      }
      continue
    }
    index += takeOption(args, index, parts)
  }
  return parts
}

/** How many words it took. */
function takeOption(args: readonly string[], index: number, parts: Parts): number {
  const word = args[index] ?? ''
  const [, option = word, inline] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? []
  const values = inline === undefined ? valuesBehind(option, args.slice(index + 1)) : [inline]
  const [value = ''] = values
  const taken = inline === undefined ? 1 + values.length : 1
  if (/^(-e|--env)$/.test(option)) values.forEach((each) => takePair(each, '=', parts.env, parts))
  else if (/^(-H|--header)$/.test(option)) {
    values.forEach((each) => takePair(each, ':', parts.headers, parts))
  } else if (/^(-t|--transport)$/.test(option)) parts.transport = value
  else if (/^(--url|--server-url)$/.test(option)) parts.url = value
  else if (!/^(-s|--scope|--cli|-y|--yes)$/.test(option)) {
    parts.notes.push(`The option ${option} was left out: it has no meaning here.`)
  }
  return taken
}

function valuesBehind(option: string, rest: readonly string[]): readonly string[] {
  if (IGNORED_FLAGS.test(option)) return []
  const shape = /^(-e|--env)$/.test(option)
    ? /^[A-Za-z_]\w*=/
    : /^(-H|--header)$/.test(option)
      ? /^[\w-]+:/
      : undefined
  if (!shape) {
    const hasValue = /^(-t|--transport|--url|--server-url|--config|--server|--method)$/.test(option)
    return hasValue || IGNORED_WITH_VALUE.test(option) ? rest.slice(0, 1) : []
  }
  // Both may be followed by several values, and by addresses, which look like headers.
  const end = rest.findIndex(
    (word, index) => index > 0 && (!shape.test(word) || addressIn(word) !== undefined)
  )
  return end === -1 ? rest : rest.slice(0, end)
}

function takePair(text: string, separator: string, into: [string, string][], parts: Parts): void {
  const end = text.indexOf(separator)
  if (end > 0) into.push([text.slice(0, end).trim(), text.slice(end + 1).trim()])
  else {
    const wanted = separator === '=' ? 'NAME=value' : '"Name: value"'
    parts.problem ??= `A variable or header is not written as ${wanted}. Correct it and paste again.`
  }
}

const CURL_WITH_VALUE =
  /^(-X|--request|-d|--data|--data-raw|--data-binary|--data-ascii|--json|-o|--output|-A|--user-agent|-m|--max-time|--connect-timeout|-u|--user|-b|--cookie|-e|--referer|-x|--proxy|--cacert|--cert|--key|-w|--write-out|-F|--form|-T|--retry|--resolve)$/
/** Every client sets these itself. */
const OWN_HEADERS =
  /^(accept|content-type|content-length|host|connection|mcp-session-id|mcp-protocol-version|last-event-id|user-agent)$/i

export function readCurl(command: string, args: readonly string[]): Read | undefined {
  if (!/^curl(\.exe)?$/.test(programOf(command))) return undefined
  const headers: [string, string][] = []
  const notes: string[] = []
  const parts: Parts = { env: [], headers, notes, words: [] }
  let url: string | undefined
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? ''
    const [, long = word, inline] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? []
    if (/^(-H|--header)$/.test(long)) {
      takePair(inline ?? args[(index += 1)] ?? '', ':', headers, parts)
    } else if (/^-H./.test(word)) takePair(word.slice(2), ':', headers, parts)
    else if (long === '--url') url ??= inline ?? args[(index += 1)]
    else if (CURL_WITH_VALUE.test(long)) {
      if (inline === undefined) index += 1
      if (/^(-u|--user|-b|--cookie)$/.test(long)) {
        notes.push(`The option ${long} was left out. Write it as a header.`)
      }
    } else if (!word.startsWith('-')) url ??= word
  }
  if (parts.problem !== undefined) return { problem: parts.problem }
  if (url === undefined) return { problem: 'There is no address in this curl command. Add it.' }
  const address = addressIn(url) ?? addressIn(`http://${url}`)
  if (address === undefined)
    return {
      problem: 'The address in this curl command is not one that can be reached. Correct it.'
    }
  const own = headers.filter(([name]) => OWN_HEADERS.test(name)).map(([name]) => name)
  if (own.length > 0) notes.push(`Left out, because Patchbay sets it itself: ${own.join(', ')}.`)
  const kept = Object.fromEntries(headers.filter(([name]) => !OWN_HEADERS.test(name)))
  return { kind: 'address', url: address, headers: kept, ...(notes.length > 0 && { notes }) }
}
