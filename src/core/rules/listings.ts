/**
 * Follows a list from page to page. Two listings of the same thing may be under way at once, and
 * their cursors may be the same, so a page that does not clearly continue a listing starts one.
 */
import { isObject } from '../../shared/json/json'
import { LIMITS } from '../bounds/limits'
import { keyOf } from '../text/long-text'

const LIST_METHODS: ReadonlySet<string> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list'
])

type Listing = {
  /** The cursors that led through it. */
  readonly cursors: Set<string>
  readonly toolNames: Set<string>
}

/** One page of a listing, as it was asked for. */
export type Page = { readonly isFirst: boolean; readonly listing: Listing }

export class Listings {
  /** By method and cursor: the listing that goes on there. */
  private readonly awaited = new Map<string, Listing>()
  private outputSchemas = new Map<string, unknown>()

  /** Undefined for methods that do not list anything. */
  ask(method: string, cursor: unknown): Page | undefined {
    if (!LIST_METHODS.has(method)) return undefined
    if (typeof cursor !== 'string') return { isFirst: true, listing: newListing() }
    const key = keyOf(cursor)
    const known = this.awaited.get(`${method} ${key}`)
    const listing = known && !known.cursors.has(key) ? known : newListing()
    if (listing.cursors.size < LIMITS.listingCursors.most) listing.cursors.add(key)
    return { isFirst: false, listing }
  }

  /** True when the cursor has led through this listing before. */
  goOn(method: string, { listing }: Page, nextCursor: string): boolean {
    const key = keyOf(nextCursor)
    if (listing.cursors.has(key)) return true
    this.awaited.set(`${method} ${key}`, listing)
    if (this.awaited.size > LIMITS.listingsAwaited.most) {
      for (const oldest of this.awaited.keys()) {
        this.awaited.delete(oldest)
        break
      }
    }
    return false
  }

  /** Remembers the tools of a page; returns the first name that the listing has had before. */
  addTools({ isFirst, listing }: Page, tools: readonly unknown[]): string | undefined {
    let duplicate: string | undefined
    if (isFirst) this.outputSchemas = new Map()
    for (const tool of tools) {
      if (!isObject(tool) || typeof tool['name'] !== 'string') continue
      const { name, outputSchema } = tool
      const key = keyOf(name)
      if (listing.toolNames.has(key)) duplicate ??= name
      if (listing.toolNames.size >= LIMITS.listingTools.most) break
      listing.toolNames.add(key)
      if (outputSchema === undefined) this.outputSchemas.delete(key)
      else if (this.outputSchemas.size < LIMITS.listingTools.most)
        this.outputSchemas.set(key, outputSchema)
    }
    return duplicate
  }

  /** Undefined when the tool has none, or is not known. */
  outputSchema(toolKey: string): unknown {
    return this.outputSchemas.get(toolKey)
  }
}

function newListing(): Listing {
  return { cursors: new Set(), toolNames: new Set() }
}
