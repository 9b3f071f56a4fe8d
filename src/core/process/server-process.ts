/** One server process: started without a shell, in a process group of its own, ended as a whole. */
import { execa } from 'execa'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { StdioDefinition } from '../../shared/server-config'
import { settlesWithin, type Clock } from '../clock'
import { childEnvironment } from './child-environment'
import { endMarked, MARK_NAME } from './survivors'

export type Exit = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Is told which servers run, so that none is forgotten should we end before them. Never throws. */
export type ProcessRegister = {
  readonly started: (mark: string, pid: number, command: string) => void
  readonly ended: (mark: string) => void
}

export type ShutdownStep = 'had exited' | 'stdin closed' | 'SIGTERM' | 'SIGKILL'

export const GRACE_MS = 5_000
const LISTED_FOLDERS = 8
const QUOTED_CHARS = 200

export class ServerProcess {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when the process has exited; what it wrote may still be in the pipes. */
  readonly exited: Promise<Exit>
  private hasExited = false
  private escapedEnded?: Promise<void>

  private constructor(
    private readonly child: ReturnType<typeof spawnServer>,
    pid: number,
    private readonly mark: string,
    private readonly register: ProcessRegister | undefined
  ) {
    this.pid = pid
    this.stdin = child.stdin
    this.stdout = child.stdout
    this.stderr = child.stderr
    this.exited = new Promise((resolve) => {
      child.nodeChildProcess.once('exit', (code, signal) => {
        this.hasExited = true
        resolve({ code, signal })
      })
    })
  }

  /** Refuses with a sentence that names the command and why it did not start. */
  static async start(
    definition: StdioDefinition,
    register?: ProcessRegister
  ): Promise<ServerProcess> {
    const mark = randomUUID()
    const env = childEnvironment(process.env, definition.env, process.platform)
    let child
    try {
      child = spawnServer(definition, { ...env, [MARK_NAME]: mark })
    } catch (error) {
      throw startError(definition, env, error)
    }
    const { pid } = child
    if (pid === undefined) throw startError(definition, env, (await child).cause)
    const server = new ServerProcess(child, pid, mark, register)
    register?.started(mark, pid, definition.command)
    return server
  }

  /** Asks the server to end, first by closing its stdin, then with signals to its whole group. */
  async shutDown(clock: Clock, graceMs: number): Promise<ShutdownStep> {
    if (this.hasExited) return 'had exited'
    this.stdin.end()
    if (await settlesWithin(clock, graceMs, this.exited)) return 'stdin closed'
    this.child.kill('SIGTERM')
    if (await settlesWithin(clock, graceMs, this.exited)) return 'SIGTERM'
    this.child.kill('SIGKILL')
    await this.exited
    return 'SIGKILL'
  }

  /** Ends what is left of the group: a wrapper may exit before what it wrapped. */
  killGroup(): void {
    this.child.kill('SIGKILL')
  }

  /** After the exit: ends what left the group, wherever it went. Doing it twice is doing it once. */
  killEscaped(): Promise<void> {
    this.escapedEnded ??= this.exited.then(async () => {
      await endMarked(new Set([this.mark]))
      this.register?.ended(this.mark)
    })
    return this.escapedEnded
  }
}

function spawnServer(definition: StdioDefinition, env: Record<string, string>) {
  const { command, args, cwd } = definition
  return execa(command, args, {
    ...(cwd !== undefined && { cwd }),
    env,
    extendEnv: false,
    killDescendants: true,
    // Its way of cleaning up ends us too, at the first signal, before our servers have ended.
    cleanup: false,
    forceKillAfterDelay: false,
    buffer: false,
    reject: false,
    stripFinalNewline: false,
    windowsHide: true,
    encoding: 'buffer',
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe'
  })
}

type Environment = Readonly<Record<string, string>>

function startError(definition: StdioDefinition, env: Environment, cause: unknown): WorkbenchError {
  const { name, command } = definition
  const { code, message }: NodeJS.ErrnoException =
    cause instanceof Error ? cause : new Error('it did not start.')
  return new WorkbenchError(
    WorkbenchErrorCode.StartFailed,
    `Cannot start ${name}: ${whyNotStarted(code, definition, env) ?? message}`,
    { command, code }
  )
}

/** Found out after the fact: what the system says of a failed start fits several causes. */
function whyNotStarted(
  code: string | undefined,
  { command, cwd }: StdioDefinition,
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
function searchedFolders(command: string, env: Environment): readonly string[] | undefined {
  const isPath = command.includes('/') || (process.platform === 'win32' && command.includes('\\'))
  if (isPath || isAbsolute(command)) return undefined
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH')
  const value = name === undefined ? '/bin:/usr/bin' : (env[name] ?? '')
  return value.split(delimiter).filter((folder) => folder !== '')
}

function listed(folders: readonly string[]): string {
  if (folders.length === 0) return 'which is empty'
  const shown = folders.slice(0, LISTED_FOLDERS).map(quoted).join(', ')
  const more = folders.length - LISTED_FOLDERS
  return more > 0 ? `searched ${shown} and ${more} more` : `searched ${shown}`
}

function kindOf(path: string): 'nothing' | 'folder' | 'file' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'nothing' // as far as we can see
  }
}

/** A file that is there and "does not exist" is a script, or needs a loader, of another system. */
function missingInterpreter(path: string): string {
  const interpreter = /^#!\s*(\S+)/.exec(firstBytes(path))?.[1]
  const missing = interpreter === undefined ? '' : `, ${quoted(interpreter)},`
  return `${quoted(path)} exists, but the program it needs in order to run${missing} does not.`
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

function tildeHint(path: string): string {
  return path.startsWith('~') ? ' The ~ is not expanded here: write the whole path.' : ''
}

function quoted(text: string): string {
  return `"${text.length > QUOTED_CHARS ? `${text.slice(0, QUOTED_CHARS)}…` : text}"`
}
