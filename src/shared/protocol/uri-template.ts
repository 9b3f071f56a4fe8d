/**
 * URI templates after RFC 6570, level 4. Read in one pass from left to right, without a regular
 * expression that could be made to go back: the template comes from a server.
 */

export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&'

export type TemplateVariable = {
  readonly name: string
  /** Lists and maps are written out item by item. */
  readonly isExploded: boolean
  /** Only so many characters of the value are taken. */
  readonly prefix?: number
}

export type TemplatePart =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'expression'
      readonly operator: Operator
      readonly variables: readonly TemplateVariable[]
    }

export type UriTemplate = {
  readonly parts: readonly TemplatePart[]
  /** Whole sentences about what is not as it should be, but can be understood. */
  readonly remarks: readonly string[]
}

/** A template, or a whole sentence about why it is none. */
export type TemplateRead = { readonly template: UriTemplate } | { readonly problem: string }

/** Longer ones are not read; a URI of that length could not be sent either. */
const LONGEST = 20_000
const MOST_VARIABLES = 200
const LONGEST_PREFIX = 9_999

const OPERATORS: ReadonlySet<string> = new Set(['+', '#', '.', '/', ';', '?', '&'])
/** Kept by the RFC for what may come. */
const RESERVED_OPERATORS: ReadonlySet<string> = new Set(['=', ',', '!', '@', '|'])

export function readTemplate(text: string): TemplateRead {
  if (text.length > LONGEST) {
    return { problem: `The template is longer than ${LONGEST} characters.` }
  }
  const parts: TemplatePart[] = []
  const remarks: string[] = []
  let count = 0
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{', at)
    const literal = text.slice(at, open === -1 ? undefined : open)
    if (literal.includes('}')) {
      return { problem: `There is a } without a { at character ${at + literal.indexOf('}') + 1}.` }
    }
    if (literal !== '') parts.push({ kind: 'literal', text: literal })
    if (open === -1) break
    const close = text.indexOf('}', open)
    if (close === -1) return { problem: `The { at character ${open + 1} is never closed.` }
    const read = readExpression(text.slice(open + 1, close), open + 1)
    if ('problem' in read) return read
    count += read.part.variables.length
    if (count > MOST_VARIABLES) {
      return { problem: `The template has more than ${MOST_VARIABLES} variables.` }
    }
    parts.push(read.part)
    remarks.push(...read.remarks)
    at = close + 1
  }
  return { template: { parts, remarks } }
}

type Expression = Extract<TemplatePart, { kind: 'expression' }>
type ExpressionRead =
  { readonly part: Expression; readonly remarks: readonly string[] } | { readonly problem: string }

function readExpression(text: string, place: number): ExpressionRead {
  const first = text.charAt(0)
  if (text === '') return { problem: `There is nothing between { and } at character ${place}.` }
  if (RESERVED_OPERATORS.has(first)) {
    return { problem: `{${text}} begins with ${first}, which RFC 6570 keeps for later use.` }
  }
  const operator = OPERATORS.has(first) ? (first as Operator) : ''
  const variables: TemplateVariable[] = []
  const remarks: string[] = []
  for (const written of text.slice(operator.length).split(',')) {
    const variable = readVariable(written)
    if (typeof variable === 'string') return { problem: `{${text}} ${variable}` }
    if (!isPlainName(variable.name)) {
      remarks.push(
        `RFC 6570 does not allow the name ${variable.name}; it is filled in all the same.`
      )
    }
    variables.push(variable)
  }
  return { part: { kind: 'expression', operator, variables }, remarks }
}

/** The variable, or the rest of a sentence about what is wrong with it. */
function readVariable(written: string): TemplateVariable | string {
  const isExploded = written.endsWith('*')
  const colon = written.indexOf(':')
  if (colon === -1) {
    const name = isExploded ? written.slice(0, -1) : written
    return faultOf(name) ?? { name, isExploded }
  }
  if (isExploded) return 'has both a length and a *, which exclude each other.'
  const name = written.slice(0, colon)
  const digits = written.slice(colon + 1)
  const prefix = Number(digits)
  const isLength = digits.length <= 4 && isDigits(digits) && prefix >= 1 && digits[0] !== '0'
  if (!isLength) return `has a length that is not a number from 1 to ${LONGEST_PREFIX}.`
  return faultOf(name) ?? { name, isExploded, prefix }
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'has a variable without a name.'
  if (name.includes('{')) return 'has a { inside.'
  if (name.includes('*')) return 'has a * that is not at the end of a name.'
  return undefined
}

function isDigits(text: string): boolean {
  return text !== '' && [...text].every((character) => character >= '0' && character <= '9')
}

/** Letters, digits, underscores, percent-encoded characters, and single dots between them. */
function isPlainName(name: string): boolean {
  return name.split('.').every((word) => {
    if (word === '') return false
    for (let at = 0; at < word.length; at++) {
      if (word[at] === '%') {
        if (!isHex(word[at + 1]) || !isHex(word[at + 2])) return false
        at += 2
      } else if (!isNameCharacter(word[at] ?? '')) return false
    }
    return true
  })
}

function isNameCharacter(character: string): boolean {
  return /^[A-Za-z0-9_]$/.test(character)
}

export function isHex(character: string | undefined): boolean {
  return character !== undefined && /^[0-9A-Fa-f]$/.test(character)
}

/** How the form asks for a variable; a name that occurs more than once is asked for once. */
export type AskedVariable = {
  readonly name: string
  /** It may be a list or a map, because somewhere it is written out item by item. */
  readonly isExploded: boolean
  /** Where all that is taken of it is its beginning. */
  readonly prefix?: number
}

export function variablesOf({ parts }: UriTemplate): readonly AskedVariable[] {
  const byName = new Map<string, AskedVariable>()
  for (const part of parts) {
    if (part.kind === 'literal') continue
    for (const { name, isExploded, prefix } of part.variables) {
      const known = byName.get(name)
      byName.set(name, {
        name,
        isExploded: isExploded || known?.isExploded === true,
        ...(!known && prefix !== undefined && { prefix })
      })
    }
  }
  return [...byName.values()]
}
