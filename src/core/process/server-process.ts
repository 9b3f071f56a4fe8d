/** One server process: started without a shell, in a process group of its own, ended as a whole. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { constants, getPriority, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { StdioDefinition } from '../../shared/servers/server-config'
import { settlesWithin, type Clock } from '../time/clock'
import { childEnvironment } from './child-environment'
import { whyNotStarted } from './command-search'
import { withLoginPath } from './login-path'
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

/** What of a definition says how its process is started. */
export type ProcessDefinition = Pick<StdioDefinition, 'name' | 'command' | 'args' | 'env' | 'cwd'>

export type StartProcess = (
  definition: ProcessDefinition,
  register?: ProcessRegister
) => Promise<ServerProcess>

export type ShutdownStep = 'had exited' | 'stdin closed' | 'SIGTERM' | 'SIGKILL'

export const GRACE_MS = 5_000

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
    private readonly child: Spawned,
    pid: number,
    private readonly mark: string,
    private readonly register: ProcessRegister | undefined
  ) {
    this.pid = pid
    this.stdin = child.stdin
    this.stdout = child.stdout
    this.stderr = child.stderr
    this.exited = new Promise((resolve) => {
      child.events.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
        this.hasExited = true
        resolve({ code, signal })
      })
    })
  }

  /** Refuses with a sentence that names the command and why it did not start. */
  static async start(
    definition: ProcessDefinition,
    register?: ProcessRegister
  ): Promise<ServerProcess> {
    const mark = randomUUID()
    const inherited = await withLoginPath(process.env)
    const env = childEnvironment(inherited, definition.env, process.platform)
    let child
    try {
      child = await spawnServer(definition, { ...env, [MARK_NAME]: mark })
    } catch (error) {
      throw startError(definition, env, error)
    }
    const { pid } = child
    if (pid === undefined) throw startError(definition, env, await child.failed)
    standBackToNormal(pid)
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

type Spawned = {
  readonly pid: number | undefined
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Of the process itself. */
  readonly events: EventEmitter
  /** Why it did not start, once that is known. */
  readonly failed: Promise<unknown>
  /** Sends a signal to all of the group. */
  readonly kill: (signal: NodeJS.Signals) => void
}

type SpawnServer = (
  definition: ProcessDefinition,
  env: Record<string, string>
) => Spawned | Promise<Spawned>

const spawnServer: SpawnServer = process.platform === 'win32' ? spawnOnWindows : spawnInOwnGroup

function spawnInOwnGroup(
  { command, args, cwd }: ProcessDefinition,
  env: Record<string, string>
): Spawned {
  const child = spawn(command, args, { ...(cwd !== undefined && { cwd }), env, detached: true })
  const { pid, stdin, stdout, stderr } = child
  const failed = new Promise((resolve) => child.on('error', resolve))
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (pid !== undefined) process.kill(-pid, signal)
    } catch {
      // The group is gone, or not ours to signal; the process itself may be.
      child.kill(signal)
    }
  }
  return { pid, stdin, stdout, stderr, events: child, failed, kill }
}

/**
 * There, arguments have to be written so that each program reads them as they were, and a process has
 * no group. Loaded where it is needed: that takes as long as the start of a small server.
 */
async function spawnOnWindows(
  { command, args, cwd }: ProcessDefinition,
  env: Record<string, string>
): Promise<Spawned> {
  const { execa } = await import('execa')
  const child = execa(command, args, {
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
  const { pid, stdin, stdout, stderr, nodeChildProcess: events } = child
  const failed = child.then(({ cause }) => cause)
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal)
  return { pid, stdin, stdout, stderr, events, failed, kill }
}

/**
 * Patchbay may run with a raised priority. A server must not inherit it, or it would slow the
 * window down. Does nothing if the process is gone already.
 */
function standBackToNormal(pid: number): void {
  const { PRIORITY_NORMAL } = constants.priority
  try {
    if (getPriority(pid) < PRIORITY_NORMAL) setPriority(pid, PRIORITY_NORMAL)
  } catch {
    return
  }
}

type Environment = Readonly<Record<string, string>>

function startError(
  definition: ProcessDefinition,
  env: Environment,
  cause: unknown
): WorkbenchError {
  const { name, command } = definition
  const { code, message }: NodeJS.ErrnoException =
    cause instanceof Error ? cause : new Error('it did not start.')
  return new WorkbenchError(
    WorkbenchErrorCode.StartFailed,
    `Cannot start ${name}: ${whyNotStarted(code, definition, env) ?? message}`,
    { command, code }
  )
}
