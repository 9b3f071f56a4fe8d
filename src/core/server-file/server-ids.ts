/**
 * Which server is which. A server that is renamed keeps its id, and so all that is known of it. What
 * is written down is which id a name in a file stands for; a name of which nothing is written stands
 * for the id that is made of it.
 */
import { z } from 'zod'
import { ServerId } from '../../shared/protocol/ids'
import { StateFile, type StateFileOptions } from '../disk/state-file'

const LONGEST_NAME = 200

const Renamed = z.looseObject({ file: z.string(), name: z.string(), id: ServerId })
const Content = z.object({ servers: z.array(Renamed) })

type Content = z.infer<typeof Content>

/** A file that servers are written in, and how ids of servers in it begin. */
export type IdPlace = { readonly file: string; readonly prefix: string }

export class ServerIds {
  private readonly state: StateFile<typeof Content>
  private known: Known = knownFrom(undefined)

  constructor(path: string, options: StateFileOptions<Content>) {
    this.state = new StateFile(path, Content, options)
  }

  idOf({ file, prefix }: IdPlace, name: string): ServerId {
    return idIn(this.read(), file, prefix, name)
  }

  /** Does the work, in which the name is changed, and undoes this if that fails. */
  rename(place: IdPlace, from: string, to: string, work: () => void): void {
    const { file, prefix } = place
    let before: Content | undefined
    this.state.update((content) => {
      before = content ?? { servers: [] }
      const id = idIn(knownFrom(before), file, prefix, from)
      const earlier = before.servers.find((one) => one.file === file && one.name === from)
      const others = before.servers.filter(
        (one) => one.file !== file || (one.name !== from && one.name !== to)
      )
      const isMadeOfName = id === ownId(prefix, to)
      return { servers: isMadeOfName ? others : [...others, { ...earlier, file, name: to, id }] }
    })
    try {
      work()
    } catch (error) {
      this.state.update(() => before)
      throw error
    }
  }

  private read(): Known {
    const content = this.state.read()
    if (content !== this.known.content) this.known = knownFrom(content)
    return this.known
  }
}

type Known = {
  readonly content: Content | undefined
  readonly byName: ReadonlyMap<string, ServerId>
  readonly taken: ReadonlySet<ServerId>
}

function knownFrom(content: Content | undefined): Known {
  const servers = content?.servers ?? []
  return {
    content,
    byName: new Map(servers.map(({ file, name, id }) => [keyOf(file, name), id])),
    taken: new Set(servers.map(({ id }) => id))
  }
}

/** Where a server that was renamed has the id that a name would have, the next one has the next. */
function idIn({ byName, taken }: Known, file: string, prefix: string, name: string): ServerId {
  const written = byName.get(keyOf(file, name))
  if (written !== undefined) return written
  const own = ownId(prefix, name)
  let id = own
  for (let number = 2; taken.has(id); number++) id = ServerId.parse(`${own}~${number}`)
  return id
}

function ownId(prefix: string, name: string): ServerId {
  return ServerId.parse(`${prefix}${name.slice(0, LONGEST_NAME)}`)
}

function keyOf(file: string, name: string): string {
  return JSON.stringify([file, name])
}
