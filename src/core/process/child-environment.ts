/** What a server process inherits: a short list of names, never the whole environment of the app. */
import { searchPath } from './search-path'

const INHERITED_POSIX = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'TMPDIR']
const INHERITED_WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR'
]

type Environment = Readonly<Record<string, string | undefined>>

export function childEnvironment(
  ours: Environment,
  own: Readonly<Record<string, string>>,
  platform: NodeJS.Platform
): Record<string, string> {
  const isWindows = platform === 'win32'
  const names = new Set(isWindows ? INHERITED_WINDOWS : INHERITED_POSIX)
  const env: Record<string, string> = {}
  const written = new Set(Object.keys(own).map((name) => name.toUpperCase()))
  for (const [name, value] of Object.entries(ours)) {
    const isInherited = isWindows
      ? names.has(name.toUpperCase())
      : names.has(name) || name.startsWith('LC_')
    // Windows takes Path and PATH for one name, and would choose between them by itself.
    if (isWindows && written.has(name.toUpperCase())) continue
    // A value that starts like this is an exported shell function, which a shell would run.
    if (isInherited && value !== undefined && !value.startsWith('()')) env[name] = value
  }
  return withSafePath({ ...env, ...own }, platform)
}

function withSafePath(
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform
): Record<string, string> {
  const isPath = (name: string): boolean =>
    (platform === 'win32' ? name.toUpperCase() : name) === 'PATH'
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const kept = isPath(name) ? searchPath(value, platform) : value
      return kept === undefined ? [] : [[name, kept]]
    })
  )
}
