/** What a person has written and not sent, across restarts. The newest ones go before the oldest. */
import { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Clock } from '../time/clock'
import { StateFile, type Loss } from '../disk/state-file'
import { redacted } from '../redaction/redacted'
import { replaceFile } from '../disk/replace-file'

const MOST_DRAFTS = 500
const LIMIT_CHARS = 64 * 1024 * 1024
const SETTLE_MS = 500
/** What is large takes long to write, so it is done less often. */
const LARGE_CHARS = 4 * 1024 * 1024
const SETTLE_LARGE_MS = 5_000

const Draft = z.looseObject({ key: z.string(), text: z.string() })
type Draft = z.output<typeof Draft>
const DraftFile = z.object({
  version: z.number().default(1),
  drafts: z.array(Draft).default([])
})
export type KeptDraft = { readonly key: string; readonly text: string }

export type KeptDraftsOptions = {
  readonly path: string
  readonly clock: Clock
  /** Takes out of JSON what may not be written down. */
  readonly redact: (json: string) => string
  readonly complain: (message: string) => void
  /** What was written before, or a part of it, cannot be understood. */
  readonly onLoss: (loss: Loss) => void
}

export class KeptDrafts {
  /** In the order in which they were last changed. */
  private readonly drafts = new Map<string, Draft>()
  private readonly file: StateFile<typeof DraftFile>
  private version = 1
  private loading?: Promise<void>
  private hasRefused = false
  private stopWaiting?: () => void
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly options: KeptDraftsOptions) {
    const { path, clock, onLoss } = options
    this.file = new StateFile(path, DraftFile, { clock, onLoss, isCompact: true })
  }

  async list(): Promise<readonly KeptDraft[]> {
    await this.load()
    return [...this.drafts.values()].map(({ key, text }) => ({ key, text }))
  }

  /**
   * Without a text it is forgotten. Written down soon, and not for each key that is pressed.
   * Rejects once when nothing can be written down.
   */
  async keep(key: string, text: string | undefined): Promise<void> {
    await this.load()
    const before = this.drafts.get(key)
    this.drafts.delete(key)
    if (text !== undefined) this.drafts.set(key, { ...before, key, text })
    const chars = this.forgetOldest()
    if (this.file.isUnread) return this.refuse()
    this.writeSoon(chars)
  }

  /** Writes down what is not yet. Never rejects. */
  async flush(): Promise<void> {
    if (this.stopWaiting) {
      this.stopWaiting()
      delete this.stopWaiting
      this.writing = this.writing.then(() => this.write())
    }
    await this.writing
  }

  private writeSoon(chars: number): void {
    const settleMs = chars > LARGE_CHARS ? SETTLE_LARGE_MS : SETTLE_MS
    this.stopWaiting ??= this.options.clock.after(settleMs, () => void this.flush())
  }

  private async write(): Promise<void> {
    const { path, redact, complain } = this.options
    try {
      // Keys are what a draft is found by again, so they stay as they are.
      const drafts = [...this.drafts.values()].map((draft) => ({
        ...draft,
        text: redacted(draft.text, redact)
      }))
      await replaceFile(path, this.file.textOf({ version: this.version, drafts }))
    } catch (error) {
      complain(`What you have written cannot be kept: ${messageOf(error)}`)
    }
  }

  private refuse(): void {
    if (this.hasRefused) return
    this.hasRefused = true
    throw new WorkbenchError(
      WorkbenchErrorCode.Storage,
      `What you write is not kept when Patchbay closes. ${this.file.loss?.message ?? ''}`.trim()
    )
  }

  /** Gives how many characters are left. */
  private forgetOldest(): number {
    let chars = 0
    for (const { key, text } of this.drafts.values()) chars += key.length + text.length
    for (const { key, text } of this.drafts.values()) {
      if (this.drafts.size <= MOST_DRAFTS && chars <= LIMIT_CHARS) break
      this.drafts.delete(key)
      chars -= key.length + text.length
    }
    return chars
  }

  private load(): Promise<void> {
    this.loading ??= this.read()
    return this.loading
  }

  /** Later than whoever asks first: what is large takes a moment to understand. */
  private async read(): Promise<void> {
    await Promise.resolve()
    const { version, drafts } = this.file.read() ?? { version: 1, drafts: [] }
    this.version = version
    for (const draft of drafts) this.drafts.set(draft.key, draft)
  }
}
