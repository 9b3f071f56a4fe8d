/** The steps of one sign-in: which exchanges belong to each, how it went, and whose turn it is. */
import type { AuthStep, AuthStepId } from '../../shared/sign-in/sign-in'
import type { Clock } from '../time/clock'
import { authErrorOf } from './auth-error'
import { boundedSentence } from './bounds'

export class AuthSteps {
  private steps: readonly AuthStep[] = []
  private current: AuthStepId | undefined

  constructor(
    private readonly clock: Clock,
    private readonly onChange: () => void = () => {}
  ) {}

  list(): readonly AuthStep[] {
    return this.steps
  }

  /** Something else about it is different. */
  tell(): void {
    this.onChange()
  }

  /** Runs one step; `describe` says in a sentence what came of it. */
  async run<T>(
    id: AuthStepId,
    work: () => Promise<T>,
    describe: (result: T) => string | undefined = () => undefined
  ): Promise<T> {
    const startedAt = this.clock.monotonic()
    const outer = this.current
    this.current = id
    this.set(id, { id, state: 'running', frames: this.framesOf(id) })
    const end = (rest: Pick<AuthStep, 'state' | 'text' | 'blame'>): void => {
      const tookMs = this.clock.monotonic() - startedAt
      this.set(id, { id, frames: this.framesOf(id), tookMs, ...rest })
    }
    try {
      const result = await work()
      const text = describe(result)
      end({ state: 'done', ...(text !== undefined && { text }) })
      return result
    } catch (error) {
      const { message, blame } = authErrorOf(error)
      end({ state: 'failed', text: message, blame })
      throw error
    } finally {
      this.current = outer
    }
  }

  /** A step that nothing has to be asked for. */
  skip(id: AuthStepId, text: string): void {
    this.set(id, { id, state: 'skipped', frames: [], text })
  }

  /** An exchange that belongs to the step that is running. */
  addFrames(...frames: readonly number[]): void {
    const { current } = this
    const step = this.steps.find(({ id }) => id === current)
    if (step) this.set(step.id, { ...step, frames: [...step.frames, ...frames] })
  }

  private framesOf(id: AuthStepId): readonly number[] {
    return this.steps.find((step) => step.id === id)?.frames ?? []
  }

  private set(id: AuthStepId, given: AuthStep): void {
    const { text } = given
    const step = text === undefined ? given : { ...given, text: boundedSentence(text) }
    const isKnown = this.steps.some((each) => each.id === id)
    this.steps = isKnown
      ? this.steps.map((each) => (each.id === id ? step : each))
      : [...this.steps, step]
    this.onChange()
  }
}
