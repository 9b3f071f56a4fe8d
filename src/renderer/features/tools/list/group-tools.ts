/** Puts tools whose names begin alike under one heading, as in `git_add`, `git_log`, `git_push`. */
import type { Tool } from '../../../../shared/calls/catalogue'
import type { Folder, ListRow } from '../../catalogue/list-row'

export type GroupRow = ListRow & {
  readonly kind: 'group'
  /** What the names begin with, separator included. */
  readonly prefix: string
  readonly folder: Folder
}

export type ToolRow = ListRow & { readonly kind: 'tool'; readonly tool: Tool }

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
      rows.push(rowOf(tool, 0))
    } else if (!done.has(prefix)) {
      done.add(prefix)
      const inGroup = members.get(prefix) ?? []
      const folder = { isOpen: !folded.has(prefix), count: inGroup.length }
      rows.push({ kind: 'group', id: `group ${prefix}`, depth: 0, isHeading: true, prefix, folder })
      if (!folder.isOpen) continue
      for (const member of inGroup) rows.push(rowOf(member, 1))
    }
  }
  return rows
}

export function plainRows(tools: readonly Tool[]): readonly Row[] {
  return tools.map((tool) => rowOf(tool, 0))
}

function rowOf(tool: Tool, depth: number): ToolRow {
  return { kind: 'tool', id: toolId(tool.name), depth, tool }
}

/** Of the row of a tool. */
export function toolId(name: string): string {
  return `tool ${name}`
}
