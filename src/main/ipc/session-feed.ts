/** Tells the window of sessions in parts: a catalogue can be large, and hardly ever changes. */
import { LIST_KINDS, type Catalogue } from '../../shared/calls/catalogue'
import type { ServerId } from '../../shared/protocol/ids'
import type { IpcEvents, SessionReport } from '../../shared/ipc/ipc-contract'

type Part = IpcEvents['session.changed']

export class SessionFeed {
  private readonly told = new Map<ServerId, { session: Part; catalogue: Catalogue }>()

  constructor(
    private readonly tellSession: (session: Part) => void,
    private readonly tellCatalogue: (update: IpcEvents['catalogue.changed']) => void
  ) {}

  /** Lists are compared by what they are, not by what is in them: nobody changes them in place. */
  tell({ catalogue, ...session }: SessionReport): void {
    const { serverId } = session
    const before = this.told.get(serverId)
    this.told.set(serverId, { session, catalogue })
    // The catalogue first: a server that is ready must not look as if it had nothing.
    if (before?.catalogue !== catalogue) this.tellOf(serverId, catalogue, before?.catalogue)
    if (!before || !isSame(before.session, session)) this.tellSession(session)
  }

  /** Those that are not there any more are told anew should they come back. */
  keepOnly(serverIds: Iterable<ServerId>): void {
    const there = new Set(serverIds)
    for (const serverId of this.told.keys()) if (!there.has(serverId)) this.told.delete(serverId)
  }

  private tellOf(serverId: ServerId, catalogue: Catalogue, before: Catalogue | undefined): void {
    const { isLoading, findings, failures } = catalogue
    const changed = LIST_KINDS.filter((kind) => catalogue[kind] !== before?.[kind])
    this.tellCatalogue({
      serverId,
      isLoading,
      findings,
      failures,
      ...Object.fromEntries(changed.map((kind) => [kind, catalogue[kind]]))
    })
  }
}

function isSame(before: Part, now: Part): boolean {
  return (
    before.state === now.state &&
    before.logLevel === now.logLevel &&
    before.changes === now.changes &&
    before.postMortem === now.postMortem &&
    before.subscriptions.length === now.subscriptions.length &&
    before.subscriptions.every((one, index) => one === now.subscriptions[index])
  )
}
