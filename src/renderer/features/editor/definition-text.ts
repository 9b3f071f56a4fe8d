/**
 * One entry of a configuration file as text: what a form can show of it, and edits that leave
 * comments and fields nobody knows as they are.
 */
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  printParseErrorCode,
  type FormattingOptions,
  type JSONPath,
  type Node,
  type ParseError
} from 'jsonc-parser'
import { isObject } from '../../../shared/json/json'

export type Pair = readonly [name: string, value: string]

export type DefinitionRead =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly problem: string; readonly line: number; readonly column: number }

const FORMATTING: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
const PARSING = { allowTrailingComma: true, disallowComments: false }

export const EMPTY_DEFINITION = '{}'

export function readDefinition(text: string): DefinitionRead {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, PARSING)
  const [first] = errors
  if (first) {
    const place = placeOf(text, first.offset)
    return { problem: sentenceOf(first), ...place }
  }
  const value: unknown = root ? getNodeValue(root) : undefined
  if (!isObject(value)) {
    return { problem: 'A definition has to be a JSON object.', line: 1, column: 1 }
  }
  return { value }
}

function sentenceOf({ error }: ParseError): string {
  const words = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `This is not JSON: ${words}.`
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Undefined removes the field; an object that loses its last field goes too. */
export function withField(text: string, path: JSONPath, value: unknown): string {
  const edited = set(text, path, value)
  const parent = path.slice(0, -1)
  if (value !== undefined || parent.length === 0) return edited
  const left = nodeAt(edited, parent)
  return left?.type === 'object' && left.children?.length === 0
    ? set(edited, parent, undefined)
    : edited
}

function set(text: string, path: JSONPath, value: unknown): string {
  if (value === undefined && !nodeAt(text, path)) return text
  return applyEdits(text, modify(text, path, value, { formattingOptions: FORMATTING }))
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const root = parseTree(text, [], PARSING)
  return root && findNodeAtLocation(root, path)
}

/** Changes only the items that differ; a list without items is left out. */
export function withList(text: string, field: string, items: readonly string[]): string {
  if (items.length === 0) return set(text, [field], undefined)
  const before = listIn(valueIn(text, field))
  if (before === undefined || before.length === 0) return set(text, [field], items)
  let edited = text
  for (let index = before.length - 1; index >= items.length; index--) {
    edited = set(edited, [field, index], undefined)
  }
  return items.reduce((now, item, index) => {
    return before[index] === item ? now : set(now, [field, index], item)
  }, edited)
}

/** Changes only the names and values that differ; an object without any is left out. */
export function withPairs(text: string, field: string, pairs: readonly Pair[]): string {
  const unique = [...new Map(pairs)]
  if (unique.length === 0) return set(text, [field], undefined)
  const before = pairsIn(valueIn(text, field))
  if (before === undefined || before.length === 0) {
    return set(text, [field], Object.fromEntries(unique))
  }
  const renamed = renamedPair(before, unique)
  let edited = renamed ? withKey(text, [field, renamed.from], renamed.to) : text
  const now = new Map(pairsIn(valueIn(edited, field)))
  const wanted = new Map(unique)
  for (const name of now.keys())
    if (!wanted.has(name)) edited = set(edited, [field, name], undefined)
  for (const [name, value] of wanted) {
    if (now.get(name) !== value) edited = set(edited, [field, name], value)
  }
  return edited
}

/** A name that gave way to another at the same place, when that is all that happened to names. */
function renamedPair(
  before: readonly Pair[],
  after: readonly Pair[]
): { from: string; to: string } | undefined {
  if (before.length !== after.length) return undefined
  const changed = before.flatMap(([from], index) => {
    const to = after[index]?.[0]
    return to === undefined || to === from ? [] : [{ from, to }]
  })
  return changed.length === 1 ? changed[0] : undefined
}

function withKey(text: string, path: JSONPath, name: string): string {
  const key = nodeAt(text, path)?.parent?.children?.[0]
  if (!key) return text
  return applyEdits(text, [
    { offset: key.offset, length: key.length, content: JSON.stringify(name) }
  ])
}

function valueIn(text: string, field: string): unknown {
  const node = nodeAt(text, [field])
  return node && (getNodeValue(node) as unknown)
}

/** Undefined when it is something else than a list of texts. */
export function listIn(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isList ? value : undefined
}

/** Undefined when it is something else than an object of texts. */
export function pairsIn(value: unknown): readonly Pair[] | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  return entries.every(([, item]) => typeof item === 'string') ? (entries as Pair[]) : undefined
}

/** What a form's text field shows of a value. */
export function textIn(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A number where one was written, and otherwise the text, for the check to say what is wrong. */
export function numberFrom(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed
}
