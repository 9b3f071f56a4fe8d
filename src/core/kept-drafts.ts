/** What a person has written and not sent, across restarts. The newest ones go before the oldest. */
import { readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { ServerId } from '../shared/ids'
import { movedKey } from '../shared/moved-key'
import type { Clock } from './clock'
import { redacted } from './redacted'
import { replaceFile } from './replace-file'

const MOST_DRAFTS = 500
const LIMIT_CHARS = 64 * 1024 * 1024
const SETTLE_MS = 500
/** What is large takes long to write, so it is done less often. */
const LARGE_CHARS = 4 * 1024 * 1024
const SETTLE_LARGE_MS = 5_000

const Draft = z.object({ key: z.string(), text: z.string() })
const DraftFile = z.object({ version: z.literal(1), drafts: z.array(Draft) })
export type KeptDraft = z.infer<typeof Draft>

export type KeptDraftsOptions = {
  readonly path: string
  readonly clock: Clock
  /** Takes out of JSON what may not be written down. */
  readonly redact: (json: string) => string
  readonly complain: (message: string) => void
}

export class KeptDrafts {
  /** In the order in which they were last changed. */
  private readonly texts = new Map<string, string>()
  private loading?: Promise<void>
  /** Why the file cannot be read, although it is there: then it must not be replaced. */
  private unreadable?: string
  private hasRefused = false
  private stopWaiting?: () => void
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly options: KeptDraftsOptions) {}

  async list(): Promise<readonly KeptDraft[]> {
    await this.load()
    return [...this.texts].map(([key, text]) => ({ key, text }))
  }

  /**
   * Without a text it is forgotten. Written down soon, and not for each key that is pressed.
   * Rejects once when nothing can be written down.
   */
  async keep(key: string, text: string | undefined): Promise<void> {
    await this.load()
    this.texts.delete(key)
    if (text !== undefined) this.texts.set(key, text)
    const chars = this.forgetOldest()
    if (this.unreadable !== undefined) return this.refuse(this.unreadable)
    this.writeSoon(chars)
  }

  /** What was written for a server is there under its new id. */
  async move(from: ServerId, to: ServerId): Promise<void> {
    await this.load()
    for (const [key, text] of [...this.texts]) {
      const moved = movedKey(key, from, to)
      if (moved === undefined) continue
      this.texts.delete(key)
      this.texts.set(moved, text)
    }
    if (this.unreadable === undefined) this.writeSoon(this.forgetOldest())
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
      const drafts = [...this.texts].map(([key, text]) => ({ key, text: redacted(text, redact) }))
      await replaceFile(path, JSON.stringify({ version: 1, drafts }))
    } catch (error) {
      complain(`What you have written cannot be kept: ${messageOf(error)}`)
    }
  }

  private refuse(why: string): void {
    if (this.hasRefused) return
    this.hasRefused = true
    throw new WorkbenchError(
      WorkbenchErrorCode.Storage,
      `What you write is not kept when Patchbay closes: ${why}`
    )
  }

  /** Gives how many characters are left. */
  private forgetOldest(): number {
    let chars = 0
    for (const [key, text] of this.texts) chars += key.length + text.length
    for (const [key, text] of this.texts) {
      if (this.texts.size <= MOST_DRAFTS && chars <= LIMIT_CHARS) break
      this.texts.delete(key)
      chars -= key.length + text.length
    }
    return chars
  }

  private load(): Promise<void> {
    this.loading ??= this.read().then((drafts) => {
      for (const { key, text } of drafts) this.texts.set(key, text)
    })
    return this.loading
  }

  private async read(): Promise<readonly KeptDraft[]> {
    const { path } = this.options
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // nothing was written yet
      this.leave(messageOf(error))
      return []
    }
    try {
      return DraftFile.parse(JSON.parse(text)).drafts
    } catch {
      await this.putAside()
      return []
    }
  }

  private async putAside(): Promise<void> {
    const { path, complain } = this.options
    const aside = `${path}.broken`
    try {
      await rename(path, aside)
      complain(`What you had written cannot be understood any more; it is in ${aside}.`)
    } catch (error) {
      this.leave(messageOf(error))
    }
  }

  private leave(why: string): void {
    const { path, complain } = this.options
    this.unreadable = `${path} cannot be read, and is left as it is: ${why}`
    complain(this.unreadable)
  }
}
