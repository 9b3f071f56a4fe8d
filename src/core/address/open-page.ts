/** Opens a web page in a browser, for programs without a window. Nothing passes through a shell. */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { settlesWithin, systemClock } from '../time/clock'
import { examineLink, LONGEST_SIGN_IN } from './url-gate'

type Words = readonly [string, ...string[]]
type Environment = Readonly<Record<string, string | undefined>>

/** A browser that has started may run for hours; one that cannot start ends sooner than this. */
const FAILS_WITHIN_MS = 2_000

/** Tries one after the other. Rejects with what to do where none of them can open the page. */
export async function openPage(
  address: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform
): Promise<void> {
  const link = examineLink(address, LONGEST_SIGN_IN)
  if (!link.isAllowed) throw notOpened(link.why)
  const faults: string[] = []
  for (const [command, ...args] of browserCommands(link.href, env, platform)) {
    const fault = await start(command, args)
    if (fault === undefined) return
    faults.push(`${command}: ${fault}`)
  }
  throw notOpened(`${faults.join('; ')}.`)
}

/** What opens a page: the commands of BROWSER, separated by colons, then the opener of the system. */
export function browserCommands(
  href: string,
  { BROWSER: wanted = '' }: Environment,
  platform: NodeJS.Platform
): readonly Words[] {
  const written = platform === 'win32' ? [wanted] : wanted.split(':')
  const own = written.flatMap((text): readonly Words[] => {
    const [command = '', ...args] = text.trim().split(/\s+/)
    if (command === '') return []
    return text.includes('%s')
      ? [[command, ...args.map((word) => word.replaceAll('%s', () => href))]]
      : [[command, ...args, href]]
  })
  return [...own, systemOpener(href, platform)]
}

function systemOpener(href: string, platform: NodeJS.Platform): Words {
  if (platform === 'darwin') return ['open', href]
  // `start` belongs to a shell that would read the address as more than one command.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', href]
  return ['xdg-open', href]
}

/** Why it could not be started; undefined when it runs, or has done its work. */
async function start(command: string, args: readonly string[]): Promise<string | undefined> {
  // Rarely needed, and it takes long to load.
  const { execa } = await import('execa')
  const child = execa(command, args, {
    stdio: 'ignore',
    detached: true,
    cleanup: false,
    reject: false
  })
  if (!(await settlesWithin(systemClock, FAILS_WITHIN_MS, child))) return undefined
  const { failed, exitCode, cause } = await child
  if (!failed) return undefined
  return exitCode === undefined ? messageOf(cause) : `it ended with code ${exitCode}`
}

function notOpened(why: string): WorkbenchError {
  const message = `No browser could be opened. ${why}`
  return new WorkbenchError(WorkbenchErrorCode.StartFailed, message)
}
