/**
 * Where the system keeps the address of its PAC file. Chromium would read it itself, but here it finds
 * no host at all, so that pages cannot; we fetch the file for it.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from './proxy-choice'

const LIMIT_MS = 5_000

/** What asking needs of the system. */
export type PacSources = {
  readonly platform: NodeJS.Platform
  readonly environment: Environment
  readonly home: string
  /** The output of a program; empty when it cannot be had. */
  readonly output: (command: string, args: readonly string[]) => Promise<string>
}

/** Undefined when the system uses none. Never rejects. */
export async function pacAddress(sources: PacSources): Promise<string | undefined> {
  const found = await addressIn(sources)
  return found !== undefined && /^https?:\/\//i.test(found) && URL.canParse(found)
    ? found
    : undefined
}

const INTERNET_SETTINGS = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'
const GNOME = 'org.gnome.system.proxy'

async function addressIn({ platform, environment, home, output }: PacSources) {
  if (platform === 'win32') {
    const said = await output('reg', ['query', INTERNET_SETTINGS, '/v', 'AutoConfigURL'])
    return /AutoConfigURL\s+REG_SZ\s+(\S+)/.exec(said)?.[1]
  }
  if (platform === 'darwin') {
    const said = await output('scutil', ['--proxy'])
    if (!/ProxyAutoConfigEnable\s*:\s*1/.test(said)) return undefined
    return /ProxyAutoConfigURLString\s*:\s*(\S+)/.exec(said)?.[1]
  }
  if (/kde/i.test(environment['XDG_CURRENT_DESKTOP'] ?? '')) return kdeAddress(environment, home)
  const mode = await output('gsettings', ['get', GNOME, 'mode'])
  if (!mode.includes('auto')) return undefined
  return /'(\S+)'/.exec(await output('gsettings', ['get', GNOME, 'autoconfig-url']))?.[1]
}

async function kdeAddress(environment: Environment, home: string): Promise<string | undefined> {
  const folder = environment['XDG_CONFIG_HOME'] || join(home, '.config')
  // A desktop that has no such file has no proxy.
  const text = await readFile(join(folder, 'kioslaverc'), 'utf8').catch(() => '')
  if (!/^ProxyType=2\s*$/m.test(text)) return undefined
  return /^Proxy Config Script=(\S+)/m.exec(text)?.[1]
}

/** A program that is not there says nothing. */
export function programOutput(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: LIMIT_MS, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout)
    )
  })
}
