/** Opens a server once, without keeping anything of it, and says what happened on the way. */
import type { TestReport } from '../../shared/servers/configuration'
import { messageOf } from '../../shared/protocol/errors'
import { IDLE } from '../../shared/servers/session-state'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { systemClock, type Clock } from '../time/clock'
import type { Networks } from '../network/networks'
import type { ProcessRegister } from '../process/server-process'
import { Workbench } from './workbench'
import type { WorkbenchOptions } from './workbench-options'

const KEPT_LINES = 200
const KEPT_VIOLATIONS = 50

export type TrialOptions = {
  readonly id: number
  readonly definition: ServerDefinition
  readonly version: string
  readonly clock?: Clock
  readonly register?: ProcessRegister
  /** Who we are to a server that has an address. */
  readonly remoteFor?: WorkbenchOptions['remoteFor']
  readonly networks: Networks
  readonly onChange: (report: TestReport) => void
}

export class Trial {
  /** Settles when nothing more will happen. Never rejects. */
  readonly done: Promise<void>
  private readonly workbench: Workbench
  private readonly clock: Clock
  private current: TestReport
  private lastStepAt: number
  private lastPid?: number

  constructor(private readonly options: TrialOptions) {
    const { id, definition, version, clock = systemClock, register, remoteFor } = options
    this.clock = clock
    this.lastStepAt = clock.monotonic()
    this.current = {
      id,
      state: IDLE,
      startedAt: clock.wall(),
      steps: [],
      tools: [],
      counts: { resources: 0, prompts: 0 },
      stderr: [],
      violations: [],
      isDone: false
    }
    const settings = { ...definition.settings, maxRestarts: 0 }
    this.workbench = new Workbench({
      servers: [{ ...definition, settings }],
      version,
      clock,
      ...(register && { register }),
      ...(remoteFor && { remoteFor }),
      networks: options.networks
    })
    this.workbench.onTraffic((entry) => this.see(entry))
    this.workbench.onSession(({ state }) => {
      if (state.phase === 'starting' && state.pid !== undefined) this.seeProcess(state.pid)
      if (state.phase === 'ready' && this.current.state.phase === 'starting') {
        this.step('Handshake')
      }
      this.change({ state })
    })
    this.done = this.run()
  }

  get report(): TestReport {
    return this.current
  }

  get definition(): ServerDefinition {
    return this.options.definition
  }

  async stop(): Promise<void> {
    await this.workbench.closeAll()
    await this.done
  }

  kill(): void {
    this.workbench.killAll()
  }

  private async run(): Promise<void> {
    const { id } = this.options.definition
    try {
      await this.workbench.open(id)
      const { catalogue } = this.workbench.report(id)
      this.step('Lists')
      this.change({
        tools: catalogue.tools.map(({ name }) => name),
        counts: { resources: catalogue.resources.length, prompts: catalogue.prompts.length }
      })
    } catch (error) {
      const { state } = this.workbench.report(id)
      const problem = state.phase === 'failed' ? `${state.reason} ${state.next}` : messageOf(error)
      this.change({ problem })
    }
    const { state } = this.workbench.report(id)
    await this.workbench.closeAll()
    // What it was like while it was open is what the person wants to read.
    this.change({ state, isDone: true })
  }

  /** A server that does not survive the question for its era is started once more. */
  private seeProcess(pid: number): void {
    if (pid === this.lastPid) return
    this.lastPid = pid
    this.change({ stderr: [...this.current.stderr, []] })
  }

  private see(entry: TrafficEntry): void {
    const { stderr, violations } = this.current
    if (entry.kind === 'stderr') {
      const text = this.workbench.log.raw(entry.seq) ?? ''
      const lines = [...(stderr.at(-1) ?? []), text].slice(-KEPT_LINES)
      this.change({ stderr: [...stderr.slice(0, -1), lines] })
    }
    if (entry.violations && entry.violations.length > 0) {
      const quote =
        entry.kind === 'noise' && entry.text !== undefined ? ` “${entry.text.slice(0, 200)}”` : ''
      const messages = entry.violations.map(({ message }) => `${message}${quote}`)
      this.change({ violations: [...violations, ...messages].slice(0, KEPT_VIOLATIONS) })
    }
  }

  private step(name: string): void {
    const now = this.clock.monotonic()
    const ms = now - this.lastStepAt
    this.lastStepAt = now
    this.change({ steps: [...this.current.steps, { name, ms }] })
  }

  private change(change: Partial<TestReport>): void {
    if (this.current.isDone) return
    this.current = { ...this.current, ...change }
    this.options.onChange(this.current)
  }
}
