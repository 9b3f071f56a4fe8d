/** Asks a server for what changes nothing, and says how fast it answered; or reads that from a recording. */
import { seconds, settlesWithin, systemClock } from '../../core/time/clock'
import { MetricsPolls } from '../../core/polling/metrics-polls'
import { Metrics } from '../../core/metrics/metrics'
import { Replay } from '../../core/wire/replay'
import type { Outcome } from '../../shared/calls/call'
import { messageOf } from '../../shared/protocol/errors'
import { explainOutcome } from '../../shared/advice/explain'
import type { JsonObject } from '../../shared/json/json'
import { withoutBackground, type ReportedMetrics } from '../../shared/traffic/metrics'
import { DEFAULT_SETTINGS } from '../../shared/servers/server-config'
import { namesById, type NamedServer } from '../../shared/servers/server-names'
import { readLine } from '../../shared/traffic/traffic-line'
import type { CliArguments } from '../arguments/arguments'
import { ExitCode } from '../output/exit-code'
import { Interrupted, orInterrupted } from '../output/interrupt'
import { explanationText, failureText, open, type Job, type SigningJob } from '../profile/job'
import { jsonText, metricsJson, metricsText, type Measured } from '../output/metrics-text'
import type { Output } from '../output/output'
import { readRecordedLines } from '../output/recorded-lines'
import { performCall } from './call'

const ROUNDS = 5
const ROUND_MS = 1_000
/** A server may take as long as this to answer the last probe, even if the time is over by then. */
const LEAST_PROBE_MS = 5_000
/** A server that is slow to tell its own numbers has given up by then, or we have. */
const REPORT_WAIT_MS = 6_000

export type Measuring = {
  /** Also counts automatic pings, probes and polls. */
  readonly hasBackground: boolean
  /** Left out, a few rounds are made, one right after the other. */
  readonly forMs?: number
  readonly call?: {
    readonly tool: string
    readonly args: JsonObject
    readonly isForced: boolean
  }
}

export async function metrics(job: SigningJob, measuring: Measuring): Promise<ExitCode> {
  const { workbench, server, output, isJson } = job
  let lastProbe: Outcome | undefined
  const counted = new Metrics({
    clock: systemClock,
    activeSessions: () => Number(isReady(job) && lastProbe?.kind !== 'timeout')
  })
  workbench.onTraffic((entry) => counted.see(entry))
  let reported: ReportedMetrics | undefined
  let tell = (): void => {}
  const firstReport = new Promise<void>((resolve) => (tell = resolve))
  const polls = new MetricsPolls({
    workbench,
    definitionOf: () => server,
    clock: systemClock,
    credentialsFor: (definition) => job.signIn.signIns.credentialsFor(definition),
    onReport: (_id, latest) => {
      reported = latest
      tell()
    }
  })
  let isInterrupted = false
  try {
    await open(job)
    lastProbe = await measure(job, measuring)
    if (server.metricsUrl !== undefined && isReady(job)) {
      const waiting = settlesWithin(systemClock, REPORT_WAIT_MS, firstReport)
      await orInterrupted(job.interrupt, waiting)
    }
  } catch (error) {
    // What was measured so far is worth showing, if there is anything.
    isInterrupted = error instanceof Interrupted && isReady(job)
    if (!isInterrupted) throw error
  } finally {
    output.status('')
    polls.stop()
  }
  const found = counted.of(server.id)
  if (found) {
    const numbers = measuring.hasBackground ? found : withoutBackground(found)
    show({ server: server.name, metrics: numbers, reported }, isJson, output)
  }
  if (isInterrupted) return ExitCode.Interrupted
  const silence = lastProbe?.kind === 'timeout' ? explainOutcome(lastProbe) : undefined
  if (isReady(job) && !silence) return ExitCode.Ok
  const died = failureText(job) ?? (silence && explanationText(server.name, silence))
  output.remark(died ?? `${server.name} did not stay open.`)
  return ExitCode.TransportError
}

export async function metricsOfFile(
  { file, isJson, hasBackground }: Extract<CliArguments, { command: 'metrics file' }>,
  output: Output,
  interrupt: AbortSignal
): Promise<ExitCode> {
  const servers = new Map<string, NamedServer>()
  const replay = new Replay((entry) => counted.see(entry))
  const counted = new Metrics({ clock: replay.clock, rateWindowMs: Infinity })
  const bad = await readRecordedLines(file, output, interrupt, (text) => {
    try {
      const { entry, raw, serverName } = readLine(text)
      const { serverId: id } = entry
      servers.set(id, { id, name: serverName ?? servers.get(id)?.name ?? id })
      replay.take(entry, raw)
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  })
  counted.conclude()
  const names = namesById(servers.values())
  const measured = counted.snapshot().map((found): Measured => {
    const { serverId } = found
    const numbers = hasBackground ? found : withoutBackground(found)
    return { server: names[serverId] ?? serverId, metrics: numbers }
  })
  if (isJson) output.answer(jsonText(measured.map(metricsJson)))
  else output.answer(measured.map(metricsText).join('\n\n') || 'There is no entry in it.')
  return bad === 0 ? ExitCode.Ok : ExitCode.ProtocolError
}

function show(measured: Measured, isJson: boolean, output: Output): void {
  output.answer(isJson ? jsonText(metricsJson(measured)) : metricsText(measured))
}

/**
 * Asks once a second for `forMs`, or a few times without a pause. Skips a second in which the
 * server is still busy with the round before. Resolves with the outcome of the last probe.
 */
async function measure(job: Job, { forMs, call }: Measuring): Promise<Outcome | undefined> {
  const startedAt = systemClock.monotonic()
  const passedMs = (): number => systemClock.monotonic() - startedAt
  let last: Outcome | undefined
  for (let round = 1; isReady(job); round++) {
    const leftMs = forMs === undefined ? undefined : Math.max(0, forMs - passedMs())
    if (leftMs !== undefined) job.output.status(`Measuring, ${seconds(leftMs)} left`)
    last = await ask(job, call, leftMs)
    if (forMs === undefined) {
      if (round === ROUNDS) break
      continue
    }
    const nextMs = (Math.floor(passedMs() / ROUND_MS) + 1) * ROUND_MS
    await until(job.interrupt, startedAt + Math.min(nextMs, forMs))
    if (nextMs >= forMs) break
  }
  return last
}

/** A server that has ended is not opened again, and one that is silent is not asked for more. */
async function ask(
  job: Job,
  call: Measuring['call'],
  leftMs: number | undefined
): Promise<Outcome> {
  const { workbench, server, interrupt } = job
  const { readTimeoutMs } = { ...DEFAULT_SETTINGS, ...server.settings }
  const limitMs = Math.min(readTimeoutMs, Math.max(leftMs ?? Infinity, LEAST_PROBE_MS))
  const probed = await orInterrupted(interrupt, workbench.probe(server.id, limitMs))
  if (probed.kind === 'timeout') return probed
  if (isReady(job)) await orInterrupted(interrupt, workbench.list(server.id, { isForced: true }))
  if (call && isReady(job)) await performCall(job, call)
  if (interrupt.aborted) throw new Interrupted()
  return probed
}

function isReady({ workbench, server }: Job): boolean {
  return workbench.report(server.id).state.phase === 'ready'
}

async function until(interrupt: AbortSignal, time: number): Promise<void> {
  const leftMs = Math.max(0, time - systemClock.monotonic())
  await orInterrupted(
    interrupt,
    new Promise<void>((resolve) => void systemClock.after(leftMs, resolve))
  )
}
