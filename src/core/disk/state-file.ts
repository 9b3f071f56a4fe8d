/**
 * A JSON file of our own in the profile, always the old or the new one. It is read field by field: before
 * anything of it is lost, the file is kept under another name, and whoever owns it is told. What another
 * process wrote meanwhile is seen, and fields that only a newer version knows are written again.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync
} from 'node:fs'
import type { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { fromJson, isObject } from '../../shared/json/json'
import { writeAtomically } from './atomic-write'
import { whileLocked } from './file-lock'
import { readLeniently, type LostField } from './lenient-read'

const LIMIT_BYTES = 256 * 1024 * 1024

/** Something that was written before is not known any more. */
export type Loss = {
  /** One or two whole sentences: what was lost, and where it still is. */
  readonly message: string
  /** Where the file is kept as it was. */
  readonly path: string
  readonly lost: readonly LostField[] | 'all'
}

export type StateFileOptions<Content> = {
  readonly clock: { readonly wall: () => number }
  readonly onLoss?: ((loss: Loss) => void) | undefined
  /** Told where the damaged file was copied before it was overwritten. `onLoss` if left out. */
  readonly onCopy?: ((loss: Loss) => void) | undefined
  /**
   * Reading changes nothing on disk: what cannot be understood is left where it is until something is
   * written.
   */
  readonly isReader?: boolean | undefined
  /** For what nobody reads but us: without line ends. */
  readonly isCompact?: boolean | undefined
  /**
   * What holds after a loss, and is written down so that it is still known in the next run. Without it
   * what was understood holds.
   */
  readonly repaired?: ((found: Content | undefined, loss: Loss) => Content) | undefined
}

export class StateFile<Schema extends z.ZodObject> {
  /** What a newer version has written: it is written again as it is. */
  private unknownFields: Readonly<Record<string, unknown>> = {}
  private content: z.output<Schema> | undefined
  private seen: string | undefined
  private unreadable: string | undefined
  /** A loss whose file has not been kept under another name yet. */
  private isAsideDue = false
  loss: Loss | undefined

  constructor(
    private readonly path: string,
    private readonly schema: Schema,
    private readonly options: StateFileOptions<z.output<Schema>>
  ) {}

  /** Undefined when there is no file, or none of which anything can be understood. */
  read(): z.output<Schema> | undefined {
    const mark = this.mark()
    if (mark === this.seen) return this.content
    this.seen = mark
    this.content = undefined
    this.unknownFields = {}
    this.unreadable = undefined
    this.isAsideDue = false
    if (mark === undefined) return undefined
    const text = this.readText()
    if (text === undefined) return this.content
    const written = parseJson(text)
    const { content, lost } = readLeniently(this.schema, written)
    this.content = content
    if (lost !== 'all' && isObject(written)) {
      const unknown = Object.entries(written).filter(
        ([name]) => !Object.hasOwn(this.schema.shape, name)
      )
      this.unknownFields = Object.fromEntries(unknown)
    }
    if (lost === 'all' || lost.length > 0) this.lose(lost)
    return this.content
  }

  /** There is a file, and nobody knows what is in it. */
  get isUnread(): boolean {
    return this.unreadable !== undefined
  }

  /** Keeps what the file holds now under another name, too, and says which. */
  keepAside(): string {
    const first = `${this.path}.broken-${Math.round(this.options.clock.wall())}`
    let aside = first
    for (let count = 2; existsSync(aside); count += 1) aside = `${first}-${count}`
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

  /** What the file has to hold, for whoever writes it by themselves. */
  textOf(content: z.output<Schema>): string {
    const written = { ...content, ...this.unknownFields }
    const indent = this.options.isCompact === true ? undefined : 2
    return `${JSON.stringify(written, undefined, indent)}\n`
  }

  private write(content: z.output<Schema>): void {
    if (this.unreadable !== undefined) {
      const message = `Cannot read ${this.path}, so it is not replaced: ${this.unreadable}.`
      throw new WorkbenchError(WorkbenchErrorCode.Storage, message)
    }
    const copy = this.isAsideDue ? this.keepAside() : undefined
    this.isAsideDue = false
    this.put(content)
    if (copy !== undefined) this.tellCopy(copy)
  }

  private put(content: z.output<Schema>): void {
    writeAtomically(this.path, this.textOf(content))
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
      this.tell({ message, path: this.path, lost: 'all' })
      return undefined
    }
  }

  private lose(lost: Loss['lost']): void {
    const what = `${this.path} ${describeLost(lost)}`
    if (this.options.isReader === true) {
      this.isAsideDue = true
      return this.tell({ message: `${what}.`, path: this.path, lost })
    }
    try {
      const path = this.keepAside()
      this.tell({ message: `${what}. Patchbay kept a copy of the file as ${path}.`, path, lost })
      this.repair()
    } catch (error) {
      this.unreadable = messageOf(error)
      const message = `${what}. It is left as it is, because it cannot be copied: ${this.unreadable}.`
      this.tell({ message, path: this.path, lost })
    }
  }

  /** What cannot be written now is found as it is the next time; what is written next says why. */
  private repair(): void {
    try {
      if (this.content === undefined) rmSync(this.path)
      else this.put(this.content)
      this.seen = this.mark()
    } catch {
      // What takes its place is known for as long as we run.
    }
  }

  private tellCopy(path: string): void {
    const { onLoss, onCopy = onLoss } = this.options
    const message = `${this.path} was replaced. The previous file is kept as ${path}.`
    onCopy?.({ message, path, lost: this.loss?.lost ?? 'all' })
  }

  private tell(loss: Loss): void {
    const { repaired, onLoss } = this.options
    this.loss = loss
    if (repaired) this.content = repaired(this.content, loss)
    onLoss?.(loss)
  }
}

/** Undefined for what is not JSON, which no schema of ours allows. */
export function parseJson(text: string): unknown {
  try {
    return fromJson(text)
  } catch {
    return undefined // the schema refuses it
  }
}

function describeLost(lost: Loss['lost']): string {
  if (lost === 'all') return 'cannot be understood'
  const names = lost.map(({ field, isWhole }) => `${isWhole ? '' : 'a part of '}"${field}"`)
  return `holds what this version of Patchbay does not understand: ${names.join(', ')}`
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
