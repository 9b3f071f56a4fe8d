/** Speaks to a server process over its stdin and stdout, one frame a line. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { ServerDefinition } from '../../shared/server-config'
import { settlesWithin, type Clock } from '../clock'
import { GRACE_MS, ServerProcess, type Exit } from '../process/server-process'
import { LineSplitter, type SplitLine } from './line-splitter'
import type { Sighting, Tap } from './tap'

const LINE_LIMIT_BYTES = 16 * 1024 * 1024
/** A process that left its group can hold the pipes open long after the server is gone. */
const DRAIN_MS = 500
const STDERR_LINE_LIMIT_BYTES = 64 * 1024

/** Whether a frame goes on to the SDK, or nobody there needs it. */
export type Verdict = 'deliver' | 'handled'

export type WireEnd =
  | { readonly kind: 'exited'; readonly exit: Exit }
  | { readonly kind: 'too long'; readonly limitBytes: number }

export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** Sees each frame, both ways, after the tap and before anyone else. */
  inspect?: (sighting: Sighting) => Verdict
  onSpawn?: (pid: number) => void
  onStderr?: (line: string) => void
  /** Why the wire ended, when nobody asked it to. */
  end?: WireEnd
  private process?: ServerProcess
  private closing?: Promise<void>
  private finished?: Promise<void>
  private isClosed = false

  constructor(
    private readonly definition: ServerDefinition,
    private readonly tap: Tap,
    private readonly clock: Clock
  ) {}

  get pid(): number | undefined {
    return this.process?.pid
  }

  async start(): Promise<void> {
    const process = await ServerProcess.start(this.definition)
    if (this.closing) {
      process.killGroup()
      throw new WorkbenchError(WorkbenchErrorCode.ConnectionLost, 'The session was closed.')
    }
    this.process = process
    this.tap.lifecycle(`Started, process ${process.pid}.`)
    this.onSpawn?.(process.pid)

    const stdout = new LineSplitter(
      (line) => this.receive(line),
      (start) => this.giveUp(start),
      LINE_LIMIT_BYTES
    )
    const stderr = new LineSplitter(
      (line) => this.hearStderr(line),
      (start) => this.hearStderr(start),
      STDERR_LINE_LIMIT_BYTES
    )
    process.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    process.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    process.stdin.on('error', (error) => this.onerror?.(error))
    const drained = Promise.all([ended(process.stdout), ended(process.stderr)])

    this.finished = this.watchExit(process, drained, () => {
      stdout.end((rest) =>
        this.tap.noise(rest.text, rest.bytes, 'The server ended in the middle of this line.')
      )
      stderr.end((rest) => this.hearStderr(rest))
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const process = this.process
    if (!process || this.isClosed) {
      throw new WorkbenchError(WorkbenchErrorCode.ConnectionLost, 'The server is not running.')
    }
    const raw = JSON.stringify(message)
    this.inspect?.(this.tap.frame('workbench', raw, Buffer.byteLength(raw)))
    await new Promise<void>((resolve, reject) => {
      process.stdin.write(`${raw}\n`, (error) => (error ? reject(unread(error)) : resolve()))
    })
  }

  close(graceMs = GRACE_MS): Promise<void> {
    this.closing ??= this.shutDown(graceMs)
    return this.closing
  }

  /** For when there is no time left to ask. */
  kill(): void {
    if (!this.isClosed) this.process?.killGroup()
  }

  private async shutDown(graceMs: number): Promise<void> {
    if (!this.process) return this.onclose?.()
    const step = await this.process.shutDown(this.clock, graceMs)
    if (step === 'SIGTERM' || step === 'SIGKILL') {
      this.tap.lifecycle(`Did not end when its stdin was closed; ended by ${step}.`)
    }
    await this.finished
  }

  private receive({ text, bytes, invalidUtf8At }: SplitLine): void {
    const finding =
      invalidUtf8At === undefined ? undefined : `This is not UTF-8 at byte ${invalidUtf8At}.`
    const sighting = this.tap.frame('server', text, bytes, finding)
    if (sighting.shape.kind === 'not a frame') return
    if (this.inspect?.(sighting) === 'handled') return
    this.onmessage?.(sighting.message as JSONRPCMessage)
  }

  private hearStderr({ text, bytes }: SplitLine): void {
    this.tap.stderr(text, bytes)
    this.onStderr?.(text)
  }

  /** A frame that is too large would have to be dropped, and its request would wait forever. */
  private giveUp(start: SplitLine): void {
    this.end ??= { kind: 'too long', limitBytes: LINE_LIMIT_BYTES }
    const finding = 'This is the start of a line that is longer than a frame may be.'
    this.tap.noise(start.text, start.bytes, finding)
    void this.close() // the state change follows from onclose
  }

  /** Reads the last words, then tells everyone. */
  private async watchExit(
    process: ServerProcess,
    drained: Promise<unknown>,
    flush: () => void
  ): Promise<void> {
    const exit = await process.exited
    process.killGroup()
    await settlesWithin(this.clock, DRAIN_MS, drained)
    flush()
    this.tap.end(describeExit(exit))
    if (!this.closing) this.end ??= { kind: 'exited', exit }
    this.isClosed = true
    this.onclose?.()
  }
}

function unread(cause: Error): WorkbenchError {
  const message = 'The server no longer reads what is sent to it.'
  return new WorkbenchError(WorkbenchErrorCode.ConnectionLost, message, cause.message)
}

export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `Exited with code ${code}.` : `Ended by ${signal}.`
}

function ended(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('end', resolve)
    stream.once('error', () => resolve())
    stream.once('close', resolve)
  })
}
