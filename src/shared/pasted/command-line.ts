/** What a person pastes to add a server: a command line, an address, or another tool's command. */
import { addressIn, nameOfAddress } from './pasted-address'
import { readAddCommand, readCurl, readInspector, readJsonCommand } from './pasted-tools'
import { splitShell } from './shell-words'
import { withoutEnd } from '../text/without-end'

export type PastedServer = (
  | {
      readonly kind: 'process'
      readonly env: Readonly<Record<string, string>>
      readonly command: string
      readonly args: readonly string[]
      readonly name?: string
    }
  | {
      readonly kind: 'address'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly transport?: string
      readonly name?: string
    }
) & {
  /** What was changed on the way, or left out. Whole sentences. */
  readonly notes?: readonly string[]
}
export type PastedProblem = { readonly problem: string }

const PROMPT = /^(?:[$%>❯]|PS [^>\n]*>|[A-Za-z]:\\[^>\n]*>)[ \t]+/
const ASSIGNMENT = /^[A-Za-z_]\w*=/
/** No system starts anything longer that a person would type. */
const LONGEST_CHARS = 32_000

export function readCommandLine(text: string): PastedServer | PastedProblem {
  const pasted = text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(PROMPT, '')
  if (pasted === '') return { problem: 'There is nothing here yet. Paste a command or an address.' }
  if (pasted.length > LONGEST_CHARS) {
    return { problem: 'This is too long for a command line. Paste the command only.' }
  }
  if (pasted.includes('\0')) {
    return { problem: 'There is a NUL character in this, which no command can hold. Take it out.' }
  }
  const url = addressIn(pasted)
  if (url !== undefined) return { kind: 'address', url, headers: {} }
  if (/^[{[]/.test(pasted)) {
    return { problem: 'This is JSON and not a command. Add it as JSON, or import it.' }
  }
  const split = splitShell(pasted)
  if ('problem' in split) return split
  const notes = split.variables.map(variableNote)
  const server = readLines(split.lines)
  if ('problem' in server || notes.length === 0) return server
  return { ...server, notes: [...notes, ...(server.notes ?? [])] }
}

function variableNote(written: string): string {
  const name = written.replace(/^[$%]\{?/, '').replace(/[}%]$/, '')
  const reference = `\${${name}}`
  return written === reference
    ? `${reference} is filled in when the server starts.`
    : `${written} became ${reference}, which is filled in when the server starts.`
}

/** Lines before the last may only set variables. */
function readLines(lines: readonly (readonly string[])[]): PastedServer | PastedProblem {
  const last = lines.at(-1)
  if (!last) return { problem: 'There is only a comment here. Paste the command itself.' }
  const before = lines.slice(0, -1).map(withoutExport)
  const extra = before.find((line) => !line.every((word) => ASSIGNMENT.test(word)))
  if (extra) {
    return {
      problem: `These are several commands: "${extra[0] ?? ''}" is in a line of its own. Paste one, or end each line but the last with a backslash.`
    }
  }
  return readWords(last, before.flat())
}

function withoutExport(line: readonly string[]): readonly string[] {
  return line[0] === 'export' || line[0] === 'set' ? line.slice(1) : line
}

function readWords(
  words: readonly string[],
  assignments: readonly string[] = []
): PastedServer | PastedProblem {
  const count = words.findIndex((word) => !ASSIGNMENT.test(word))
  const set = [...assignments, ...(count === -1 ? words : words.slice(0, count))]
  const [command, ...args] = count === -1 ? [] : words.slice(count)
  if (command === undefined) {
    return { problem: 'This sets variables, but there is no command behind them. Add the command.' }
  }
  if (command === '') return { problem: 'The command is empty. Write the program to run first.' }
  // With options env does more than set variables, and is then run as it stands.
  const isEnv = /^(.*\/)?env$/.test(command) && !(args[0] ?? '').startsWith('-')
  if (isEnv) return readWords(args, set)

  const known = readKnown(command, args)
  if (known && 'problem' in known) return known
  const env = Object.fromEntries(set.map(assignmentOf))
  const server = known ?? { kind: 'process' as const, env: {}, command, args }
  return server.kind === 'process' ? { ...server, env: { ...env, ...server.env } } : server
}

function readKnown(
  command: string,
  args: readonly string[]
): PastedServer | PastedProblem | undefined {
  const url = addressIn(command)
  if (url !== undefined) {
    return {
      problem: 'There is something behind the address. Paste the address alone, or a command.'
    }
  }
  return (
    readAddCommand(command, args) ??
    readJsonCommand(command, args) ??
    readInspector(command, args, readWords) ??
    readCurl(command, args)
  )
}

function assignmentOf(word: string): readonly [string, string] {
  const end = word.indexOf('=')
  return [word.slice(0, end), word.slice(end + 1)]
}

const RUNNERS = /^(npx|bunx|pnpx|uvx|pipx|uv|npm|pnpm|yarn|bun|deno|docker|podman|nerdctl|dnx|go)$/
const INTERPRETERS =
  /^(node|nodejs|tsx|ts-node|python\d*(\.\d+)?|pythonw|py|ruby|perl|php|java|bash|sh|zsh|dotnet|cmd|sudo)$/
/** Words of runners that come before the package. */
const SUBCOMMANDS = /^(run|exec|x|dlx|tool|start|-m)$/
/** Options whose value stands in the next word. */
const VALUE_OPTIONS =
  /^(-e|--env|-v|--volume|--mount|-p|--publish|--name|--network|--net|-w|--workdir|-u|--user|--env-file|--platform|--entrypoint|--add-host|-l|--label|-h|--hostname|--memory|--cpus|--package|--python|--with|--directory|--project|--index-url|--default-index|--registry|-r|--require|--import|--loader|-C|--prefix|--filter|-W|-X|--pull|--gpus)$/

export function suggestName(pasted: PastedServer): string {
  if (pasted.name !== undefined && pasted.name.trim() !== '') return pasted.name.trim()
  if (pasted.kind === 'address') return nameOfAddress(pasted.url)
  const program = baseName(pasted.command).replace(/\.(exe|cmd|bat)$/i, '')
  const isRunner = RUNNERS.test(program)
  if (!isRunner && !INTERPRETERS.test(program)) return plainName(program) || 'server'
  const target = targetIn(pasted.args)
  const directory = optionIn(pasted.args, ['--directory', '--project', '--prefix', '-C'])
  const named = target === undefined ? '' : plainName(target)
  const isVague = /^(index|main|server|cli|app|start|run|dist|src|build)?$/i.test(named)
  const folder = isVague ? folderName(directory ?? target ?? '', directory !== undefined) : ''
  return folder || named || plainName(program) || 'server'
}

function targetIn(args: readonly string[]): string | undefined {
  const from = optionIn(args, ['--from', '--module', '-m'])
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (VALUE_OPTIONS.test(arg)) index += 1
    else if (arg === '--from') index += 1
    else if (arg !== '' && !arg.startsWith('-') && !SUBCOMMANDS.test(arg)) {
      return /^(python\d*|node|tsx)$/.test(arg) ? (targetIn(args.slice(index + 1)) ?? arg) : arg
    }
  }
  return from
}

function optionIn(args: readonly string[], names: readonly string[]): string | undefined {
  const index = args.findIndex((arg) => names.includes(arg))
  return index === -1 ? undefined : args[index + 1]
}

function baseName(path: string): string {
  return withoutEnd(path, '\\/').split(/[\\/]/).at(-1) ?? ''
}

/** The folder that tells more than `index.js` does. */
function folderName(path: string, isFolder: boolean): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && !/^(\.+|\$\{.*\})$/.test(part))
  const folders = isFolder ? parts : parts.slice(0, -1)
  const telling = folders.findLast((part) => !/^(dist|build|src|out|lib|bin)$/i.test(part))
  return telling === undefined || telling.startsWith('@') ? '' : plainName(telling)
}

/** A package, image or file without version, scope, ending, and what every server is called. */
function plainName(target: string): string {
  const isScoped = target.startsWith('@')
  const unversioned = target
    .replace(/^(npm|jsr):/, '')
    .replace(/^git\+/, '')
    .replace(/@sha256:.*$/, '')
    .replace(/(.)@[^/@]*$/, '$1')
    .replace(/(==|>=|~=|<=|\[).*$/, '')
    .replace(/([^/:\\]):[\w.-]+$/, '$1')
  const base = baseName(unversioned)
  const bare = base
    .replace(/\.(git|m?[jt]sx?|cjs|cts|py|rb|sh|jar|exe|cmd|bat|php|dll|pl)$/i, '')
    .replace(/_/g, isPackage(target) ? '-' : '_')
  if (/\.[a-z]+$/i.test(base) && base !== bare && !/\.git$/i.test(base)) return bare
  const short = bare
    .replace(/^(mcp-server-|server-|mcp-)/i, '')
    .replace(/(-mcp-server|-mcp|-server-mcp)$/i, '')
  if (/^(mcp|server|mcp-server)?$/i.test(short) && isScoped) {
    return target.slice(1).split('/')[0] ?? bare
  }
  return short || bare
}

function isPackage(target: string): boolean {
  return !/[\\/]/.test(target.replace(/^@[^/]+\//, ''))
}
