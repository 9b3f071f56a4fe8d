/** How a text with objects and lists is laid out: which comments belong to whom, and how it is indented. */
import { createScanner, type Node } from 'jsonc-parser'
import { TOKEN } from './jsonc'

export type Span = { readonly start: number; readonly end: number }

/**
 * One member of an object or list. Comments directly above it, and those behind it on its line, are
 * its own; a comment with a blank line below it is nobody's, and one behind the brace is the brace's.
 */
export type Member = {
  readonly node: Node
  /** Where its own comments begin, or itself. */
  readonly start: number
  readonly valueEnd: number
  /** After its own comments in front of the comma. */
  readonly end: number
  readonly comma?: number
  /** After its own comments behind the comma; the same as `end` when there is no comma. */
  readonly blockEnd: number
  readonly above: readonly Span[]
  readonly behind: readonly Span[]
}

export type Layout = {
  readonly members: readonly Member[]
  /** After the opening brace and the comments behind it on its line. */
  readonly headEnd: number
  readonly closeAt: number
}

type Gap = { readonly comments: readonly Span[]; readonly comma?: number; readonly end: number }

export function layoutOf(text: string, container: Node): Layout {
  const nodes = container.children ?? []
  const closeAt = container.offset + container.length - 1
  const gaps = [container.offset + 1, ...nodes.map(endOf)].map((from, index) =>
    gapIn(text, from, nodes[index]?.offset ?? closeAt)
  )
  const firstEnd = gaps[0]?.end ?? closeAt
  const head = chainOf(text, container.offset + 1, gaps[0]?.comments ?? [])
  const isHead = nodes.length === 0 || hasBreak(text, head.end, firstEnd)
  const headEnd = isHead ? head.end : container.offset + 1
  let taken = headEnd
  const members = nodes.map((node, index): Member => {
    const above = commentsAbove(
      text,
      node.offset,
      (gaps[index]?.comments ?? []).filter(({ start }) => start >= taken)
    )
    const behind = behindOf(text, endOf(node), gaps[index + 1], index + 1 < nodes.length)
    taken = behind.taken
    return { node, start: above[0]?.start ?? node.offset, above, ...behind.parts }
  })
  return { members, headEnd, closeAt }
}

function behindOf(text: string, valueEnd: number, gap: Gap | undefined, isFollowed: boolean) {
  const { comments = [], comma, end: gapEnd = valueEnd } = gap ?? {}
  const before = chainOf(
    text,
    valueEnd,
    comments.filter(({ end }) => comma === undefined || end <= comma)
  )
  const parts = { valueEnd, end: before.end, blockEnd: before.end, behind: before.comments }
  if (comma === undefined) return { taken: before.end, parts }
  const after = chainOf(
    text,
    comma + 1,
    comments.filter(({ start }) => start > comma)
  )
  const isOwn =
    !hasBreak(text, before.end, comma) && (!isFollowed || hasBreak(text, after.end, gapEnd))
  const blockEnd = isOwn ? after.end : comma + 1
  const behind = isOwn ? [...before.comments, ...after.comments] : before.comments
  return { taken: blockEnd, parts: { ...parts, comma, blockEnd, behind } }
}

/** Comments that follow on the same line, one behind the other. */
function chainOf(text: string, from: number, comments: readonly Span[]) {
  let end = from
  const own: Span[] = []
  for (const comment of comments) {
    if (hasBreak(text, end, comment.start)) break
    own.push(comment)
    end = comment.end
  }
  return { comments: own, end }
}

function commentsAbove(text: string, from: number, comments: readonly Span[]): readonly Span[] {
  let start = from
  let first = comments.length
  for (const comment of comments.toReversed()) {
    if (breaksIn(text, comment.end, start) > 1) break
    start = comment.start
    first -= 1
  }
  return comments.slice(first)
}

function gapIn(text: string, from: number, to: number): Gap {
  const comments: Span[] = []
  let comma: number | undefined
  const scanner = createScanner(text.slice(from, to), false)
  for (let token = scanner.scan() as number; token !== TOKEN.end; token = scanner.scan()) {
    const start = from + scanner.getTokenOffset()
    if (token === TOKEN.comma) comma = start
    if (token !== TOKEN.lineComment && token !== TOKEN.blockComment) continue
    comments.push({ start, end: start + scanner.getTokenLength() })
  }
  return { comments, end: to, ...(comma !== undefined && { comma }) }
}

/** The comments before and after a value that stands alone. */
export function commentsAround(text: string, root: Node): readonly string[] {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  return [gapIn(text, start, root.offset), gapIn(text, endOf(root), text.length)].flatMap(
    ({ comments }) => comments.map((comment) => text.slice(comment.start, comment.end))
  )
}

export function endOf(node: Node): number {
  return node.offset + node.length
}

export function hasBreak(text: string, from: number, to: number): boolean {
  return breaksIn(text, from, to) > 0
}

function breaksIn(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n?|\n/g)?.length ?? 0
}

export function lineStartOf(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
}

/** The space that the line of `offset` begins with, without a byte order mark. */
export function indentAt(text: string, offset: number): string {
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStartOf(text, offset), offset))?.[1] ?? ''
}

export type Fashion = { readonly lineEnd: string; readonly unit: string }

export function fashionOf(text: string): Fashion {
  return {
    lineEnd: /\r\n?|\n/.exec(text)?.[0] ?? '\n',
    unit: /(?:^|[\r\n])([ \t]+)"/.exec(text)?.[1] ?? '  '
  }
}

/**
 * A value as it looks at another depth. A text that stands at no depth at all takes over the unit of
 * indentation too; one that was cut out of a file keeps its own.
 */
export function fitted(value: string, indent: string, { lineEnd, unit }: Fashion): string {
  const [first = '', ...rest] = value.split(/\r\n?|\n/)
  const base = /^[ \t]*/.exec(rest.at(-1) ?? '')?.[0] ?? ''
  if (base === indent && base !== '') return [first, ...rest].join(lineEnd)
  const ownUnit = base === '' ? /^[ \t]+/.exec(rest[0] ?? '')?.[0] : undefined
  const lines = rest.map((line) => {
    if (!line.startsWith(base)) return line
    const [, space = '', content = ''] = /^([ \t]*)(.*)$/s.exec(line.slice(base.length)) ?? []
    if (content === '') return ''
    return indent + (ownUnit === undefined ? space : exchanged(space, ownUnit, unit)) + content
  })
  return [first, ...lines].join(lineEnd)
}

function exchanged(space: string, from: string, to: string): string {
  const levels = space.length / from.length
  return Number.isInteger(levels) && space === from.repeat(levels) ? to.repeat(levels) : space
}
