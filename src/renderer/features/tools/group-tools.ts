/** Puts tools whose names begin alike under one heading, as in `git_add`, `git_log`, `git_push`. */
import type { Tool } from '../../../shared/catalogue'

export type GroupRow = {
  readonly kind: 'group'
  /** What the names begin with, separator included. */
  readonly prefix: string
  readonly count: number
  readonly isFolded: boolean
}

export type ToolRow = {
  readonly kind: 'tool'
  readonly tool: Tool
  /** The prefix of the group it is in. */
  readonly group?: string
}

export type Row = GroupRow | ToolRow

const SMALLEST_GROUP = 3
/** Fewer tools than this are seen at a glance. */
const SMALLEST_LIST = 8

const prefixesOfLists = new WeakMap<readonly Tool[], ReadonlyMap<Tool, string>>()

/** The prefix of every tool that is in a group. Empty when groups would be of no help. */
export function groupsOf(tools: readonly Tool[]): ReadonlyMap<Tool, string> {
  const known = prefixesOfLists.get(tools)
  if (known) return known
  const made = tools.length < SMALLEST_LIST ? new Map<Tool, string>() : prefixesOf(tools, 1)
  prefixesOfLists.set(tools, made)
  return made
}

const DEEPEST = 3

/** Where all tools have the same prefix it tells nothing, and the next part of the name is taken. */
function prefixesOf(tools: readonly Tool[], parts: number): ReadonlyMap<Tool, string> {
  const counts = new Map<string, number>()
  for (const { name } of tools) {
    const prefix = prefixOf(name, parts)
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  const isShared = [...counts.values()].some((count) => count === tools.length)
  if (isShared && parts < DEEPEST) return prefixesOf(tools, parts + 1)
  const groups = new Map<Tool, string>()
  for (const tool of tools) {
    const prefix = prefixOf(tool.name, parts)
    const count = prefix === undefined ? 0 : (counts.get(prefix) ?? 0)
    const isGroup = count >= SMALLEST_GROUP && count < tools.length
    if (prefix !== undefined && isGroup) groups.set(tool, prefix)
  }
  return groups
}

const PARTS = /[^_\-./]+[_\-./]+/gy

function prefixOf(name: string, parts: number): string | undefined {
  PARTS.lastIndex = 0
  for (let part = 0; part < parts; part++) if (!PARTS.test(name)) return undefined
  const end = PARTS.lastIndex
  return end < name.length ? name.slice(0, end) : undefined
}

/** A group stands where its first tool would. */
export function groupedRows(
  tools: readonly Tool[],
  groups: ReadonlyMap<Tool, string>,
  folded: ReadonlySet<string>
): readonly Row[] {
  const members = new Map<string, Tool[]>()
  for (const [tool, prefix] of groups) {
    const known = members.get(prefix)
    if (known) known.push(tool)
    else members.set(prefix, [tool])
  }
  const rows: Row[] = []
  const done = new Set<string>()
  for (const tool of tools) {
    const prefix = groups.get(tool)
    if (prefix === undefined) {
      rows.push({ kind: 'tool', tool })
    } else if (!done.has(prefix)) {
      done.add(prefix)
      const inGroup = members.get(prefix) ?? []
      const isFolded = folded.has(prefix)
      rows.push({ kind: 'group', prefix, count: inGroup.length, isFolded })
      if (isFolded) continue
      for (const member of inGroup) rows.push(rowIn(prefix, member))
    }
  }
  return rows
}

function rowIn(group: string, tool: Tool): Row {
  return { kind: 'tool', tool, group }
}

export function plainRows(tools: readonly Tool[]): readonly Row[] {
  return tools.map((tool) => ({ kind: 'tool', tool }))
}

/** Tells a row from all others, also when rows are added or folded. */
export function keyOf(row: Row): string {
  return row.kind === 'group' ? `group ${row.prefix}` : `tool ${row.tool.name}`
}
