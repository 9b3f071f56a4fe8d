/** What a definition leads to on this machine now: shown in the question, and no part of the trust. */
import { basename, dirname, resolve } from 'node:path'
import type { DefinitionLine } from '../../shared/question/prompt'
import type { ServerDefinition, StdioDefinition, Warning } from '../../shared/servers/server-config'
import { childEnvironment } from '../process/child-environment'
import { foundIn, searchedFolders } from '../process/command-search'
import { withLoginPath } from '../process/login-path'
import { isCodeLoading } from '../hiding/code-loading'
import { liesIn, realPathOf } from '../references/inside'
import { piecesOf } from '../references/references'
import type { FileVariables } from './trust'
import { readEnvFile } from '../server-file/variables'
import { hiddenCodeWarnings } from './warnings'
import { launchesOf } from './warnings/launches'
import { obeyedFile } from './warnings/packages'

export type Surroundings = {
  /** Follows the line of the command. */
  readonly program?: DefinitionLine
  readonly warnings: readonly Warning[]
  readonly fileVariables?: FileVariables
}

export type Place = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The project that the server belongs to, if it belongs to one. */
  readonly project: string | undefined
}

export async function surroundingsOf(
  definition: ServerDefinition,
  { environment, project }: Place
): Promise<Surroundings> {
  if (definition.transport !== 'stdio') return { warnings: [] }
  const { command, args } = definition
  const inherited = await withLoginPath(environment)
  const fileVariables = fileVariablesOf(definition)
  const program = programOf(definition, inherited, fileVariables['PATH'])
  return {
    ...(program && { program: { label: 'program', text: program.path ?? NOT_FOUND } }),
    warnings: [
      ...inProject(program?.path, project),
      ...obeyedFiles(definition, project),
      ...Object.keys(fileVariables).filter(isCodeLoading).map(loadsCode),
      ...hiddenCodeWarnings(launchesOf(command, args), fileVariables, 'the env file')
    ],
    fileVariables
  }
}

/** None where the file cannot be read: then the server does not start, and says why. */
export function fileVariablesOf(definition: ServerDefinition): FileVariables {
  if (definition.transport !== 'stdio' || definition.envFile === undefined) return {}
  try {
    return readEnvFile(definition.envFile)
  } catch {
    return {}
  }
}

function loadsCode(name: string): Warning {
  const message = `The variable ${name} in the env file can make the program run other code.`
  return { kind: 'inline-code', message }
}

function obeyedFiles(
  { command, args, cwd }: StdioDefinition,
  project: string | undefined
): readonly Warning[] {
  if (project === undefined) return []
  return launchesOf(command, args).flatMap((launch): readonly Warning[] => {
    const file = obeyedFile(launch)
    if (file === undefined) return []
    const message = `The program ${launch.program} obeys ${file} in ${cwd ?? project}. What stands there can make other code run, and you are not asked again when it changes.`
    return [{ kind: 'project-program', message }]
  })
}

const NOT_FOUND = 'not found now'

/** The file that would be started; undefined where a value that is not known yet decides it. */
function programOf(
  { command, cwd, env }: StdioDefinition,
  inherited: Place['environment'],
  filePath: string | undefined
): { readonly path: string | undefined } | undefined {
  const fill = (text: string): string | undefined => filledIn(text, inherited)
  const written = fill(command)
  const ownPath = env['PATH'] === undefined ? filePath : fill(env['PATH'])
  if (written === undefined || (env['PATH'] !== undefined && ownPath === undefined)) {
    return undefined
  }
  const own = ownPath === undefined ? {} : { PATH: ownPath }
  const folders = searchedFolders(written, childEnvironment(inherited, own, process.platform))
  if (folders) return { path: foundIn(folders, written) }
  const place = resolve(cwd ?? '.', written)
  return { path: foundIn([dirname(place)], basename(place)) }
}

function filledIn(text: string, variables: Place['environment']): string | undefined {
  const parts = piecesOf(text).map((piece) => {
    if (piece.kind === 'literal') return piece.text
    if (piece.kind === 'unknown' || piece.reference.kind !== 'variable') return undefined
    return variables[piece.reference.name] ?? piece.reference.fallback
  })
  return parts.includes(undefined) ? undefined : parts.join('')
}

function inProject(path: string | undefined, project: string | undefined): readonly Warning[] {
  if (path === undefined || project === undefined) return []
  if (![path, realPathOf(path)].some((each) => liesIn(each, project))) return []
  const message =
    'The program is a file of this project. Whoever changes the project changes what runs, and you are not asked again.'
  return [{ kind: 'project-program', message }]
}
