/**
 * Resources as a tree, by scheme and authority and then by the segments of their path. Every label
 * is a piece of the URI as it is, so that the labels from the root down are the URI again.
 */
import type { Resource, ResourceTemplate } from '../../../shared/calls/catalogue'
import type { ListRow } from '../catalogue/list-row'

export type ResourceRow = ListRow & {
  readonly label: string
  readonly resource?: Resource
  readonly template?: ResourceTemplate
}

type Node = {
  readonly label: string
  /** The URI up to here. */
  readonly path: string
  resource?: Resource
  readonly children: Map<string, Node>
  /** Resources here and below. */
  count: number
}

/** What is deeper is not taken apart any further: no person would go there step by step. */
const DEEPEST = 24
export const TEMPLATES_ID = 'templates'

type Listed = {
  readonly resources: readonly Resource[]
  readonly templates: readonly ResourceTemplate[]
  /** By their ids. */
  readonly closed: ReadonlySet<string>
  readonly isFlat: boolean
}

export function rowsOf({ resources, templates, closed, isFlat }: Listed): readonly ResourceRow[] {
  const rows: ResourceRow[] = []
  if (isFlat) {
    for (const resource of resources) {
      rows.push({ id: resourceId(resource.uri), depth: 0, label: resource.uri, resource })
    }
  } else {
    for (const node of treeOf(resources).values()) addRows(rows, node, '', 0, closed)
  }
  if (templates.length === 0) return rows
  const isOpen = !closed.has(TEMPLATES_ID)
  rows.push({
    id: TEMPLATES_ID,
    depth: 0,
    label: 'Templates',
    isHeading: true,
    folder: { isOpen, count: templates.length }
  })
  if (!isOpen) return rows
  return rows.concat(
    templates.map((template) => ({
      id: templateId(template.uriTemplate),
      depth: 1,
      label: template.uriTemplate,
      template
    }))
  )
}

export function resourceId(uri: string): string {
  return `resource ${uri}`
}

export function templateId(template: string): string {
  return `template ${template}`
}

function treeOf(resources: readonly Resource[]): Map<string, Node> {
  const roots = new Map<string, Node>()
  for (const resource of resources) {
    let level = roots
    let path = ''
    const pieces = piecesOf(resource.uri)
    for (const [index, label] of pieces.entries()) {
      path += label
      const isLast = index === pieces.length - 1
      const node = level.get(label) ?? newNode(label, path)
      level.set(label, node)
      node.count++
      // The second of two with the same URI would be the same to the server.
      if (isLast) node.resource ??= resource
      level = node.children
    }
  }
  return roots
}

function newNode(label: string, path: string): Node {
  return { label, path, children: new Map(), count: 0 }
}

/** What has one thing below it, and is nothing itself, is shown as one with it. */
function addRows(
  rows: ResourceRow[],
  node: Node,
  before: string,
  depth: number,
  closed: ReadonlySet<string>
): void {
  const label = before + node.label
  const [only] = node.children.values()
  if (!node.resource && node.children.size === 1 && only) {
    return addRows(rows, only, label, depth, closed)
  }
  const hasChildren = node.children.size > 0
  const id = node.resource ? resourceId(node.path) : `folder ${node.path}`
  const isOpen = !closed.has(id)
  rows.push({
    id,
    depth,
    label,
    ...(node.resource ? { resource: node.resource } : { isHeading: true }),
    ...(hasChildren && { folder: { isOpen, count: node.count - (node.resource ? 1 : 0) } })
  })
  if (!hasChildren || !isOpen) return
  for (const child of node.children.values()) addRows(rows, child, '', depth + 1, closed)
}

/** Scheme and authority first, then each segment of the path with the slash that ends it. */
export function piecesOf(uri: string): readonly string[] {
  const pieces: string[] = []
  let at = rootLength(uri)
  if (at > 0) pieces.push(uri.slice(0, at))
  const end = pathEnd(uri, at)
  while (at < uri.length) {
    const slash = pieces.length < DEEPEST ? uri.indexOf('/', at) : -1
    const next = slash === -1 || slash >= end ? uri.length : slash + 1
    pieces.push(uri.slice(at, next))
    at = next
  }
  return pieces.length === 0 ? [''] : pieces
}

/** With the slash after the authority, or up to the colon where there is no authority. */
function rootLength(uri: string): number {
  const colon = uri.indexOf(':')
  if (colon === -1) return 0
  if (!uri.startsWith('://', colon)) return colon + 1
  const slash = uri.indexOf('/', colon + 3)
  const end = pathEnd(uri, colon + 3)
  return slash === -1 || slash >= end ? end : slash + 1
}

/** A slash in the query or in the fragment is no step down. */
function pathEnd(uri: string, from: number): number {
  const ends = ['?', '#'].map((mark) => uri.indexOf(mark, from)).filter((at) => at !== -1)
  return Math.min(uri.length, ...ends)
}
