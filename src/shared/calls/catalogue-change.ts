import type { Catalogue, ListKind } from './catalogue'
import type { ServerId } from '../protocol/ids'

/** What is different from what the person last saw. */
export type CatalogueChange = {
  readonly kind: ListKind
  /** The name, URI or template. */
  readonly key: string
  readonly change: 'new' | 'changed' | 'gone'
}

/** Lists that have not changed since the last update are not in it. */
export type CatalogueUpdate = { readonly serverId: ServerId } & Partial<Catalogue> &
  Pick<Catalogue, 'isLoading' | 'findings' | 'failures'>
