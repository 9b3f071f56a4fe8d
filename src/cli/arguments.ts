import { parseArgs } from 'node:util'
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import { isObject, type JsonObject } from '../shared/json'

export const USAGE = `patchbay <command>

  patchbay servers                                  list the servers
  patchbay tools <server>                           list the tools of a server
  patchbay call <server> <tool> --args '<json>'     call a tool

  --json           print JSON, for machines
  --timeout <ms>   give up on a call after this long
  --help, --version

stdout carries the answer only. Exit codes: 0 ok, 1 the tool says it failed, 2 the server answered
with an error, 3 the server could not be reached or did not answer, 4 wrong usage, 130 interrupted.`

export type CliArguments =
  | { readonly command: 'help' | 'version' | 'none' }
  | { readonly command: 'servers'; readonly isJson: boolean }
  | { readonly command: 'tools'; readonly isJson: boolean; readonly server: string }
  | {
      readonly command: 'call'
      readonly isJson: boolean
      readonly server: string
      readonly tool: string
      readonly args: JsonObject
      readonly timeoutMs?: number
    }

/** Refuses with a sentence that says what was expected. */
export function readArguments(argv: readonly string[]): CliArguments {
  const { values, positionals } = parse(argv)
  if (values.version === true) return { command: 'version' }
  const [command, ...rest] = positionals
  if (values.help === true || command === 'help') return { command: 'help' }
  if (command === undefined) return { command: 'none' }
  const isJson = values.json === true
  switch (command) {
    case 'servers':
      expectCount(rest, [], command)
      return { command, isJson }
    case 'tools': {
      const [server] = expectCount(rest, ['server'], command)
      return { command, isJson, server }
    }
    case 'call': {
      const [server, tool] = expectCount(rest, ['server', 'tool'], command)
      const timeoutMs = readTimeout(values.timeout)
      return {
        command,
        isJson,
        server,
        tool,
        args: readJsonObject(values.args ?? '{}'),
        ...(timeoutMs !== undefined && { timeoutMs })
      }
    }
    default:
      throw usage(`There is no command "${command}". Try: patchbay --help`)
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        args: { type: 'string' },
        timeout: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' }
      }
    })
  } catch (error) {
    throw usage(`${firstSentence((error as Error).message)} Try: patchbay --help`)
  }
}

/** Node explains at length how to escape what begins with a dash. */
function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/s.exec(text)?.[0] ?? `${text}.`
}

type AsMany<Names extends readonly string[]> = { [Index in keyof Names]: string }

function expectCount<const Names extends readonly string[]>(
  given: readonly string[],
  names: Names,
  command: string
): AsMany<Names> {
  if (given.length === names.length) return given as unknown as AsMany<Names>
  const wanted = names.map((name) => ` <${name}>`).join('')
  throw usage(`Write it like this: patchbay ${command}${wanted}`)
}

function readJsonObject(text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw usage(`--args is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) throw usage('--args has to be a JSON object, such as {"message":"hi"}.')
  return value as JsonObject
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = Number(text)
  if (Number.isInteger(ms) && ms > 0 && ms < 2 ** 31) return ms
  throw usage('--timeout has to be a number of milliseconds, such as 5000.')
}

function usage(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
