/**
 * What is written down each time it changes. What cannot be written now is tried again until it is: what
 * the person has taken back must not be there again at the next start.
 */
import type { z } from 'zod'
import { messageOf } from '../../shared/errors'
import type { Clock } from '../clock'
import { KeptFile, type Loss } from './kept-file'

const AGAIN_MS = 10_000

export type KeptContentOptions = {
  readonly clock: Clock
  /** Without one nothing outlives this run. */
  readonly path?: string | undefined
  /** Looks only: what cannot be understood is left where it is. */
  readonly isReader?: boolean | undefined
  readonly onLoss: (loss: Loss) => void
  readonly complain: (message: string) => void
}

export class KeptContent<Schema extends z.ZodType> {
  /** What was there at the start, and could be understood. */
  readonly before: z.output<Schema> | undefined
  readonly loss: Loss | undefined
  private readonly file: KeptFile<Schema> | undefined
  private unwritten: { readonly content: z.output<Schema> } | undefined
  private stopTimer: (() => void) | undefined

  constructor(
    schema: Schema,
    private readonly options: KeptContentOptions
  ) {
    const { path, clock, isReader = false } = options
    if (path !== undefined) this.file = new KeptFile(path, schema, clock, { isReader })
    this.before = this.file?.read()
    this.loss = this.file?.loss
    if (this.loss) options.onLoss(this.loss)
  }

  write(content: z.output<Schema>): void {
    this.unwritten = { content }
    this.flush()
  }

  /** Tries to write what could not be written before. */
  flush(): void {
    this.stopTimer?.()
    this.stopTimer = undefined
    const { unwritten, file } = this
    if (!unwritten || !file) return
    try {
      file.update(() => unwritten.content)
      this.unwritten = undefined
    } catch (error) {
      this.options.complain(messageOf(error))
      this.stopTimer = this.options.clock.after(AGAIN_MS, () => this.flush())
    }
  }
}
