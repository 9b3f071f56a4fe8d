/** Where the app keeps what is the person's own. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The one that was named, or the one that the app has too. */
export function profileOf(named: string | undefined): string {
  return resolve(named ?? defaultProfile(process.platform, process.env, homedir()))
}

export function defaultProfile(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'patchbay')
  if (platform === 'win32') {
    return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'patchbay')
  }
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'patchbay')
}
