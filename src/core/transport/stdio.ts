/** Speaks to a server process over its stdin and stdout, one frame a line. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Readable, Writable } from 'node:stream'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { WireFailure } from '../../shared/protocol/failure'
import { isJson } from '../../shared/json/json'
import type { StdioDefinition } from '../../shared/servers/server-config'
import type { TrafficEntry, Violation } from '../../shared/traffic/traffic'
import { settlesWithin, type Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import {
  GRACE_MS,
  ServerProcess,
  type Exit,
  type ProcessRegister,
  type StartProcess
} from '../process/server-process'
import { Backlog } from '../framing/backlog'
import { endless, skipped } from '../framing/frame-limit'
import { LineSplitter, type LongLine, type SplitLine } from '../framing/line-splitter'
import { Outbox } from '../wire/outbox'
import { isAnswerStart } from '../framing/partial-frame'
import type { Sighting, Tap } from '../wire/tap'
import { isAnswer, Wire, WireError, type SendOptions } from '../wire/wire'

/** A process that left its group can hold the pipes open long after the server is gone. */
const DRAIN_MS = 500
/** What is read before anyone else gets a turn. */
const TURN_BYTES = 64 * 1024
const STDIO_CLAUSE = 'Transports, stdio'

export type StdioOptions = {
  readonly definition: StdioDefinition
  readonly frameLimitBytes: number
  /** A message that is longer has no end. */
  readonly endlessBytes?: number
  /** How long the server may take none of our answers. */
  readonly patienceMs?: number
  readonly register?: ProcessRegister
  /** Somebody may have started the process already. */
  readonly startProcess?: StartProcess
  readonly onSpawn?: (pid: number) => void
}

type Gathered = {
  readonly raw: string
  readonly onWritten: (error?: Error | null) => void
}

export class StdioTransport extends Wire {
  /** How the process was made to end, when it did not end by itself. */
  forcedBy?: 'SIGTERM' | 'SIGKILL'
  private process?: ServerProcess
  private closing?: Promise<void>
  private finished?: Promise<void>
  private isClosed = false
  /** What follows the first frame of a turn. */
  private gathered: Gathered[] | undefined
  private gatheredBytes = 0
  private readonly outbox: Outbox

  constructor(
    private readonly options: StdioOptions,
    tap: Tap,
    clock: Clock
  ) {
    super(tap, clock)
    this.outbox = new Outbox({
      clock,
      patienceMs: options.patienceMs,
      congestion: () => this.tap.congestion,
      onUntaken: (failure) => this.breakOff(failure)
    })
  }

  override get pid(): number | undefined {
    return this.process?.pid
  }

  protected override get room(): Promise<void> | undefined {
    return this.outbox.congestion
  }

  private get endlessBytes(): number {
    return this.options.endlessBytes ?? LIMITS.endlessMessageBytes.most
  }

  override get untakenSince(): number | undefined {
    return this.outbox.untakenSince
  }

  async start(): Promise<void> {
    const { definition, frameLimitBytes, register, onSpawn } = this.options
    const { startProcess = (...given) => ServerProcess.start(...given) } = this.options
    const process = await startProcess(definition, register).catch((error: unknown) => {
      this.tap.lifecycle(messageOf(error))
      throw error
    })
    if (this.closing) {
      process.killGroup()
      await process.killEscaped()
      throw closed()
    }
    this.process = process
    this.tap.lifecycle(`Started, process ${process.pid}.`)
    onSpawn?.(process.pid)

    const backlog = new Backlog(
      (line: SplitLine | LongLine) => ('start' in line ? this.skip(line) : this.hear(line)),
      () => this.pauseReading()
    )
    const stdout = new LineSplitter(
      (line) => backlog.push(line),
      (line) => backlog.push(line),
      frameLimitBytes,
      this.endlessBytes
    )
    const stderr = new LineSplitter(
      (line) => this.hearStderr(line),
      ({ start, end }) => {
        if (end === undefined) this.hearStderr(start)
      },
      LIMITS.stderrLineBytes.most
    )
    const hear = (chunk: Buffer): void => {
      this.tap.turn.read(chunk.length)
      stdout.push(chunk, this.clock.monotonic())
    }
    const congestion = (): Promise<void> | undefined =>
      backlog.room ?? this.outbox.congestion ?? this.tap.turn.pause()
    readInTurns(process.stdout, hear, congestion)
    readInTurns(
      process.stderr,
      (chunk) => {
        this.tap.turn.heard(chunk.length)
        stderr.push(chunk)
      },
      () => this.tap.congestion ?? this.tap.turn.pause()
    )
    process.stdin.on('error', (error) => this.onerror?.(error))
    const silent = ended(process.stdout)
    void silent.then(() => this.expectExit(process)) // it never rejects
    const drained = Promise.all([silent, ended(process.stderr)])

    this.finished = this.watchExit(process, drained, () => {
      backlog.drain()
      stdout.end((rest) => this.hearRest(rest))
      stderr.end((rest) => this.hearStderr(rest))
    })
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const stdin = this.expectStdin()
    const { raw, sighting } = this.record(message, options)
    const write = (): Promise<void> => this.write(stdin, raw, sighting)
    await (isAnswer(message) ? this.outbox.answer(sighting.entry.bytes, write) : write())
  }

  async sendRaw(text: string): Promise<TrafficEntry> {
    if (text.includes('\n')) throw severalLines()
    const stdin = this.expectStdin()
    const sighting = this.recordText(text, true)
    await this.write(stdin, text, sighting)
    return sighting.entry
  }

  close(graceMs = GRACE_MS): Promise<void> {
    this.closing ??= this.shutDown(graceMs)
    this.outbox.end()
    return this.closing
  }

  override hold(): () => void {
    return this.outbox.hold()
  }

  kill(): void {
    if (!this.isClosed) this.process?.killGroup()
  }

  async healthCheck(): Promise<boolean> {
    return this.process !== undefined && !this.isClosed && this.process.stdin.writable
  }

  private expectStdin(): Writable {
    const server = this.process
    if (!server || this.isClosed || this.closing) throw closed()
    const { writableLength } = server.stdin
    if (
      writableLength + this.gatheredBytes > LIMITS.messageBytesWaiting.most ||
      this.outbox.isFull
    ) {
      throw unread('EAGAIN', true)
    }
    return server.stdin
  }

  private write(stdin: Writable, raw: string, sighting: Sighting): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTaken = this.outbox.wait()
      const onWritten = (error?: Error | null): void => {
        onTaken()
        if (error) return reject(unread((error as NodeJS.ErrnoException).code))
        this.tap.sent(sighting)
        resolve()
      }
      if (!this.gathered) this.writeFirst(stdin, { raw, onWritten })
      else {
        this.gathered.push({ raw, onWritten })
        this.gatheredBytes += sighting.entry.bytes
      }
    })
  }

  /** The first frame of a turn leaves at once, and all others of the same turn together. */
  private writeFirst(stdin: Writable, { raw, onWritten }: Gathered): void {
    this.gathered = []
    stdin.write(`${raw}\n`, onWritten)
    process.nextTick(() => this.writeGathered(stdin))
  }

  private writeGathered(stdin: Writable): void {
    const { gathered = [] } = this
    this.gathered = undefined
    this.gatheredBytes = 0
    if (gathered.length === 0) return
    const text = gathered.map(({ raw }) => `${raw}\n`).join('')
    stdin.write(text, (error) => gathered.forEach(({ onWritten }) => onWritten(error)))
  }

  private async shutDown(graceMs: number): Promise<void> {
    if (!this.process) return this.onclose?.()
    this.writeGathered(this.process.stdin)
    const step = await this.process.shutDown(this.clock, graceMs)
    if (step === 'SIGTERM' || step === 'SIGKILL') {
      this.forcedBy = step
      this.tap.lifecycle(`Did not end when its stdin was closed; ended by ${step}.`)
    }
    await this.finished
  }

  private hear(line: SplitLine): void {
    const { invalidUtf8At: at } = line
    this.receive(at === undefined ? line : { ...line, violations: [badUtf8(at)] })
  }

  /** What was not ended by a line feed may be a whole frame all the same. */
  private hearRest(rest: SplitLine): void {
    if (isJson(rest.text)) this.receive({ ...rest, violations: [UNENDED] })
    else this.tap.noise(rest.text, rest.bytes, [TRUNCATED], { original: rest.original })
  }

  /** A server that has closed its stdout can never answer again, so it had better be at its end. */
  private async expectExit(process: ServerProcess): Promise<void> {
    const hasExited = await settlesWithin(this.clock, DRAIN_MS, process.exited)
    if (hasExited || this.closing) return
    const message = 'The server has closed its stdout, and can no longer be heard.'
    this.end ??= { kind: 'failed', failure: { class: 'process', message, isUnsent: false } }
    this.tap.lifecycle(message)
    await this.close()
  }

  private hearStderr({ text, bytes, original }: SplitLine): void {
    this.lastHeardAt = this.clock.monotonic()
    this.tap.stderr(text, bytes, original)
    this.onStderr?.(text)
  }

  /** It is killed, because closing its stdin tells it nothing. */
  private breakOff(failure: WireFailure): void {
    this.end ??= { kind: 'failed', failure }
    this.tap.lifecycle(failure.message)
    this.kill()
  }

  /** Waits for the end of the message, because its size is told with it. */
  private skip({ start, bytes, end, isEndless }: LongLine): void {
    this.lastHeardAt = this.clock.monotonic()
    if (isEndless) {
      const why = endless(bytes, 'Patchbay ended the session.')
      this.tap.noise(start.text, bytes, [why], { original: start.original })
      this.end ??= { kind: 'too long', limitBytes: this.endlessBytes }
      return this.kill()
    }
    if (end === undefined) return
    const long = { bytes, limitBytes: this.options.frameLimitBytes, start: start.text }
    const id = this.answeredBy(start.text, end)
    const isKnown = id !== undefined || !isAnswerStart(start.text)
    this.tap.noise(start.text, bytes, [skipped(long, isKnown)], {
      original: start.original,
      repliesTo: id
    })
    if (id !== undefined) this.loseLong(id, long)
  }

  /** Reads the last words, then tells everyone. */
  private async watchExit(
    process: ServerProcess,
    drained: Promise<unknown>,
    flush: () => void
  ): Promise<void> {
    const exit = await process.exited
    process.killGroup()
    await process.killEscaped()
    await settlesWithin(this.clock, DRAIN_MS, drained)
    flush()
    this.outbox.end()
    this.tap.end(describeExit(exit))
    if (!this.closing) this.end ??= { kind: 'exited', exit }
    this.isClosed = true
    this.onclose?.()
  }
}

function closed(): WireError {
  const message = 'The server is not running.'
  return new WireError({ class: 'closed', message, isUnsent: true })
}

function severalLines(): WorkbenchError {
  const message =
    'Over stdio a line feed ends a frame, so this would arrive as several. Write it in one line: it is sent exactly as it is.'
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

function unread(code: string | undefined, isUnsent = false): WireError {
  const message = 'The server no longer reads what is sent to it.'
  return new WireError({ class: 'process', message, isUnsent, ...(code !== undefined && { code }) })
}

function badUtf8(byte: number): Violation {
  return { rule: 'bad-utf8', message: `This is not UTF-8 at byte ${byte}.`, clause: STDIO_CLAUSE }
}

const TRUNCATED: Violation = {
  rule: 'truncated',
  message: 'The server ended in the middle of this line.',
  clause: STDIO_CLAUSE
}

const UNENDED: Violation = {
  rule: 'unended-line',
  message: 'The server ended without a line feed after this frame.',
  clause: STDIO_CLAUSE
}

export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `Exited with code ${code}.` : `Ended by ${signal}.`
}

/** However much a server writes, everyone else gets their turn: what is not read yet has to wait. */
function readInTurns(
  stream: Readable,
  take: (chunk: Buffer) => void,
  congestion: () => Promise<void> | undefined
): void {
  let takenBytes = 0
  stream.on('data', (chunk: Buffer) => {
    take(chunk)
    takenBytes += chunk.length
    const isFull = congestion() // it never rejects
    if (takenBytes < TURN_BYTES && !isFull) return
    takenBytes = 0
    stream.pause()
    const resume = (): void => void stream.resume()
    if (isFull) void isFull.then(resume)
    else setImmediate(resume)
  })
}

function ended(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('end', resolve)
    stream.once('error', () => resolve())
    stream.once('close', resolve)
  })
}
