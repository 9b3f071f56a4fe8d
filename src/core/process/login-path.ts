/**
 * An app that was started from a menu or a dock does not have the PATH that a terminal has: the shell
 * is asked for it, once. Whatever the shell does instead of answering, nobody waits long for it.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'
import { isatty } from 'node:tty'
import { systemClock, type Clock } from '../time/clock'
import { searchFolders } from './search-path'

/** A shell that reads much at its start takes a second or two; one that asks something takes forever. */
const SHELL_WAIT_MS = 5_000
const OUTPUT_LIMIT_CHARS = 1024 * 1024
/** Shells have their own ideas of what `$PATH` is; what they hand on to a program is the same in all. */
const PRINT = `/bin/sh -c 'printf "%s" "$0$PATH$0"'`

const STANDARD_STREAMS = [0, 1, 2]

type Environment = Readonly<Record<string, string | undefined>>

let isInUse = false
let asked: Promise<string | undefined> | undefined

/**
 * Whether somebody started us from a terminal: then PATH is the one they have there, with whatever
 * they have activated, and the login shell's would only be in its way. A menu gives no terminal to
 * what it starts, though it may hand on a TERM from long ago.
 */
export function isFromTerminal(
  env: Environment = process.env,
  isTerminal: (stream: number) => boolean = isatty
): boolean {
  return env['TERM'] !== undefined && STANDARD_STREAMS.some(isTerminal)
}

/** Whether servers get the login shell's PATH. Off where we were started from a shell ourselves. */
export function useLoginPath(isOn: boolean): void {
  isInUse = isOn
}

export function isLoginPathUsed(): boolean {
  return isInUse
}

/** What a server process may inherit. */
export async function withLoginPath(env: Environment): Promise<Environment> {
  const login = isInUse ? await loginPath() : undefined
  return login === undefined ? env : { ...env, PATH: mergedPath(env['PATH'], login) }
}

/** Asks the shell the first time. Undefined when there is no shell or it does not say. Never rejects. */
export function loginPath(): Promise<string | undefined> {
  asked ??= askShell(shellOf(process.env['SHELL']))
  return asked
}

/** The login shell's folders first, then ours that it does not have. */
export function mergedPath(own: string | undefined, login: string | undefined): string {
  return [...new Set([login, own].flatMap((path) => searchFolders(path)))].join(delimiter)
}

/** Never rejects. */
export async function askShell(
  shell: string | undefined,
  { clock = systemClock, waitMs = SHELL_WAIT_MS }: { clock?: Clock; waitMs?: number } = {}
): Promise<string | undefined> {
  if (process.platform === 'win32' || shell === undefined) return undefined
  const marker = randomUUID()
  try {
    return pathIn(await outputOf(shell, marker, clock, waitMs), marker)
  } catch {
    return undefined // nothing can be started at all
  }
}

function shellOf(named: string | undefined): string | undefined {
  if (named !== undefined && isAbsolute(named)) return named
  try {
    const { shell } = userInfo()
    return shell !== null && isAbsolute(shell) ? shell : undefined
  } catch {
    return undefined // the system does not know this user
  }
}

/** Between two markers, so that it does not matter what else is printed at the start and at the end. */
function outputOf(shell: string, marker: string, clock: Clock, waitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(shell, ['-i', '-l', '-c', `${PRINT} ${marker}`], {
      // In a group of its own all that it starts can be ended, and it cannot take our terminal.
      detached: true,
      env: { ...process.env, TERM: 'dumb' },
      stdio: ['ignore', 'pipe', 'ignore']
    })
    const endWithUs = (): void => endGroup(child.pid)
    process.once('exit', endWithUs)
    child.once('exit', () => process.off('exit', endWithUs))
    let output = ''
    const answer = (): void => {
      child.stdout.destroy()
      resolve(output)
    }
    // A shell that has answered may still have to end in its own way.
    const stopWaiting = clock.after(waitMs, () => {
      endGroup(child.pid)
      answer()
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (pathIn(output, marker) !== undefined || output.length > OUTPUT_LIMIT_CHARS) answer()
    })
    child.stdout.on('error', answer)
    child.once('exit', stopWaiting)
    child.once('error', () => {
      stopWaiting()
      answer()
    })
    child.once('close', answer)
  })
}

function pathIn(output: string, marker: string): string | undefined {
  const parts = output.split(marker)
  return parts.length < 3 || parts[1] === '' ? undefined : parts[1]
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left of it, which is what was wanted.
  }
}
