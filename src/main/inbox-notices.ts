/**
 * Calls the person to the inbox when the window is not in front. However much is asked, they are called
 * once; and only in words of our own, so that no server can pretend to be somebody else.
 */
import type { Clock } from '../core/time/clock'
import type { ServerId } from '../shared/protocol/ids'
import type { InboxState, InboxSummary } from '../shared/question/inbox'
import { SHEET_RECORDS } from '../shared/question/sheet-records'

/** What comes together is told together. */
const BURST_MS = 300
/** Whoever does not come is not called again at once. */
const QUIET_MS = 60_000
const NAME_CHARS = 40

/** What the system can do to call somebody. */
export type Bell = {
  readonly isInFront: () => boolean
  /** Returns what takes it away again. */
  readonly ring: (text: string, onClick: () => void) => () => void
  /** How many wait. */
  readonly count: (waiting: number) => void
}

export type InboxNoticesOptions = {
  readonly clock: Clock
  readonly bell: Bell
  readonly nameOf: (serverId: ServerId) => string
  /** The person comes because of this item. */
  readonly onComing: (id: number) => void
}

export class InboxNotices {
  private lastId = 0
  private counted = 0
  private unheard: readonly InboxSummary[] = []
  private stopBurst?: () => void
  private stopQuiet?: () => void
  private takeAway?: () => void

  constructor(private readonly options: InboxNoticesOptions) {}

  see({ items }: InboxState): void {
    const { bell, clock } = this.options
    if (items.length !== this.counted) bell.count(items.length)
    this.counted = items.length
    if (items.length === 0) this.hush()
    const added = items.filter(({ id }) => id > this.lastId)
    this.lastId = Math.max(this.lastId, ...items.map(({ id }) => id))
    const isThere = new Set(items.map(({ id }) => id))
    this.unheard = [...this.unheard, ...added].filter(({ id }) => isThere.has(id))
    if (added.length > 0) this.stopBurst ??= clock.after(BURST_MS, () => this.ring())
  }

  /** The person is here. */
  come(): void {
    this.unheard = []
    this.hush()
    this.stopQuiet?.()
    delete this.stopQuiet
  }

  private ring(): void {
    const { bell, clock, nameOf, onComing } = this.options
    delete this.stopBurst
    const [first] = this.unheard
    if (!first || bell.isInFront() || this.stopQuiet) return
    this.takeAway?.()
    const others = this.unheard.length - 1
    const more =
      others === 0 ? '' : others === 1 ? ', and 1 more waits' : `, and ${others} more wait`
    const text = `${plainName(nameOf(first.serverId))} ${SHEET_RECORDS[first.kind].notice}${more}.`
    this.unheard = []
    this.takeAway = bell.ring(text, () => {
      this.come()
      onComing(first.id)
    })
    this.stopQuiet = clock.after(QUIET_MS, () => {
      delete this.stopQuiet
      this.ring()
    })
  }

  /** Who only takes back what it asked cannot have the person called again by that. */
  private hush(): void {
    this.takeAway?.()
    delete this.takeAway
    this.stopBurst?.()
    delete this.stopBurst
  }
}

/** Nothing that a desktop could take for markup, nothing that cannot be seen, and not much. */
export function plainName(name: string): string {
  const seen = name
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\s]|[<>&\u115f\u1160\u2800\u3164\uffa0]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const cut = [...seen].slice(0, NAME_CHARS).join('')
  if (cut === '') return 'A server'
  return cut.length < seen.length ? `${cut}…` : cut
}
