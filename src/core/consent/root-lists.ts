/** The folders that the person lets each server, or the servers of each project, know of. */
import { z } from 'zod'
import { KeptContent, type KeptContentOptions } from '../disk/kept-content'

const MOST_FOLDERS = 100
const List = z.looseObject({
  folders: z.array(z.string()),
  /** What the owner was when the person said so. */
  owner: z.string()
})
type List = z.output<typeof List>
const RootsFile = z.object({ lists: z.record(z.string(), List) })

export type RootListsOptions<Owner extends string> = KeptContentOptions & {
  /** A text that is another when the owner is another, though it is called the same. */
  readonly identify?: (owner: Owner) => string
  readonly onChange: (owner: Owner) => void
}

/** By the id of a server, or by the folder of a project. */
export class RootLists<Owner extends string> {
  private readonly kept: KeptContent<typeof RootsFile>
  private readonly lists: Map<string, List>

  constructor(private readonly options: RootListsOptions<Owner>) {
    this.kept = new KeptContent(RootsFile, options)
    this.lists = new Map(Object.entries(this.kept.before?.lists ?? {}))
  }

  /** Undefined while the person has not said anything; empty when they said that there are none. */
  of(owner: Owner): readonly string[] | undefined {
    const list = this.lists.get(owner)
    return list?.owner === this.identify(owner) ? list.folders : undefined
  }

  /** What the person said of an owner that is another by now. */
  before(owner: Owner): readonly string[] {
    const list = this.lists.get(owner)
    return list && list.owner !== this.identify(owner) ? list.folders : []
  }

  add(owner: Owner, folder: string): void {
    const known = this.of(owner) ?? []
    if (!known.includes(folder)) this.set(owner, [...known, folder].slice(-MOST_FOLDERS))
  }

  remove(owner: Owner, folder: string): void {
    const known = this.of(owner) ?? []
    this.set(
      owner,
      known.filter((one) => one !== folder)
    )
  }

  /** The owner may be told again of what the person said before it became another. */
  restore(owner: Owner): void {
    const before = this.before(owner)
    if (before.length > 0) this.set(owner, before)
  }

  /** The person has said that there are no more than there are. */
  settle(owner: Owner): void {
    if (!this.of(owner)) this.set(owner, [])
  }

  /** The person has said nothing, as far as anybody knows from now on. */
  forget(owner: Owner): void {
    if (!this.lists.delete(owner)) return
    this.write(owner)
  }

  /** What could not be written is tried once more. */
  flush(): void {
    this.kept.flush()
  }

  private set(owner: Owner, folders: readonly string[]): void {
    this.keep(owner, {
      ...this.lists.get(owner),
      folders: [...folders],
      owner: this.identify(owner)
    })
  }

  private identify(owner: Owner): string {
    return this.options.identify?.(owner) ?? ''
  }

  private keep(owner: Owner, list: List): void {
    this.lists.set(owner, list)
    this.write(owner)
  }

  private write(owner: Owner): void {
    this.kept.write({ lists: Object.fromEntries(this.lists) })
    this.options.onChange(owner)
  }
}
