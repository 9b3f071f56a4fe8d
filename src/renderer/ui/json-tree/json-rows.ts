/** A JSON value as rows of a tree: what is folded away costs nothing. */
import { isComposed } from '../../../shared/json/json'
import type { SchemaFinding } from '../../../shared/schema/validate'

/** Of one list or object only so many rows are made at a time. */
export const CHILDREN_AT_ONCE = 500

export type JsonRow = {
  /** A JSON pointer; of a row that stands for more rows, that of what holds them. */
  readonly pointer: string
  readonly depth: number
  /** The name or number under which it stands; absent for the whole value. */
  readonly name?: string
  readonly isInList: boolean
  readonly value: unknown
  /** How many parts it has; absent for what has none. */
  readonly size?: number
  /** How many of them are here, where that is not all. */
  readonly loaded?: number
  readonly isOpen: boolean
  /** How many further parts this row stands for. */
  readonly more?: number
  readonly findings: readonly SchemaFinding[]
  /** Parts below it have findings. */
  readonly hasFindingsBelow: boolean
}

export type Opened = {
  readonly pointers: ReadonlySet<string>
  /** How many parts of something are shown, where it is not the usual number. */
  readonly shown: ReadonlyMap<string, number>
}

/** How many parts those have in all of which only some are here, by their pointers. */
export type Totals = ReadonlyMap<string, number>

const ALL_HERE: Totals = new Map()

export function jsonRows(
  value: unknown,
  opened: Opened,
  findings: readonly SchemaFinding[],
  totals: Totals = ALL_HERE
): readonly JsonRow[] {
  const rows: JsonRow[] = []
  const part = { pointer: '', depth: 0, isInList: false, value }
  addRows(rows, part, { ...opened, totals }, placesOf(findings))
  return rows
}

type Shown = Opened & { readonly totals: Totals }

/** Findings by where they are, so that a row need not look through all of them. */
type Places = {
  readonly at: ReadonlyMap<string, readonly SchemaFinding[]>
  /** The names in the pointers below something, escaped. */
  readonly below: ReadonlyMap<string, ReadonlySet<string>>
}

const NOWHERE: Places = { at: new Map(), below: new Map() }

function placesOf(findings: readonly SchemaFinding[]): Places {
  const at = Map.groupBy(findings, ({ pointer }) => pointer)
  const below = new Map<string, Set<string>>()
  for (const pointer of at.keys()) {
    for (const holder of holdersOf(pointer)) {
      const names = below.get(holder) ?? new Set<string>()
      below.set(holder, names.add(nameBelow(holder, pointer)))
    }
  }
  return { at, below }
}

/** Under which name, escaped, something holds what a pointer leads to. */
function nameBelow(holder: string, pointer: string): string {
  return pointer.slice(holder.length + 1).split('/', 1)[0] ?? ''
}

type Part = Pick<JsonRow, 'pointer' | 'depth' | 'name' | 'isInList' | 'value'>

function addRows(rows: JsonRow[], part: Part, opened: Shown, places: Places): void {
  const { pointer, depth, value } = part
  const hasFindingsBelow = places.below.has(pointer)
  const marks = { findings: places.at.get(pointer) ?? [], hasFindingsBelow }
  if (!isComposed(value)) {
    rows.push({ ...part, isOpen: false, ...marks })
    return
  }
  const isList = Array.isArray(value)
  const keys = isList ? undefined : Object.keys(value)
  const loaded = keys?.length ?? (value as unknown[]).length
  const size = opened.totals.get(pointer) ?? loaded
  const isOpen = size > 0 && opened.pointers.has(pointer)
  rows.push({ ...part, size, ...(loaded < size && { loaded }), isOpen, ...marks })
  addMissing(rows, part, keys, places)
  if (!isOpen) return
  const shown = Math.min(loaded, opened.shown.get(pointer) ?? CHILDREN_AT_ONCE)
  for (let index = 0; index < shown; index++) {
    const name = keys?.[index] ?? String(index)
    const child = (value as Record<string, unknown>)[name]
    const below = `${pointer}/${escaped(name)}`
    addRows(
      rows,
      { pointer: below, depth: depth + 1, name, isInList: isList, value: child },
      opened,
      hasFindingsBelow ? places : NOWHERE
    )
  }
  if (shown < size) {
    rows.push({
      pointer,
      depth: depth + 1,
      isInList: isList,
      value: undefined,
      isOpen: false,
      more: size - shown,
      ...(shown === loaded && { loaded }),
      findings: [],
      hasFindingsBelow: false
    })
  }
}

/** What has to be there and is not has a row of its own, so that what is said of it has a place. */
function addMissing(
  rows: JsonRow[],
  { pointer, depth }: Part,
  keys: readonly string[] | undefined,
  places: Places
): void {
  const wanted = places.below.get(pointer)
  if (!keys || !wanted) return
  const present = new Set(keys.map(escaped))
  for (const name of wanted) {
    const place = `${pointer}/${name}`
    const findings = places.at.get(place)
    if (present.has(name) || !findings) continue
    rows.push({
      pointer: place,
      depth: depth + 1,
      name: unescaped(name),
      isInList: false,
      value: undefined,
      isOpen: false,
      findings,
      hasFindingsBelow: false
    })
  }
}

/** All that holds this part, from the whole value down. */
export function holdersOf(pointer: string): readonly string[] {
  const holders: string[] = []
  for (let end = pointer.indexOf('/'); end >= 0; end = pointer.indexOf('/', end + 1)) {
    holders.push(pointer.slice(0, end))
  }
  return holders
}

/** Opens all that holds a part, as far as that part. */
export function openedFor(value: unknown, pointer: string, opened: Opened): Opened {
  const holders = holdersOf(pointer)
  const shown = new Map(opened.shown)
  let held = value
  for (const holder of holders) {
    if (!isComposed(held)) break
    const name = unescaped(nameBelow(holder, pointer))
    const index = Array.isArray(held) ? Number(name) : Object.keys(held).indexOf(name)
    const needed = Number.isSafeInteger(index) ? index + 1 : 0
    if (needed > (shown.get(holder) ?? CHILDREN_AT_ONCE)) shown.set(holder, needed)
    held = Object.hasOwn(held, name) ? (held as Record<string, unknown>)[name] : undefined
  }
  return { pointers: new Set([...opened.pointers, ...holders]), shown }
}

/** Opens from the outside in, as long as not too much is shown. */
export function opensAtFirst(value: unknown, rowsWanted: number): ReadonlySet<string> {
  const pointers = new Set<string>()
  let level: readonly [string, unknown][] = [['', value]]
  let rows = 1
  while (level.length > 0) {
    const next: [string, unknown][] = []
    for (const [pointer, part] of level) {
      if (!isComposed(part)) continue
      const names = Object.keys(part)
      rows += Math.min(names.length, CHILDREN_AT_ONCE)
      if (rows > rowsWanted && pointer !== '') return pointers
      pointers.add(pointer)
      for (const name of names.slice(0, CHILDREN_AT_ONCE)) {
        next.push([`${pointer}/${escaped(name)}`, (part as Record<string, unknown>)[name]])
      }
    }
    level = next
  }
  return pointers
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
