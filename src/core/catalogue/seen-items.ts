/** What is kept of the things in a catalogue that the person has seen, and how it is written down. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LIST_KINDS, type ListKind } from '../../shared/calls/catalogue'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { fromJson, isObject } from '../../shared/json/json'
import { redacted } from '../redaction/redacted'

/** All that is kept of one server. */
const LIMIT_CHARS = 2 * 1024 * 1024
const DIGEST_CHARS = 22
/** Stands behind a name of which a part is hidden, and tells which name it was. */
const NAME_DIGEST = /#([\da-f]{16})$/

export type Item = Readonly<Record<string, unknown>>

/** Something that is known by a name. */
export type Named = {
  /** It was written down under a name of which a part is hidden, and nobody has asked for it since. */
  readonly isHidden?: true
}

export type SeenItem = Named & {
  /** Of its JSON. */
  readonly digest: string
  /** As the server sent it; absent when there is no room for it. */
  readonly json?: string
}

export type SeenLists = Map<ListKind, Map<string, SeenItem>>

/** What is nested too deeply to be written down is always the same. */
export function seenItem(item: Item): SeenItem {
  try {
    const json = JSON.stringify(item)
    const digest = createHash('sha256').update(json).digest('base64').slice(0, DIGEST_CHARS)
    return { digest, json }
  } catch {
    return { digest: 'too deep' }
  }
}

/** Some servers write the members of an object in another order each time, and mean the same. */
export function isSameItem(
  before: SeenItem,
  now: SeenItem,
  redact: (json: string) => string
): boolean {
  if (before.digest === now.digest) return true
  const { json: old } = before
  if (old === undefined || now.json === undefined) return false
  // What was hidden when it was written down has to be hidden here too.
  const json = old.includes(HIDDEN_VALUE) ? redact(now.json) : now.json
  return json.length === old.length && isSame(fromJson(old), fromJson(json))
}

/** The key, the digest, and the JSON if there is room for it. */
const Row = z.tuple([z.string(), z.string()]).rest(z.unknown())
type Row = z.output<typeof Row>

/** As it stands in a file. */
export const SeenFile = z.object({
  tools: z.array(Row).exactOptional(),
  resources: z.array(Row).exactOptional(),
  resourceTemplates: z.array(Row).exactOptional(),
  prompts: z.array(Row).exactOptional()
} satisfies Record<ListKind, z.ZodType>)
export type SeenFile = z.output<typeof SeenFile>

export function readSeen(written: SeenFile): SeenLists {
  const lists: SeenLists = new Map()
  for (const kind of LIST_KINDS) {
    const rows = written[kind]
    if (rows) lists.set(kind, new Map(rows.map(readRow)))
  }
  return lists
}

/**
 * Within the limit: the largest things lose their text first, and are still known by their digest.
 * Of a name that holds what must not be written down the rest is kept, and a digest of the whole.
 */
export function writeSeen(lists: SeenLists, redact: (json: string) => string): SeenFile {
  const texts = [...lists].map(([kind, items]) => ({
    kind,
    items: [...items].map(([key, item]) => {
      const { digest, json } = item
      const least: Row = [writtenName(key, item, redact), digest]
      return { least, whole: json === undefined ? undefined : ([...least, redact(json)] as Row) }
    })
  }))
  const all = texts.flatMap(({ items }) => items)
  const kept = withRoom(all)
  const written = texts.map(({ kind, items }) => [
    kind,
    items.map((item) => (kept.has(item) ? item.whole : item.least))
  ])
  return Object.fromEntries(written) as SeenFile
}

/** What was written down under a name with a hidden part gets its name back, if it is there now. */
export function nameAgain<Thing extends Named>(
  seen: Map<string, Thing>,
  names: Iterable<string>
): void {
  const hidden = new Map<string, string>()
  for (const [written, { isHidden }] of seen) {
    if (isHidden) hidden.set(NAME_DIGEST.exec(written)?.[1] ?? '', written)
  }
  if (hidden.size === 0) return
  for (const name of names) {
    const known = seen.get(name)
    const written = known && !known.isHidden ? undefined : hidden.get(nameDigest(name))
    const item = written === undefined ? undefined : seen.get(written)
    if (written === undefined || item === undefined) continue
    const { isHidden: _isHidden, ...found } = item
    seen.delete(written)
    seen.set(name, found as Thing)
  }
}

/**
 * Of a name that holds what must not be written down the rest, and a digest of the whole. So it is with
 * one that only looks like that: nothing that a server is free to choose is taken for what we wrote.
 */
export function writtenName(
  name: string,
  { isHidden }: Named,
  redact: (json: string) => string
): string {
  if (isHidden) return name
  const hidden = redacted(name, redact)
  return hidden === name && !looksHidden(name) ? name : `${hidden}#${nameDigest(name)}`
}

/** Of a name as it was written down. */
export function namedAs(written: string): Named {
  return looksHidden(written) ? { isHidden: true } : {}
}

function looksHidden(name: string): boolean {
  return name.includes(HIDDEN_VALUE) && NAME_DIGEST.test(name)
}

function nameDigest(name: string): string {
  return createHash('sha256').update(name, 'utf16le').digest('hex').slice(0, 16)
}

type Choice = { readonly least: Row; readonly whole: Row | undefined }

function withRoom(rows: readonly Choice[]): ReadonlySet<Choice> {
  let room = LIMIT_CHARS
  for (const { least } of rows) room -= JSON.stringify(least).length + 1
  const kept = new Set<Choice>()
  const bySize = rows
    .flatMap((row) => (row.whole ? { row, more: JSON.stringify(row.whole[2]).length + 1 } : []))
    .sort((a, b) => a.more - b.more)
  for (const { row, more } of bySize) {
    room -= more
    if (room < 0) break
    kept.add(row)
  }
  return kept
}

function readRow([key, digest, json]: Row): [string, SeenItem] {
  return [key, { digest, ...(typeof json === 'string' && { json }), ...namedAs(key) }]
}

/** Not by recursion: what a server sends may be nested deeper than that can go. */
function isSame(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair
    if (a === b) continue
    const isAlike = Array.isArray(a) ? Array.isArray(b) : isObject(a) && isObject(b)
    if (!isAlike) return false
    const [parts, others] = [a as Item, b as Item]
    const keys = Object.keys(parts)
    if (keys.length !== Object.keys(others).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(others, key)) return false
      pairs.push([parts[key], others[key]])
    }
  }
  return true
}
