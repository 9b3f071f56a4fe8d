/** Adds and takes away members of an object or list, and leaves every other byte as it is. */
import type { Node } from 'jsonc-parser'
import {
  fashionOf,
  fitted,
  hasBreak,
  indentAt,
  layoutOf,
  lineStartOf,
  type Layout,
  type Span
} from './jsonc-layout'

export type Comments = {
  readonly above: readonly string[]
  readonly behind: readonly string[]
  /** False when it stood directly under the member before it, and is to stand there again. */
  readonly hasGapAbove?: boolean
}

export type NewMember = {
  /** Absent in a list. */
  readonly key?: string
  readonly value: string
  readonly comments?: Comments
  /** It comes from this very text, and is not to be indented anew. */
  readonly isMoved?: boolean
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

export function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (result, { start, end, text }) => result.slice(0, start) + text + result.slice(end),
      text
    )
}

/** The text with `member` before the one at `index`, or at the end. */
export function withMember(
  text: string,
  container: Node,
  index: number,
  member: NewMember
): string {
  const layout = layoutOf(text, container)
  const fashion = fashionOf(text)
  const { lineEnd } = fashion
  const { members, closeAt } = layout
  const baseIndent = indentAt(text, container.offset)
  const next = members[index]
  const last = members.at(-1)
  const isSpread = isSpreadOut(text, container, layout) || hasLineComment(member)
  const indent = (isSpread ? memberIndent(text, layout) : undefined) ?? baseIndent + fashion.unit
  const isDense = !isSpread && !/[,:]\s/.test(text.slice(container.offset, closeAt))
  const space = isDense ? '' : ' '
  const { above = [], behind = [] } = member.comments ?? {}
  const joint = isSpread ? lineEnd + indent : ' '
  const lead = above.map((comment) => comment + joint).join('')
  const name = member.key === undefined ? '' : `${JSON.stringify(member.key)}:${space}`
  const value = member.isMoved
    ? member.value
    : fitted(member.value, isSpread ? indent : baseIndent, fashion)
  const body = lead + name + value
  const tail = behind.map((comment) => ` ${comment}`).join('')

  if (next) {
    const before = members[index - 1]?.blockEnd ?? layout.headEnd
    const isDirect = member.comments?.hasGapAbove === false && isSpread
    if (isDirect && hasBreak(text, before, next.start)) {
      return applied(text, [at(before, `${lineEnd}${indent}${body},${tail}`)])
    }
    const isAtLineStart = text.slice(lineStartOf(text, next.start), next.start).trim() === ''
    const [open, close] = isAtLineStart
      ? ['', lineEnd + indentAt(text, next.start)]
      : isSpread
        ? [lineEnd + indent, lineEnd + indent]
        : ['', space]
    return applied(text, [at(next.start, `${open}${body},${tail}${close}`)])
  }
  const from = last?.blockEnd ?? layout.headEnd
  const hasRoom = /\S|[\r\n]/.test(text.slice(from, closeAt))
  const rest: Edit =
    isSpread && !hasRoom ? { start: from, end: closeAt, text: lineEnd + baseIndent } : at(from, '')
  if (!last)
    return applied(text, [{ ...rest, text: `${lineEnd}${indent}${body}${tail}${rest.text}` }])
  const isTrailing = last.comma !== undefined
  const separator = isSpread ? lineEnd + indent : space
  const added = `${separator}${body}${isTrailing ? ',' : ''}${tail}${rest.text}`
  if (isTrailing) return applied(text, [{ ...rest, text: added }])
  if (last.valueEnd === from) return applied(text, [{ ...rest, text: `,${added}` }])
  return applied(text, [at(last.valueEnd, ','), { ...rest, text: added }])
}

/** The text without the member, its own comments, and the comma that it no longer needs. */
export function withoutMember(text: string, container: Node, index: number): string {
  const { members } = layoutOf(text, container)
  const member = members[index]
  if (!member) return text
  const { start, end, comma, blockEnd } = member
  if (comma !== undefined) {
    if (text.slice(end, comma).trim() !== '') {
      return applied(text, [cut(start, end), cut(comma, blockEnd)])
    }
    return applied(text, [wholeLines(text, start, blockEnd)])
  }
  const before = members[index - 1]?.comma
  if (before === undefined) return applied(text, [wholeLines(text, start, end)])
  if (/^[ \t]*$/.test(text.slice(before + 1, start))) return applied(text, [cut(before, end)])
  return applied(text, [cut(before, before + 1), wholeLines(text, start, end)])
}

export function commentsOf(text: string, container: Node, index: number): Comments {
  const { members, headEnd } = layoutOf(text, container)
  const member = members[index]
  if (!member) return { above: [], behind: [] }
  const textOf = ({ start, end }: Span): string => text.slice(start, end)
  const gap = text.slice(members[index - 1]?.blockEnd ?? headEnd, member.start)
  return {
    above: member.above.map(textOf),
    behind: member.behind.map(textOf),
    hasGapAbove: !/^[ \t]*(?:\r\n?|\n)[ \t]*$/.test(gap)
  }
}

function at(offset: number, text: string): Edit {
  return { start: offset, end: offset, text }
}

function cut(start: number, end: number): Edit {
  return { start, end, text: '' }
}

/** With the ends of its lines, when nothing else is on them; else with the space that follows. */
function wholeLines(text: string, start: number, end: number): Edit {
  const lineStart = lineStartOf(text, start)
  const [space = '', lineEnd = ''] = /^([ \t]*)(\r\n?|\n)?/.exec(text.slice(end))?.slice(1) ?? []
  const isAlone = lineEnd !== '' && text.slice(lineStart, start).trim() === ''
  if (isAlone) return cut(lineStart, end + space.length + lineEnd.length)
  return cut(start, lineEnd === '' ? end + space.length : end)
}

/** An empty one counts as spread out: what goes in is for people to read. */
function isSpreadOut(text: string, container: Node, { members, closeAt }: Layout): boolean {
  const [first] = members
  if (!first) return true
  return (
    hasBreak(text, container.offset, first.node.offset) ||
    members.some(({ valueEnd }, index) =>
      hasBreak(text, valueEnd, members[index + 1]?.node.offset ?? closeAt)
    )
  )
}

function memberIndent(text: string, { members }: Layout): string | undefined {
  const onOwnLine = members.find(({ node }) => {
    const lineStart = lineStartOf(text, node.offset)
    return lineStart > 0 && text.slice(lineStart, node.offset).trim() === ''
  })
  return onOwnLine && indentAt(text, onOwnLine.node.offset)
}

function hasLineComment({ comments }: NewMember): boolean {
  return [...(comments?.above ?? []), ...(comments?.behind ?? [])].some((comment) =>
    comment.startsWith('//')
  )
}
