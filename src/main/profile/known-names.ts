/** What the servers are called now, for what is there before they are. */
import type { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { namesById } from '../../shared/servers/server-names'

export class KnownNames {
  private list: () => readonly ServerDefinition[] = () => []

  follow(list: () => readonly ServerDefinition[]): void {
    this.list = list
  }

  readonly of = (id: ServerId): string => this.list().find((server) => server.id === id)?.name ?? id

  /** With its scope, where another has the same name. */
  readonly shown = (id: ServerId): string => namesById(this.list())[id] ?? id
}
