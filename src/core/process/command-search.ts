/** Where the command of a server is searched for, and why it could not be started. */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { StdioDefinition } from '../../shared/servers/server-config'
import { searchFolders } from './search-path'

type Environment = Readonly<Record<string, string>>

const LISTED_FOLDERS = 8
const QUOTED_CHARS = 200

/** Found out after the fact: what the system says of a failed start fits several causes. */
export function whyNotStarted(
  code: string | undefined,
  { command, cwd }: Pick<StdioDefinition, 'command' | 'cwd'>,
  env: Environment
): string | undefined {
  if (cwd !== undefined && kindOf(cwd) !== 'folder') {
    const why = kindOf(cwd) === 'nothing' ? 'does not exist' : 'is not a folder'
    return `its folder ${quoted(cwd)} ${why}.${tildeHint(cwd)}`
  }
  const folders = searchedFolders(command, env)
  const path = folders
    ? folders.map((folder) => join(folder, command)).find((each) => kindOf(each) !== 'nothing')
    : resolve(cwd ?? '.', command)
  const found = path === undefined ? 'nothing' : kindOf(path)
  if (found === 'folder') return `${quoted(path ?? command)} is a folder, not a program.`
  if (code === 'ENOENT' && found === 'file') return missingInterpreter(path ?? command)
  if (code === 'ENOENT' && folders) {
    return `the command ${quoted(command)} was not found on PATH (${listed(folders)}).${tildeHint(command)}`
  }
  if (code === 'ENOENT') return `${quoted(command)} does not exist.${tildeHint(command)}`
  if (code === 'EACCES') return `${quoted(path ?? command)} is not executable.`
  return code === 'ENOEXEC' ? `${quoted(path ?? command)} is not a program.` : undefined
}

/** Undefined for a command that is a path, which is not searched for. */
export function searchedFolders(command: string, env: Environment): readonly string[] | undefined {
  const isPath = command.includes('/') || (process.platform === 'win32' && command.includes('\\'))
  if (isPath || isAbsolute(command)) return undefined
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH')
  return searchFolders(name === undefined ? '/bin:/usr/bin' : env[name])
}

export function listed(folders: readonly string[]): string {
  if (folders.length === 0) return 'which is empty'
  const shown = folders.slice(0, LISTED_FOLDERS).map(quoted).join(', ')
  const more = folders.length - LISTED_FOLDERS
  return more > 0 ? `searched ${shown} and ${more} more` : `searched ${shown}`
}

export function kindOf(path: string): 'nothing' | 'folder' | 'file' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'nothing' // as far as we can see
  }
}

/** A file that is there and "does not exist" is a script, or needs a loader, of another system. */
function missingInterpreter(path: string): string {
  const [interpreter] = shebangOf(path)
  const missing = interpreter === undefined ? '' : `, ${quoted(interpreter)},`
  return `${quoted(path)} exists, but the program it needs in order to run${missing} does not.`
}

/** The program that a script names in its first line, and the words after it; empty if it has none. */
export function shebangOf(path: string): readonly string[] {
  const line = /^#![ \t]*([^\n]*)/.exec(firstBytes(path))?.[1]
  return line === undefined ? [] : line.split(/[ \t]+/).filter((word) => word !== '')
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // for whatever reason, it cannot be run by us
  }
}

/** What the system would run: the first that can be, or else the first that is there. */
export function foundIn(folders: readonly string[], command: string): string | undefined {
  const there = folders
    .flatMap((folder) => spellings(command).map((name) => join(folder, name)))
    .filter((each) => kindOf(each) !== 'nothing')
  return there.find((each) => kindOf(each) === 'file' && isExecutable(each)) ?? there[0]
}

/** Windows runs files by their endings, which need not be written. */
function spellings(command: string): readonly string[] {
  if (process.platform !== 'win32') return [command]
  const endings = (process.env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')
  return [command, ...endings.map((ending) => `${command}${ending.toLowerCase()}`)]
}

function firstBytes(path: string): string {
  const bytes = Buffer.alloc(256)
  try {
    const file = openSync(path, 'r')
    try {
      return bytes.toString('utf8', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return '' // one may be allowed to run a file that one is not allowed to read
  }
}

export function tildeHint(path: string): string {
  return path.startsWith('~') ? ' The ~ is not expanded here: write the whole path.' : ''
}

export function quoted(text: string): string {
  return `"${text.length > QUOTED_CHARS ? `${text.slice(0, QUOTED_CHARS)}…` : text}"`
}
