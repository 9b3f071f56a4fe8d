/** The folders that the person lets each server, or the servers of each project, know of. */
import { z } from 'zod'
import { messageOf } from '../../shared/errors'
import { systemClock } from '../clock'
import { KeptFile } from '../config/kept-file'

const MOST_FOLDERS = 100
const RootsFile = z.object({ lists: z.record(z.string(), z.array(z.string())) })

export type RootListsOptions<Owner extends string> = {
  /** Without one nothing outlives this run. */
  readonly path?: string
  readonly onChange: (owner: Owner) => void
  readonly complain: (message: string) => void
}

/** By the id of a server, or by the folder of a project. */
export class RootLists<Owner extends string> {
  private readonly file: KeptFile<typeof RootsFile> | undefined
  private readonly lists: Map<string, readonly string[]>

  constructor(private readonly options: RootListsOptions<Owner>) {
    const { path, complain } = options
    this.file = path === undefined ? undefined : new KeptFile(path, RootsFile, systemClock)
    this.lists = new Map(Object.entries(this.file?.read()?.lists ?? {}))
    const { loss } = this.file ?? {}
    if (loss !== undefined) complain(loss)
  }

  /** Undefined while the person has not said anything; empty when they said that there are none. */
  of(owner: Owner): readonly string[] | undefined {
    return this.lists.get(owner)
  }

  add(owner: Owner, folder: string): void {
    const known = this.lists.get(owner) ?? []
    if (!known.includes(folder)) this.set(owner, [...known, folder].slice(-MOST_FOLDERS))
  }

  remove(owner: Owner, folder: string): void {
    const known = this.lists.get(owner) ?? []
    this.set(
      owner,
      known.filter((one) => one !== folder)
    )
  }

  /** The person has said that there are no more than there are. */
  settle(owner: Owner): void {
    if (!this.lists.has(owner)) this.set(owner, [])
  }

  move(from: Owner, to: Owner): void {
    const known = this.lists.get(from)
    if (!known) return
    this.lists.delete(from)
    this.set(to, known)
  }

  private set(owner: Owner, folders: readonly string[]): void {
    this.lists.set(owner, folders)
    const lists = Object.fromEntries([...this.lists].map(([id, list]) => [id, [...list]]))
    try {
      this.file?.update(() => ({ lists }))
    } catch (error) {
      this.options.complain(messageOf(error))
    }
    this.options.onChange(owner)
  }
}
