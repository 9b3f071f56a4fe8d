/** What of a server could be watched, by what it is started with. Only for servers that may run. */
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, resolve } from 'node:path'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { WatchTarget } from '../../shared/traffic/watch'

const SCRIPT =
  /\.(?:[cm]?[jt]sx?|py|pyz|rb|php|sh|bash|ps1|pl|lua|r|jl|exs?|go|rs|java|jar|kts?|swift|csx?|fsx|dll|clj|dart|wasm)$/i
/** Options of usual starters whose value is the folder of the project. */
const FOLDER_OPTIONS = /^(?:--directory|--project|--prefix|--cwd|--dir|-C)(?:=(.+))?$/s
/** What is installed changes by installing, and not by editing. */
const INSTALLED = /[\\/](?:node_modules|site-packages)[\\/]|\.asar[\\/]/
/** Looking at such a path connects to another machine, and tells it who asks. */
const ON_NETWORK = /^[\\/]{2}/

/** The script, its folder, then the folder in which it is started. */
export async function suggestionsFor(
  definition: ServerDefinition
): Promise<readonly WatchTarget[]> {
  if (definition.transport !== 'stdio') return []
  const { command, args, cwd } = definition
  const absolute = (path: string): string | undefined => placeOf(path, cwd)
  const words = [...(SCRIPT.test(command) ? [command] : []), ...args]
  const scripts = await only(
    'file',
    words.filter((word) => SCRIPT.test(word)).flatMap((word) => absolute(word) ?? [])
  )
  const folders = await only('folder', [
    ...scripts.map(({ path }) => dirname(path)),
    ...foldersIn(args).flatMap((folder) => absolute(folder) ?? []),
    ...(cwd === undefined || cwd === homedir() ? [] : [absolute(cwd) ?? []].flat())
  ])
  return [...scripts, ...folders]
}

function placeOf(path: string, cwd: string | undefined): string | undefined {
  const whole = cwd === undefined ? (isAbsolute(path) ? path : undefined) : resolve(cwd, path)
  return [path, cwd ?? '', whole ?? ''].some((part) => ON_NETWORK.test(part)) ? undefined : whole
}

function foldersIn(args: readonly string[]): readonly string[] {
  return args.flatMap((word, index) => {
    const option = FOLDER_OPTIONS.exec(word)
    if (!option) return []
    return option[1] ?? args[index + 1] ?? []
  })
}

/** Those of the paths that are there, and are one; each once. */
async function only(
  kind: WatchTarget['kind'],
  paths: readonly string[]
): Promise<readonly WatchTarget[]> {
  const found: WatchTarget[] = []
  for (const path of new Set(paths)) {
    if (!INSTALLED.test(path) && (await kindOf(path)) === kind) found.push({ kind, path })
  }
  return found
}

/** Undefined for what is not there, and for what is neither. */
async function kindOf(path: string): Promise<WatchTarget['kind'] | undefined> {
  try {
    const found = await stat(path)
    if (found.isFile()) return 'file'
    return found.isDirectory() ? 'folder' : undefined
  } catch {
    return undefined // not there, or not for us
  }
}
