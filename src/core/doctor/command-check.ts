/** Whether there is a program of that name, and which: on the shell's PATH and on ours. */
import { basename, dirname, resolve } from 'node:path'
import type { StdioDefinition } from '../../shared/servers/server-config'
import { childEnvironment } from '../process/child-environment'
import {
  foundIn,
  isExecutable,
  kindOf,
  listed,
  quoted,
  searchedFolders,
  shebangOf,
  tildeHint
} from '../process/command-search'
import { isLoginPathUsed, mergedPath } from '../process/login-path'
import { failed, ok, warning, type Verdict } from './check-list'
import type { SearchPaths } from './examination'
import { howToInstall } from './installers'

type Environment = Readonly<Record<string, string>>

export async function checkCommand(
  definition: StdioDefinition,
  getPaths: () => Promise<SearchPaths>
): Promise<Verdict> {
  const { command, cwd } = definition
  if (command.trim() === '') {
    return failed('The definition names no command.', 'Write the program to start as its command.')
  }
  const paths = await getPaths()
  const env = environmentOf(definition, paths)
  const folders = searchedFolders(command, env)
  const place = resolve(cwd ?? '.', command)
  const path = foundIn(folders ?? [dirname(place)], folders ? command : basename(place))
  if (path === undefined) {
    return folders ? notFound(definition, folders, paths) : noSuchFile(command, place)
  }
  return wrongWith(path, env) ?? found(definition, path, folders ? paths : undefined)
}

export function checkFolder({ cwd }: StdioDefinition): Verdict {
  if (cwd === undefined) return ok(`None is given, so it starts in ${quoted(process.cwd())}.`)
  const fix = cwd.startsWith('~')
    ? 'Write the whole path as cwd: the ~ is not expanded there.'
    : 'Correct cwd in the definition of the server, or create the folder.'
  switch (kindOf(cwd)) {
    case 'nothing':
      return failed(`The folder ${quoted(cwd)} does not exist.`, fix)
    case 'file':
      return failed(`${quoted(cwd)} is not a folder.`, fix)
    case 'folder':
      if (isExecutable(cwd)) return ok(`It starts in ${quoted(cwd)}.`)
      return failed(
        `The folder ${quoted(cwd)} may not be entered.`,
        'Give this user the right to enter it, or choose another folder as cwd.'
      )
  }
}

/** What the process will get, so that what is found here is what is started. */
function environmentOf({ env }: StdioDefinition, { own, login }: SearchPaths): Environment {
  const path = isLoginPathUsed() && login !== undefined ? mergedPath(own, login) : own
  const { PATH: _path, ...others } = process.env
  return childEnvironment({ ...others, PATH: path }, env, process.platform)
}

function notFound(
  { command, env }: StdioDefinition,
  folders: readonly string[],
  { own, login }: SearchPaths
): Verdict {
  const hasOwnPath = Object.keys(env).some((name) => name.toUpperCase() === 'PATH')
  const searched = hasOwnPath
    ? `searched the ${folders.length} folders of the PATH in its env`
    : listed(folders)
  const detail = `The command ${quoted(command)} was not found on PATH (${searched}).`
  if (command.startsWith('~')) return failed(detail, tildeHint(command).trim())
  if (/\s/.test(command)) {
    return failed(
      `${detail} It holds a space, so the arguments may be part of it.`,
      'Write only the program as the command, and each argument by itself in args.'
    )
  }
  const elsewhere = findOn(login, command) ?? findOn(own, command)
  if (elsewhere !== undefined) {
    const whose = findOn(login, command) === undefined ? 'The PATH of Patchbay' : 'Your login shell'
    return failed(
      `${detail} ${whose} has it: ${quoted(elsewhere)}.`,
      hasOwnPath
        ? `Write the whole path, ${elsewhere}, as the command, or add its folder to PATH in the env.`
        : `Write the whole path, ${elsewhere}, as the command, or start Patchbay from a terminal.`
    )
  }
  return failed(
    detail,
    howToInstall(command, (other) => foundIn(folders, other) !== undefined)
  )
}

function noSuchFile(command: string, path: string): Verdict {
  const where = path === command ? '' : ` It would be ${quoted(path)}.`
  return failed(
    `${quoted(command)} does not exist.${where}`,
    command.startsWith('~')
      ? 'Write the whole path: the ~ is not expanded in commands.'
      : 'Correct the path of the command; a relative one counts from the folder (cwd) of the server.'
  )
}

/** What keeps a file that is there from being run. */
function wrongWith(path: string, env: Environment): Verdict | undefined {
  if (kindOf(path) === 'folder') {
    return failed(`${quoted(path)} is a folder, not a program.`, 'Name the program inside of it.')
  }
  if (process.platform === 'win32') return undefined
  if (!isExecutable(path)) {
    const [interpreter] = shebangOf(path)
    const other = interpreter === undefined ? '' : ', or name the program that runs it'
    return failed(`${quoted(path)} is not executable.`, `Make it executable with chmod +x${other}.`)
  }
  const [interpreter, ...words] = shebangOf(path)
  if (interpreter === undefined) return undefined
  if ([interpreter, ...words].some((word) => word.endsWith('\r'))) {
    return failed(
      `The first line of ${quoted(path)} ends as on Windows, so its program is not found.`,
      'Save the script with line feeds only, for example with dos2unix.'
    )
  }
  const isEnv = interpreter.endsWith('/env')
  const program = isEnv ? words.find((word) => !/^-|=/.test(word)) : interpreter
  if (program === undefined || hasProgram(program, env)) return undefined
  return failed(
    `${quoted(path)} is a script that needs ${quoted(program)}, which is not there.`,
    isEnv
      ? `${howToInstall(program)} Or add its folder to PATH in the env of the server.`
      : `Install ${program}, or correct the first line of the script.`
  )
}

function hasProgram(program: string, env: Environment): boolean {
  const folders = searchedFolders(program, env)
  return folders ? foundIn(folders, program) !== undefined : kindOf(program) === 'file'
}

function found({ args, env }: StdioDefinition, path: string, paths?: SearchPaths): Verdict {
  const detail = `It is ${quoted(path)}.${paths ? comparison(path, paths) : ''}`
  const tilde = args.find((arg) => /^~[/\\]/.test(arg))
  if (tilde !== undefined) {
    return warning(
      `${detail} An argument starts with ~, which is not expanded without a shell.`,
      'Write the whole path in the arguments, or ${HOME} instead of ~.'
    )
  }
  const hasOwnPath = Object.hasOwn(env, 'PATH')
  return ok(hasOwnPath ? `${detail} It was found by the PATH in its env.` : detail)
}

/** An app that was started from a menu has another PATH than a terminal. */
function comparison(path: string, { own, login }: SearchPaths): string {
  if (login === undefined) return ''
  const command = basename(path)
  const [ours, shells] = [findOn(own, command), findOn(login, command)]
  if (ours === shells) return ''
  if (ours === undefined) {
    return ' Only the PATH of your login shell has it, not the one Patchbay was started with.'
  }
  if (shells === undefined) {
    return ' Only the PATH that Patchbay was started with has it, not the one of your login shell.'
  }
  return path === shells
    ? ` That is your login shell’s; Patchbay was started with a PATH that has ${quoted(ours)}.`
    : ` Your login shell would run another one, ${quoted(shells)}.`
}

function findOn(path: string | undefined, command: string): string | undefined {
  if (path === undefined || command === '') return undefined
  const place = foundIn(searchedFolders(command, { PATH: path }) ?? [], command)
  return place !== undefined && kindOf(place) === 'file' && isExecutable(place) ? place : undefined
}
