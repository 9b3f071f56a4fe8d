/** The checks of one examination: who looks at them sees each of them change. */
import type { Check } from '../../shared/servers/configuration'
import { messageOf } from '../../shared/protocol/errors'
import type { Clock } from '../time/clock'

/** The id, which never changes, and the title. */
export type CheckName = readonly [id: string, title: string]

export type Verdict = {
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped'
  /** Whole sentences. */
  readonly detail: string
  readonly fix?: string
  readonly offers?: 'certificate'
}

export type CheckListOptions = {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onChange: (checks: readonly Check[]) => void
}

/** The person does not want to know any more. */
export class Stopped extends Error {
  constructor() {
    super('You stopped it.')
    this.name = 'Stopped'
  }
}

export class CheckList {
  private current: readonly Check[]
  private readonly startedAt = new Map<string, number>()

  constructor(
    names: readonly CheckName[],
    private readonly options: CheckListOptions
  ) {
    this.current = names.map(([id, title]) => ({ id, title, status: 'waiting' }))
  }

  get checks(): readonly Check[] {
    return this.current
  }

  begin(id: string): void {
    this.startedAt.set(id, this.options.clock.monotonic())
    this.change(id, ({ title }) => ({ id, title, status: 'running' }))
  }

  /** Replaces what was found before, if anything: later checks may show more. */
  settle(id: string, { status, detail, fix, offers }: Verdict): void {
    const start = this.startedAt.get(id)
    const now = this.options.clock.monotonic()
    this.change(
      id,
      ({ title, ms = start === undefined ? undefined : Math.round(now - start) }) => ({
        id,
        title,
        status,
        detail,
        ...(fix !== undefined && { fix }),
        ...(offers && { offers }),
        ...(ms !== undefined && status !== 'skipped' && { ms })
      })
    )
  }

  /** True when what comes after it can be looked at. Rejects only when it was stopped. */
  async run(
    id: string,
    limitMs: number,
    look: (signal: AbortSignal) => Promise<Verdict>
  ): Promise<boolean> {
    const { clock, signal } = this.options
    if (signal.aborted) throw new Stopped()
    this.begin(id)
    const limit = new AbortController()
    const stopWaiting = clock.after(limitMs, () => limit.abort())
    const either = AbortSignal.any([signal, limit.signal])
    try {
      const verdict = await Promise.race([look(either), whenAborted(either)])
      this.settle(id, verdict)
      return verdict.status !== 'failed'
    } catch (error) {
      if (signal.aborted) throw new Stopped()
      this.settle(id, limit.signal.aborted ? tooSlow(limitMs) : unexpected(error))
      return false
    } finally {
      stopWaiting()
      // Whatever `look` left open is of no use to anyone now.
      limit.abort()
    }
  }

  /** Everything that was not looked at. */
  skipRest(why: string): void {
    const isOpen = ({ status }: Check): boolean => status === 'waiting' || status === 'running'
    if (!this.current.some(isOpen)) return
    this.current = this.current.map((check): Check => {
      const { id, title } = check
      return isOpen(check) ? { id, title, status: 'skipped', detail: why } : check
    })
    this.options.onChange(this.current)
  }

  private change(id: string, make: (before: Check) => Check): void {
    this.current = this.current.map((check) => (check.id === id ? make(check) : check))
    this.options.onChange(this.current)
  }
}

export function ok(detail: string): Verdict {
  return { status: 'ok', detail }
}

export function warning(detail: string, fix: string): Verdict {
  return { status: 'warning', detail, fix }
}

export function failed(detail: string, fix: string): Verdict {
  return { status: 'failed', detail, fix }
}

export function skipped(detail: string): Verdict {
  return { status: 'skipped', detail }
}

export function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = (): void => reject(new Stopped())
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
}

function tooSlow(limitMs: number): Verdict {
  return failed(
    `There was no result within ${limitMs / 1_000} s.`,
    'Check that the server and the way to it are not overloaded, and try again.'
  )
}

function unexpected(error: unknown): Verdict {
  return failed(
    `The check could not be made: ${messageOf(error)}`,
    'Try again; if it stays like this, it is a fault of Patchbay.'
  )
}
