/** For tests: a workbench with servers that are broken on purpose, all of them real processes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import { ServerId } from '../../shared/protocol/ids'
import type { SessionSettings, StdioDefinition } from '../../shared/servers/server-config'
import type { SessionPhase, SessionState } from '../../shared/servers/session-state'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { systemClock, type Clock } from '../time/clock'
import { Workbench } from './workbench'
import type { WorkbenchOptions } from './workbench-options'
import { PLAIN_NETWORKS } from '../network/networks'

const FAULTS = join(import.meta.dirname, '../../../e2e/servers/faults.mjs')
export const FAULTY = ServerId.parse('faulty')

/** Nobody has to sit through the pauses before a restart, or through the grace of a shutdown. */
const SHORTENED = [1_000, 2_000, 4_000, 5_000]
export const hurriedClock: Clock = {
  ...systemClock,
  after: (ms, work) => systemClock.after(isShortened(ms) ? ms / 20 : ms, work)
}

/** Chance makes some of the pauses a quarter longer. */
function isShortened(ms: number): boolean {
  return SHORTENED.some((pause) => ms >= pause && ms <= pause * 1.25)
}

export function faultServer(mode: string, argument?: string): StdioDefinition {
  return {
    id: FAULTY,
    name: 'faulty',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: [FAULTS, mode, ...(argument === undefined ? [] : [argument])],
    env: { ELECTRON_RUN_AS_NODE: '1' }
  }
}

export class FaultBench {
  readonly workbench: Workbench

  constructor(
    mode: string,
    argument?: string,
    settings: Partial<SessionSettings> = {},
    options: Partial<WorkbenchOptions> = {}
  ) {
    this.workbench = new Workbench({
      networks: PLAIN_NETWORKS,
      servers: [{ ...faultServer(mode, argument), settings }],
      version: '0',
      clock: hurriedClock,
      ...options
    })
  }

  get state(): SessionState {
    return this.workbench.report(FAULTY).state
  }

  get entries(): readonly TrafficEntry[] {
    return this.workbench.log.tail(1_000_000)
  }

  /** Rule names, in the order in which they were broken. */
  get violations(): readonly string[] {
    return this.entries.flatMap(({ violations = [] }) => violations.map(({ rule }) => rule))
  }

  async open(): Promise<void> {
    await this.workbench.open(FAULTY)
  }

  async call(tool = 'go', timeoutMs?: number): Promise<Outcome> {
    const { done } = await this.workbench.startCall(FAULTY, tool, { text: 'hi' }, { timeoutMs })
    const { outcome } = await done
    if (!outcome) throw new Error('The call ended without an outcome.')
    return outcome
  }

  /** The text of a result that has one. */
  async text(tool?: string): Promise<string> {
    const outcome = await this.call(tool)
    if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome))
    const { content } = outcome.result as { content: { text: string }[] }
    return content[0]?.text ?? ''
  }

  /** Resolves when the session is in that phase. */
  async reaches(phase: SessionPhase): Promise<SessionState> {
    if (this.state.phase !== phase) {
      await new Promise<void>((resolve) => {
        const stop = this.workbench.onSession(({ state }) => {
          if (state.phase !== phase) return
          stop()
          resolve()
        })
      })
    }
    return this.state
  }

  pid(): number {
    const { state } = this
    if (state.phase !== 'ready' || state.pid === undefined) throw new Error('has no process')
    return state.pid
  }
}

/** Makes workbenches for a test, and sees to it that nothing is left of any of them. */
export function useFaultBenches(): {
  bench: (...args: ConstructorParameters<typeof FaultBench>) => FaultBench
  /** A folder of the test's own. */
  folder: () => string
} {
  const benches: FaultBench[] = []
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-faults-'))
  })
  afterEach(async () => {
    for (const { workbench } of benches.splice(0)) {
      await workbench.closeAll()
      expect(workbench.calls().filter(({ outcome }) => !outcome)).toEqual([])
    }
    rmSync(folder, { recursive: true })
  })
  return {
    bench: (...args) => {
      const made = new FaultBench(...args)
      benches.push(made)
      return made
    },
    folder: () => folder
  }
}
