/** One server process: started without a shell, in a process group of its own, ended as a whole. */
import { execa } from 'execa'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { ServerDefinition } from '../../shared/server-config'
import { settlesWithin, type Clock } from '../clock'
import { childEnvironment } from './child-environment'

export type Exit = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

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

  private constructor(
    private readonly child: ReturnType<typeof spawnServer>,
    pid: number
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
  static async start(definition: ServerDefinition): Promise<ServerProcess> {
    const child = spawnServer(definition)
    const { pid } = child
    if (pid === undefined) throw startError(definition, (await child).cause)
    return new ServerProcess(child, pid)
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
}

function spawnServer(definition: ServerDefinition) {
  const { command, args, env, cwd } = definition
  return execa(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: childEnvironment(process.env, env, process.platform),
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

function startError(definition: ServerDefinition, cause: unknown): WorkbenchError {
  const { name, command, cwd } = definition
  const { code, message } = cause as NodeJS.ErrnoException
  return new WorkbenchError(
    WorkbenchErrorCode.StartFailed,
    `Cannot start ${name}: ${whyNotStarted(code, command, cwd) ?? message}`,
    { command, code }
  )
}

function whyNotStarted(
  code: string | undefined,
  command: string,
  cwd: string | undefined
): string | undefined {
  if (cwd !== undefined && !existsSync(cwd)) return `its folder "${cwd}" does not exist.`
  if (code === 'ENOENT') return `the command "${command}" was not found on PATH.`
  if (code === 'EACCES') return `"${command}" is not executable.`
  return undefined
}
