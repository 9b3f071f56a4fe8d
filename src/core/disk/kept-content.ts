/**
 * What is written down each time it changes. What cannot be written now is tried again until it is: what
 * the person has taken back must not be there again at the next start.
 */
import type { z } from 'zod'
import { messageOf } from '../../shared/protocol/errors'
import type { Clock } from '../time/clock'
import { StateFile, type Loss, type StateFileOptions } from './state-file'

const AGAIN_MS = 10_000

export type KeptContentOptions = Pick<StateFileOptions<never>, 'isReader'> & {
  readonly clock: Clock
  /** Without one nothing outlives this run. */
  readonly path?: string | undefined
  readonly onLoss: (loss: Loss) => void
  readonly complain: (message: string) => void
}

export class KeptContent<Schema extends z.ZodObject> {
  /** What was there at the start, and could be understood. */
  readonly before: z.output<Schema> | undefined
  readonly loss: Loss | undefined
  private readonly file: StateFile<Schema> | undefined
  private unwritten: { readonly content: z.output<Schema> } | undefined
  private stopTimer: (() => void) | undefined
  /** What is in the file was never seen here. */
  private isUnread: boolean

  constructor(
    schema: Schema,
    private readonly options: KeptContentOptions &
      Pick<StateFileOptions<z.output<Schema>>, 'repaired'>
  ) {
    const { path, clock } = options
    if (path !== undefined) {
      const { isReader, repaired, onLoss: onCopy } = options
      this.file = new StateFile(path, schema, { clock, isReader, repaired, onCopy })
    }
    this.before = this.file?.read()
    this.loss = this.file?.loss
    this.isUnread = this.file?.isUnread ?? false
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
      file.update((found) => {
        if (this.isUnread && !file.isUnread) this.keepFound(file, found !== undefined)
        return unwritten.content
      })
      this.unwritten = undefined
    } catch (error) {
      this.options.complain(messageOf(error))
      this.stopTimer = this.options.clock.after(AGAIN_MS, () => this.flush())
    }
  }

  /** It can be read by now, and something else was decided meanwhile. */
  private keepFound(file: StateFile<Schema>, isUnderstood: boolean): void {
    const { path, onLoss } = this.options
    const { loss } = file
    // What could be read, and not be understood, was put aside as it was read.
    if (loss && loss.path !== path) onLoss(loss)
    else if (isUnderstood) {
      const aside = file.keepAside()
      const message = `${path} could be read again only after something else was set. What it held is in ${aside}.`
      onLoss({ message, path: aside, lost: 'all' })
    }
    this.isUnread = false
  }
}
