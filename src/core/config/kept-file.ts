/**
 * A state file whose content must not get lost: one that cannot be understood is put aside under
 * another name before a new one is written, and what another process wrote meanwhile is seen.
 */
import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync
} from 'node:fs'
import type { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { whileLocked } from './file-lock'
import { parseJson, StateFile } from './state-file'

const LIMIT_BYTES = 64 * 1024 * 1024

/** What was written before is not known any more. */
export type Loss = {
  /** A whole sentence. */
  readonly message: string
  /** The file that nobody could read or understand, where it is now. */
  readonly path: string
}

export type KeptFileOptions<Content> = {
  /** Looks only: what cannot be understood is left where it is. */
  readonly isReader?: boolean | undefined
  /**
   * Takes the place of what cannot be understood, which stays there until it does: for content of which
   * it must not look as if there had never been any.
   */
  readonly instead?: Content | undefined
}

export class KeptFile<Schema extends z.ZodType> {
  private readonly file: StateFile<Schema>
  private content: z.output<Schema> | undefined
  private seen: string | undefined
  private unreadable: string | undefined
  loss: Loss | undefined

  constructor(
    private readonly path: string,
    private readonly schema: Schema,
    private readonly clock: { readonly wall: () => number },
    private readonly options: KeptFileOptions<z.output<Schema>> = {}
  ) {
    this.file = new StateFile(path, schema)
  }

  /** Undefined when there is no file, or none that can be understood. */
  read(): z.output<Schema> | undefined {
    const mark = this.mark()
    if (mark === this.seen) return this.content
    this.seen = mark
    this.content = undefined
    this.unreadable = undefined
    if (mark === undefined) return undefined
    const text = this.readText()
    if (text === undefined) return undefined
    const parsed = this.schema.safeParse(parseJson(text))
    if (parsed.success) this.content = parsed.data
    else this.putAside()
    return this.content
  }

  /** There is a file, and nobody knows what is in it. */
  get isUnread(): boolean {
    return this.unreadable !== undefined
  }

  /** Keeps what the file holds now under another name, too, and says which. */
  keepAside(): string {
    const aside = this.nameAside()
    keepAlso(this.path, aside)
    return aside
  }

  /** Changes what the file holds now, and nobody else changes it meanwhile. */
  update(change: (content: z.output<Schema> | undefined) => z.output<Schema> | undefined): void {
    whileLocked(this.path, () => {
      const changed = change(this.read())
      if (changed !== undefined) this.write(changed)
    })
  }

  private write(content: z.output<Schema>): void {
    if (this.unreadable !== undefined) {
      const message = `Cannot read ${this.path}, so it is not replaced: ${this.unreadable}.`
      throw new WorkbenchError(WorkbenchErrorCode.Storage, message)
    }
    this.file.write(content)
    this.content = content
    this.seen = this.mark()
  }

  /** Changes with everything that is written; undefined while there is no file. */
  private mark(): string | undefined {
    const found = statSync(this.path, { throwIfNoEntry: false, bigint: true })
    return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
  }

  private readText(): string | undefined {
    try {
      const found = statSync(this.path)
      if (!found.isFile()) throw new Error('it is not a file')
      if (found.size > LIMIT_BYTES) throw new Error('it is too large')
      return readFileSync(this.path, 'utf8')
    } catch (error) {
      this.unreadable = messageOf(error)
      const message = `${this.path} cannot be read: ${this.unreadable}.`
      this.loss = { message, path: this.path }
      return undefined
    }
  }

  private putAside(): void {
    if (this.options.isReader === true) {
      this.loss = { message: `${this.path} cannot be understood.`, path: this.path }
      return
    }
    const aside = this.nameAside()
    const message = `${this.path} cannot be understood. What it held is in ${aside}.`
    this.loss = { message, path: aside }
    try {
      if (this.options.instead === undefined) renameSync(this.path, aside)
      else this.replace(aside, this.options.instead)
      this.seen = this.mark()
    } catch (error) {
      this.unreadable = messageOf(error)
      const unmoved = `${this.path} cannot be understood: ${this.unreadable}.`
      this.loss = { message: unmoved, path: this.path }
    }
  }

  private replace(aside: string, content: z.output<Schema>): void {
    keepAlso(this.path, aside)
    try {
      this.file.write(content)
      this.content = content
    } catch {
      // It is found there the next time as it is now; what is written next says what is wrong.
    }
  }

  private nameAside(): string {
    return `${this.path}.broken-${Math.round(this.clock.wall())}`
  }
}

/** A link needs no room, which a full disk has not got; some disks have no links. */
function keepAlso(path: string, aside: string): void {
  try {
    // Of a link to a link nothing would be kept: what they lead to is replaced.
    linkSync(realpathSync(path), aside)
  } catch {
    copyFileSync(path, aside, constants.COPYFILE_EXCL)
  }
}
