/**
 * What you may see of a text that is meant to be JSON and cannot be parsed, by the rule of the
 * question about trust. A line whose tokens are broken shows no more than the name of its field.
 */
import { createScanner } from 'jsonc-parser'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { shownTemplate } from '../address/address-template'
import { secretsInArguments } from './argument-secrets'
import { ADDRESSES, commentedFields, isHiddenInPreview } from './hidden-fields'
import { TOKEN } from '../jsonc/jsonc'
import { isSecretName } from '../references/secret-values'
import { shownValue } from './shown-value'

type Edit = { readonly offset: number; readonly length: number; readonly text: string }

type Token = {
  readonly kind: number
  readonly offset: number
  readonly length: number
  readonly value: string
}

/** A brace or a bracket that is open. */
type Container = { readonly isList: boolean; readonly isSecret: boolean; name: string }

const FIELD_NAME = /^[\s{[,]*(?:"[^"]*"|'[^']*'|[\w.-]+)\s*:\s*/
const HARMLESS_VALUE = /^(?:[[{\s]*|true|false|null|-?\d{1,5})$/
const ONLY_STRUCTURE = /^[\s{}[\],]*$/

/** Leaves only the name of its field. */
function shownBrokenLine(line: string): string {
  if (ONLY_STRUCTURE.test(line)) return line
  const name = FIELD_NAME.exec(line)?.[0]
  if (name === undefined) return `${line.slice(0, line.search(/\S/))}${HIDDEN_VALUE}`
  const value = line.slice(name.length).trimEnd()
  const isLast = !value.endsWith(',')
  if (HARMLESS_VALUE.test(isLast ? value : value.slice(0, -1))) return line
  return `${name}"${HIDDEN_VALUE}"${isLast ? '' : ','}`
}

/** Of each line only the name of its field is left. For a text that comes back from the window. */
export function hiddenBrokenText(text: string): string {
  return text.replace(/[^\r\n]+/g, shownBrokenLine)
}

/** For a text that is only looked at. It has as many lines as before. */
export function shownBrokenText(text: string): string {
  const { tokens, broken } = scanned(text)
  const edits = [...valueEdits(tokens), ...commentEdits(text, broken)].sort(byOffset)
  broken.sort(byOffset)
  const lines: string[] = []
  let edit = 0
  let range = 0
  let brokenUntil = 0
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)) {
    const end = start + line.length
    for (let each = broken[range]; each && each.offset < end; each = broken[++range]) {
      brokenUntil = Math.max(brokenUntil, each.end)
    }
    let shown = ''
    let done = start
    for (let each = edits[edit]; each && each.offset < end; each = edits[++edit]) {
      shown += text.slice(done, each.offset) + each.text
      done = each.offset + each.length
    }
    lines.push(brokenUntil > start ? hiddenBrokenText(line) : shown + text.slice(done, end))
  }
  return lines.join('')
}

function byOffset(one: { offset: number }, other: { offset: number }): number {
  return one.offset - other.offset
}

type Range = { readonly offset: number; readonly end: number }

/** The tokens that carry meaning, and the places at which there is none that can be understood. */
function scanned(text: string): { tokens: readonly Token[]; broken: Range[] } {
  const scanner = createScanner(text, false)
  const tokens: Token[] = []
  const broken: Range[] = []
  for (let kind: number = scanner.scan(); kind !== TOKEN.end; kind = scanner.scan()) {
    const offset = scanner.getTokenOffset()
    const length = scanner.getTokenLength()
    const isComment = kind === TOKEN.lineComment || kind === TOKEN.blockComment
    if (!isComment && kind !== TOKEN.lineBreak && kind !== TOKEN.trivia) {
      tokens.push({ kind, offset, length, value: scanner.getTokenValue() })
    }
    const isUnderstood = kind !== TOKEN.unknown && (scanner.getTokenError() as number) === 0
    if (!isUnderstood) broken.push({ offset, end: offset + length })
  }
  return { tokens, broken }
}

function valueEdits(tokens: readonly Token[]): readonly Edit[] {
  const edits: Edit[] = []
  const open: Container[] = []
  tokens.forEach((token, index) => {
    const around = open.at(-1)
    switch (token.kind) {
      case TOKEN.openBrace:
      case TOKEN.openBracket: {
        const name = around?.name ?? ''
        const isSecret = around?.isSecret === true || isSecretName(name)
        open.push({ isList: token.kind === TOKEN.openBracket, isSecret, name: '' })
        break
      }
      case TOKEN.closeBrace:
      case TOKEN.closeBracket:
        open.pop()
        break
      case TOKEN.text:
      case TOKEN.number: {
        const place = placeOf(tokens, index, around?.isList === true)
        if (place === 'name' && around) around.name = token.value
        if (place === 'name') break
        const shown = place === 'value' ? shownToken(token, around) : HIDDEN_VALUE
        if (shown !== token.value) {
          const { offset, length } = token
          edits.push({ offset, length, text: JSON.stringify(shown) })
        }
      }
    }
  })
  return edits
}

/** What a text stands for, as far as its neighbours tell: a colon may be missing. */
function placeOf(
  tokens: readonly Token[],
  index: number,
  isInList: boolean
): 'name' | 'value' | undefined {
  const before = tokens[index - 1]?.kind
  const after = tokens[index + 1]?.kind
  if (after === TOKEN.colon) return 'name'
  if (before === TOKEN.colon || isInList) return 'value'
  const isPair = (first?: number, second?: number): boolean =>
    first === TOKEN.text && (second === TOKEN.text || second === TOKEN.number)
  if (isPair(tokens[index]?.kind, after)) return 'name'
  return isPair(before, tokens[index]?.kind) ? 'value' : undefined
}

function shownToken({ value }: Token, around: Container | undefined): string {
  const { name = '', isList = false, isSecret = false } = around ?? {}
  // It may be of an input that is a password.
  if (isSecret || name === 'default') return HIDDEN_VALUE
  if (ADDRESSES.has(name)) return shownTemplate(value)
  if (isList && secretsInArguments([value]).length > 0) return HIDDEN_VALUE
  return shownValue(name, value)
}

/** Comments that are too long to be looked through count as broken. */
function commentEdits(text: string, broken: Range[]): readonly Edit[] {
  return commentedFields(text).flatMap((field) => {
    const { offset, length } = field
    if (/[\r\n]/.test(field.text)) broken.push({ offset, end: offset + length })
    else if (isHiddenInPreview(field)) return [{ offset, length, text: HIDDEN_VALUE }]
    return []
  })
}
