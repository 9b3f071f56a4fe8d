/** The steps of one run: their exchanges, how each went, and what the judges found. */
import type {
  AuthDebugStep,
  AuthDebugStepId,
  AuthExchange,
  AuthFinding,
  AuthVerdict,
  DecodedToken
} from '../../shared/sign-in/auth-debug'
import { authErrorOf, unansweredBy, type AuthError } from '../auth/auth-error'
import type { Clock } from '../time/clock'
import { WireError } from '../wire/wire'
import type { SeenExchange } from './finding'
import type { PlannedStep } from './run-plan'

export type Judge = () => readonly AuthFinding[]

/** What these are asked of is the server itself. */
const OF_SERVER: ReadonlySet<AuthDebugStepId> = new Set([
  'first-request',
  'challenge',
  'resource-metadata',
  'request'
])

/** What a server wrote may be in it, and it is told again with each change. */
const LONGEST_TOLD = 2_000

export class DebugSteps {
  failure: { readonly step: AuthDebugStepId; readonly error: AuthError } | undefined
  private steps: readonly AuthDebugStep[]
  private current: AuthDebugStepId | undefined
  private readonly seen = new Map<AuthDebugStepId, SeenExchange[]>()

  constructor(
    planned: readonly PlannedStep[],
    private readonly clock: Clock,
    /** Asked whenever its step has ended, well or not. */
    private readonly judges: Readonly<Partial<Record<AuthDebugStepId, Judge>>>,
    private readonly onChange: () => void
  ) {
    this.steps = planned.map((step) => ({
      ...step,
      verdict: 'waiting',
      findings: [],
      exchanges: []
    }))
  }

  list(): readonly AuthDebugStep[] {
    return this.steps
  }

  /** What was exchanged in a step, with all that is secret in it. */
  seenIn(id: AuthDebugStepId): readonly SeenExchange[] {
    return this.seen.get(id) ?? []
  }

  /** A step may run in several parts. The last one that says something is what it says. */
  async run<T>(
    id: AuthDebugStepId,
    work: () => Promise<T>,
    describe: (result: T) => string | undefined = () => undefined
  ): Promise<T> {
    const startedAt = this.clock.monotonic()
    const before = this.stepOf(id)?.tookMs ?? 0
    this.current = id
    this.set(id, { verdict: 'running' })
    const end = (change: Partial<AuthDebugStep>): void => {
      const tookMs = before + this.clock.monotonic() - startedAt
      this.set(id, { ...change, tookMs })
      this.judge(id)
    }
    try {
      const result = await work()
      const text = describe(result)
      end({ verdict: 'ok', ...(text !== undefined && { text }) })
      return result
    } catch (error) {
      const known = ownErrorOf(id, error)
      this.failure ??= { step: id, error: known }
      end({ verdict: 'failed', text: known.message, blame: known.blame })
      throw error
    }
  }

  /** A step that has nothing to do. */
  skip(id: AuthDebugStepId, text: string): void {
    this.set(id, { verdict: 'skipped', text })
  }

  /** What has not begun will not. */
  skipRest(text: string): void {
    for (const { id, verdict } of this.steps) {
      if (verdict === 'waiting' || verdict === 'running') this.skip(id, text)
    }
  }

  change(id: AuthDebugStepId, change: Partial<AuthDebugStep>): void {
    this.set(id, change)
  }

  setToken(id: AuthDebugStepId, token: DecodedToken): void {
    this.set(id, { token })
  }

  /** A request has been written into the traffic. */
  began(exchange: AuthExchange): void {
    const step = this.current && this.stepOf(this.current)
    if (!step) return
    const target = exchange.target.slice(0, LONGEST_TOLD)
    this.set(step.id, { exchanges: [...step.exchanges, { ...exchange, target }] })
  }

  /** Its reply has been written into the traffic. */
  replied(request: number, change: Partial<AuthExchange>): void {
    for (const { id, exchanges } of this.steps) {
      if (!exchanges.some((each) => each.request === request)) continue
      this.set(id, {
        exchanges: exchanges.map((each) =>
          each.request === request ? { ...each, ...change } : each
        )
      })
    }
  }

  /** What passed, for the judges. */
  see(exchange: SeenExchange): void {
    const { current } = this
    if (current === undefined) return
    this.seen.set(current, [...this.seenIn(current), exchange])
  }

  private judge(id: AuthDebugStepId): void {
    const findings = this.judges[id]?.() ?? []
    const verdict = this.stepOf(id)?.verdict ?? 'ok'
    this.set(id, { findings, verdict: verdict === 'failed' ? verdict : verdictOf(findings) })
  }

  private stepOf(id: AuthDebugStepId): AuthDebugStep | undefined {
    return this.steps.find((step) => step.id === id)
  }

  private set(id: AuthDebugStepId, change: Partial<AuthDebugStep>): void {
    const text = change.text?.slice(0, LONGEST_TOLD)
    const told = { ...change, ...(text !== undefined && { text }) }
    this.steps = this.steps.map((step) => (step.id === id ? { ...step, ...told } : step))
    this.onChange()
  }
}

export function verdictOf(findings: readonly AuthFinding[]): AuthVerdict {
  if (findings.some(({ severity }) => severity === 'wrong')) return 'wrong'
  return findings.length > 0 ? 'remark' : 'ok'
}

/** No reply in a step that asks the server is not the doing of the authorization server. */
function ownErrorOf(id: AuthDebugStepId, error: unknown): AuthError {
  if (error instanceof WireError && OF_SERVER.has(id)) return unansweredBy('server', error)
  return authErrorOf(error)
}
