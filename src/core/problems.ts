/** What needs a person, oldest first. */
import type { ServerId } from '../shared/ids'
import type { Problem, ProblemKind } from '../shared/problem'
import type { Clock } from './clock'

const KEPT_PROBLEMS = 100
/** What a person should still know of a server that is open again. */
const LASTING: ReadonlySet<ProblemKind> = new Set(['hung', 'version'])

export class Problems {
  private current: readonly Problem[] = []
  private last = 0
  private readonly listeners = new Set<(problems: readonly Problem[]) => void>()

  constructor(private readonly clock: Clock) {}

  list(): readonly Problem[] {
    return this.current
  }

  /** One of a kind for each server is enough: the newest. */
  add(serverId: ServerId, kind: ProblemKind, message: string): void {
    const problem = { id: ++this.last, serverId, kind, time: this.clock.wall(), message }
    const others = this.current.filter(
      (other) => other.serverId !== serverId || other.kind !== kind
    )
    this.set([...others, problem].slice(-KEPT_PROBLEMS))
  }

  dismiss(id: number): void {
    this.set(this.current.filter((problem) => problem.id !== id))
  }

  forget(serverId: ServerId): void {
    this.set(this.current.filter((problem) => problem.serverId !== serverId))
  }

  /** A server that can be opened again is no problem any more. */
  settle(serverId: ServerId): void {
    const left = this.current.filter(
      ({ serverId: about, kind }) => about !== serverId || LASTING.has(kind)
    )
    if (left.length !== this.current.length) this.set(left)
  }

  onChange(listener: (problems: readonly Problem[]) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private set(problems: readonly Problem[]): void {
    this.current = problems
    for (const listener of this.listeners) listener(problems)
  }
}
