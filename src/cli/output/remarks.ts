/** What is said on stderr while a command is at work. */
import { seconds, systemClock } from '../../core/time/clock'
import { describeWaiting, type Progress } from '../../shared/calls/call'
import type { Call } from '../../shared/calls/call-contract'
import type { SessionReport } from '../../shared/ipc/ipc-contract'
import type { SessionState } from '../../shared/servers/session-state'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { Output } from './output'

/** A server that breaks a rule with every frame would bury everything else. */
const SHOWN_PER_RULE = 10
const QUOTED_CHARS = 200
const BAR_CHARS = 20

export class Remarks {
  private readonly counts = new Map<string, number>()
  private lastState?: SessionState
  private lastProgress?: string
  private countdown: NodeJS.Timeout | undefined

  constructor(
    private readonly output: Output,
    /** Progress is said line by line, also where there is no terminal. */
    private readonly isProgressSaid = false
  ) {}

  /** What the server says beside its answers, and what is wrong with what it says. */
  seeEntry({ seq, serverId, kind, text = '', violations = [] }: TrafficEntry): void {
    if (kind === 'stderr') this.output.remark(`[${serverId}] ${text}`)
    for (const { rule, message } of violations) {
      const count = (this.counts.get(rule) ?? 0) + 1
      this.counts.set(rule, count)
      if (count > SHOWN_PER_RULE) continue
      const quote = kind === 'noise' ? ` ${text.slice(0, QUOTED_CHARS)}` : ''
      this.output.remark(`[${serverId}] entry ${seq}, ${rule}: ${message}${quote}`)
    }
  }

  seeSession({ serverId, state }: SessionReport): void {
    if (state === this.lastState) return
    this.lastState = state
    if (state.phase === 'waiting') {
      const { reason, attempt, attempts, until } = state
      const turn = `${attempt} of ${attempts}`
      this.output.remark(`[${serverId}] ${reason} Trying again in ${timeTo(until)}, ${turn}.`)
      this.countDown(serverId, until)
    } else this.stopCounting()
    if (state.phase === 'ready' && state.era === 'bare') {
      this.output.remark(`[${serverId}] It refused or ignored the handshake; opened without one.`)
    }
  }

  seeCall({ serverId, tool, progress, waiting, outcome }: Call): void {
    if (waiting && !outcome) {
      if (this.countdown) return
      const { until } = waiting
      this.output.remark(`[${serverId}] ${describeWaiting(waiting, timeTo(until))}`)
      return this.countDown(serverId, until)
    }
    this.stopCounting()
    if (outcome || !progress) return this.output.status('')
    const { progress: done, total, message = '' } = progress
    const share = total === undefined ? String(done) : `${barOf(done / total)} ${done}/${total}`
    if (this.isProgressSaid) return this.sayProgress(tool, progress)
    this.output.status(`${tool} ${share} ${message}`)
  }

  /** A report may come again for another reason, and says the same progress then. */
  private sayProgress(tool: string, { progress, total, message = '' }: Progress): void {
    const share = total === undefined ? String(progress) : `${progress}/${total}`
    const line = `${tool} progress ${share} ${message}`.trimEnd()
    if (line !== this.lastProgress) this.output.remark(line)
    this.lastProgress = line
  }

  /** Says what was left unsaid. */
  end(): void {
    this.stopCounting()
    for (const [rule, count] of this.counts) {
      const rest = count - SHOWN_PER_RULE
      if (rest > 0) this.output.remark(`${rule}: ${rest} more, not shown.`)
    }
  }

  private countDown(name: string, until: number): void {
    this.stopCounting()
    const draw = (): void => this.output.status(`[${name}] waiting, ${secondsTo(until)} s`)
    draw()
    this.countdown = setInterval(draw, 1_000).unref()
  }

  private stopCounting(): void {
    if (!this.countdown) return
    clearInterval(this.countdown)
    this.countdown = undefined
    this.output.status('')
  }
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - systemClock.wall()) / 1_000))
}

function timeTo(until: number): string {
  return seconds(Math.max(0, until - systemClock.wall()))
}

function barOf(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share || 0)) * BAR_CHARS)
  return `[${'#'.repeat(filled)}${' '.repeat(BAR_CHARS - filled)}]`
}
