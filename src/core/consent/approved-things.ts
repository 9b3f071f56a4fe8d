/**
 * What each tool was when the person last approved of it, or when it was first seen, and the same for
 * what each server tells models about itself. Whatever is not exactly that has changed.
 */
import type { Tool } from '../../shared/calls/catalogue'
import type { ServerId } from '../../shared/protocol/ids'
import type { CatalogueStorage } from '../catalogue/catalogue-memory'
import type { Clock } from '../time/clock'
import {
  nameAgain,
  readSeen,
  writeSeen,
  type Item,
  type SeenFile,
  type SeenItem
} from '../catalogue/seen-items'
import { hashOfItem } from '../catalogue/lists'
import { canonicalHash } from '../values/canonical'
import { LIMITS } from '../bounds/limits'

/**
 * Of a server that lists other tools each time those that come later are not kept: what is forgotten
 * would be new when it returns, whatever it has become.
 */
export const MOST_KEPT = LIMITS.thingsApproved.most
/** Of a longer name a digest is kept, so that all of them have room. */
const LONGEST_NAME = 200
/** Of what was there before only the newest is kept whole; the rest is known by its digest. */
export const MOST_CHARS_KEPT = 8 * 1024 * 1024
/** Much at once is written down once. */
const WRITE_AFTER_MS = 1_000

/** What a server says about itself now. */
export type Said = {
  readonly tools: readonly Tool[]
  readonly instructions?: string | undefined
}

export type Change = {
  /** As JSON; absent when it is not known any more. */
  readonly before?: string
  readonly after: string
}

export type ApprovedThingsOptions = {
  readonly clock: Clock
  /** Without one nothing outlives this run. */
  readonly storage?: CatalogueStorage
  /** Takes out what must not be written down. */
  readonly redact?: (json: string) => string
}

type Things = Map<string, SeenItem>

export class ApprovedThings {
  private readonly byServer = new Map<ServerId, Things>()
  private readonly lastSaid = new Map<ServerId, Said>()
  private readonly unwritten = new Set<ServerId>()
  private stopTimer?: () => void

  constructor(private readonly options: ApprovedThingsOptions) {}

  /** What is seen for the first time is what it is compared with from then on. */
  look(serverId: ServerId, said: Said): void {
    const last = this.lastSaid.get(serverId)
    if (last?.tools === said.tools && last.instructions === said.instructions) return
    this.lastSaid.set(serverId, said)
    const things = this.thingsOf(serverId)
    const items = itemsOf(said)
    nameAgain(things, items.keys())
    for (const [key, item] of items) {
      const known = things.get(key)
      if (!known && isIncomplete(things)) continue
      // The texts of what is there now are forgotten last.
      things.delete(key)
      things.set(key, known ?? thingOf(item))
    }
    forgetTexts(things)
    this.writeSoon(serverId)
  }

  /** Of what a tool was when it was last looked at; undefined where that is not known. */
  hashOf(serverId: ServerId, tool: string): string | undefined {
    return this.thingOf(serverId, toolKey(tool))?.digest
  }

  toolChange(serverId: ServerId, tool: Tool): Change | undefined {
    return this.changeOf(serverId, toolKey(tool.name), tool)
  }

  /** A server that says nothing now has said something before, and the other way round. */
  instructionsChange(serverId: ServerId, instructions: string | undefined): Change | undefined {
    return this.changeOf(serverId, INSTRUCTIONS, instructionsItem(instructions))
  }

  /** The person has seen what these are now. */
  approve(serverId: ServerId, tool: Tool | undefined, instructions: string | undefined): void {
    const things = this.thingsOf(serverId)
    if (tool) things.set(toolKey(tool.name), thingOf(tool))
    things.set(INSTRUCTIONS, thingOf(instructionsItem(instructions)))
    this.writeSoon(serverId)
  }

  /** Nothing is left to be written when this returns. */
  flush(): void {
    this.stopTimer?.()
    delete this.stopTimer
    const { storage, redact = (json: string) => json } = this.options
    for (const serverId of this.unwritten) {
      const lists = new Map([['tools', this.thingsOf(serverId)] as const])
      storage?.write(serverId, writeSeen(lists, redact))
    }
    this.unwritten.clear()
  }

  private changeOf(serverId: ServerId, key: string, item: Item): Change | undefined {
    const thing = this.thingOf(serverId, key)
    const isSame = thing
      ? thing.digest === hashOfItem(item)
      : !isIncomplete(this.thingsOf(serverId))
    if (isSame) return undefined
    const before = thing?.json
    return { ...(before !== undefined && { before }), after: JSON.stringify(item) }
  }

  private thingOf(serverId: ServerId, key: string): SeenItem | undefined {
    const things = this.thingsOf(serverId)
    nameAgain(things, [key])
    return things.get(key)
  }

  private thingsOf(serverId: ServerId): Things {
    const known = this.byServer.get(serverId)
    if (known) return known
    const written = readSeen(this.options.storage?.read(serverId) ?? {})
    const things: Things = written.get('tools') ?? new Map<string, SeenItem>()
    this.byServer.set(serverId, things)
    return things
  }

  private writeSoon(serverId: ServerId): void {
    if (!this.options.storage) return
    this.unwritten.add(serverId)
    this.stopTimer ??= this.options.clock.after(WRITE_AFTER_MS, () => this.flush())
  }
}

const INSTRUCTIONS = 'instructions'
/** Stands among them from then on when it is not known what they were. */
const LOST = 'lost'

/** What holds for a server when not all that its tools were can be understood any more. */
export function withLostThings(found: SeenFile | undefined): SeenFile {
  return { ...found, tools: [...(found?.tools ?? []), [LOST, '']] }
}

/** What is not among them is not new: there was no room for it, or nobody knows any more what it was. */
function isIncomplete(things: Things): boolean {
  return things.size >= MOST_KEPT || things.has(LOST)
}

/** No tool can be taken for another, or for the instructions, whatever its name. */
function toolKey(name: string): string {
  return name.length > LONGEST_NAME ? `long ${canonicalHash(name)}` : `tool ${name}`
}

function instructionsItem(instructions: string | undefined): Item {
  return { instructions: instructions ?? '' }
}

/** Of two tools with one name the first is the one that is used. */
function itemsOf({ tools, instructions }: Said): ReadonlyMap<string, Item> {
  const named = tools.map((tool): [string, Item] => [toolKey(tool.name), tool])
  // First, so that there is room for them whatever else there is.
  return new Map([[INSTRUCTIONS, instructionsItem(instructions)], ...named.reverse()])
}

function thingOf(item: Item): SeenItem {
  return { digest: hashOfItem(item), json: JSON.stringify(item) }
}

function forgetTexts(things: Things): void {
  let room = MOST_CHARS_KEPT
  for (const [key, { json, ...rest }] of [...things].reverse()) {
    room -= json?.length ?? 0
    if (room < 0 && json !== undefined) things.set(key, rest)
  }
}
