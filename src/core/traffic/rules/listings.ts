/**
 * Follows a list from page to page. Two listings of the same thing may be under way at once, and
 * their cursors may be the same, so a page that does not clearly continue a listing starts one.
 */
import { isObject } from '../../../shared/json'

const LIST_METHODS: ReadonlySet<string> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list'
])
const MAX_TOOLS = 10_000
const MAX_CURSORS = 1_000
const MAX_AWAITED = 64
const MAX_CURSOR_CHARS = 4_096

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
    const known = this.awaited.get(`${method} ${cursor}`)
    const listing = known && !known.cursors.has(cursor) ? known : newListing()
    if (listing.cursors.size < MAX_CURSORS) listing.cursors.add(cursor)
    return { isFirst: false, listing }
  }

  /** True when the cursor has led through this listing before. */
  goOn(method: string, { listing }: Page, nextCursor: string): boolean {
    if (nextCursor.length > MAX_CURSOR_CHARS) return false
    if (listing.cursors.has(nextCursor)) return true
    this.awaited.set(`${method} ${nextCursor}`, listing)
    if (this.awaited.size > MAX_AWAITED) {
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
      if (listing.toolNames.has(name)) duplicate ??= name
      if (listing.toolNames.size >= MAX_TOOLS) break
      listing.toolNames.add(name)
      if (outputSchema === undefined) this.outputSchemas.delete(name)
      else if (this.outputSchemas.size < MAX_TOOLS) this.outputSchemas.set(name, outputSchema)
    }
    return duplicate
  }

  /** Undefined when the tool has none, or is not known. */
  outputSchema(tool: string): unknown {
    return this.outputSchemas.get(tool)
  }
}

function newListing(): Listing {
  return { cursors: new Set(), toolNames: new Set() }
}
