/**
 * What needs a person, oldest first. Whoever knows of something raises it, and solves it when it knows
 * that it is over; nobody here knows what any of it means.
 */
import type { ServerId } from '../../shared/protocol/ids'
import type { Problem } from '../../shared/traffic/problem'
import type { Clock } from '../time/clock'

const MOST_LISTED = 100
/** What a server says may be part of a sentence, and it may say a lot. */
const MOST_CHARS = 1_000

export type Raised = Omit<Problem, 'id' | 'time'>

/** Dropped: it is no longer listed, though nobody knows that it is over. */
export type ProblemEnd = 'solved' | 'dismissed' | 'dropped'

export type ProblemChange =
  { readonly raised: Problem } | { readonly ended: Problem; readonly how: ProblemEnd }

type Listener = (problems: readonly Problem[], change: ProblemChange) => void

export type ProblemsOptions = {
  readonly clock: Clock
  /** Before anything is cut, so that no half of a secret is left. */
  readonly redact?: (text: string) => string
}

export class Problems {
  private current: readonly Problem[] = []
  private last = 0
  /** What was said last of what lasts. */
  private readonly held = new Map<string, string>()
  private readonly listeners = new Set<Listener>()

  constructor(private readonly options: ProblemsOptions) {}

  list(): readonly Problem[] {
    return this.current
  }

  /** Takes the place of the one that has the same key. */
  raise(raised: Raised): void {
    const { clock, redact = (text: string) => text } = this.options
    const before = this.current.find(({ key }) => key === raised.key)
    const told = { ...raised, message: shortened(redact(raised.message)) }
    if (before && isSame(before, told)) return
    const problem = { ...told, id: before?.id ?? ++this.last, time: clock.wall() }
    const [oldest, ...newer] = this.current
    if (!before && oldest && this.current.length >= MOST_LISTED) {
      this.set(newer, { ended: oldest, how: 'dropped' })
    }
    const others = this.current.filter((other) => other !== before)
    this.set([...others, problem], { raised: problem })
  }

  /**
   * For what lasts and is looked at again and again: one that was dismissed is not listed again before
   * it is another, or was over. Nothing to tell means that it is.
   */
  hold(key: string, told: Omit<Raised, 'key'> | undefined): void {
    if (!told) {
      this.held.delete(key)
      return this.solve(key)
    }
    const json = JSON.stringify(told)
    if (json === this.held.get(key)) return
    this.held.set(key, json)
    this.raise({ key, ...told })
  }

  solve(key: string): void {
    this.end((problem) => problem.key === key, 'solved')
  }

  dismiss(id: number): void {
    this.end((problem) => problem.id === id, 'dismissed')
  }

  /** The server is no longer there. */
  forget(serverId: ServerId): void {
    this.end((problem) => problem.serverId === serverId, 'solved')
  }

  onChange(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private end(isOver: (problem: Problem) => boolean, how: ProblemEnd): void {
    for (const ended of this.current.filter(isOver)) {
      this.set(
        this.current.filter((problem) => problem !== ended),
        { ended, how }
      )
    }
  }

  private set(problems: readonly Problem[], change: ProblemChange): void {
    this.current = problems
    for (const listener of this.listeners) listener(problems, change)
  }
}

function isSame({ message, until, action }: Problem, told: Raised): boolean {
  if (message !== told.message || until !== told.until) return false
  return JSON.stringify(action) === JSON.stringify(told.action)
}

function shortened(text: string): string {
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
}
