/** How long, how large, which number: compared with a bound, or between two. */
import type { Read } from './read'

export type Comparison = {
  readonly operator: '<' | '<=' | '>' | '>=' | '='
  readonly value: number
}

/** All of them have to hold. */
export type Range = readonly Comparison[]

export type Unit = {
  /** What a number is multiplied with, by the name behind it; the first is meant when there is none. */
  readonly factors: Readonly<Record<string, number>>
  readonly example: string
  /** Completions, and what each means. */
  readonly offers: Readonly<Record<string, string>>
  /** Nothing takes exactly so long. */
  readonly isComparedOnly?: boolean
  /** What is counted, where only whole numbers make sense. */
  readonly counted?: string
}

export const DURATION: Unit = {
  factors: { ms: 1, us: 0.001, µs: 0.001, s: 1_000, m: 60_000 },
  example: '500ms or 2s',
  offers: {
    '>500ms': 'Longer than half a second',
    '>2s': 'Longer than two seconds',
    '<10ms': 'Shorter than ten milliseconds',
    '100ms..2s': 'Between the two'
  },
  isComparedOnly: true
}

export const SIZE: Unit = {
  factors: { b: 1, kb: 1_024, mb: 1_048_576 },
  example: '500b or 10kb',
  offers: {
    '>10kb': 'Larger than ten kilobytes',
    '>1mb': 'Larger than a megabyte',
    '1kb..10kb': 'Between the two'
  }
}

export const FRAME_NUMBER: Unit = { factors: {}, example: '41', offers: {}, counted: 'Frames' }

const COMPARED = /^(>=|<=|>|<)?(.*)$/s
const AMOUNT = /^(\d+(?:\.\d+)?)(\p{L}*)$/u

export function readRange(field: string, unit: Unit, text: string): Read<Range> {
  const dots = text.indexOf('..')
  if (dots !== -1) return readBetween(field, unit, text.slice(0, dots), text.slice(dots + 2))
  const [, operator, amount = ''] = COMPARED.exec(text) ?? []
  const value = readAmount(field, unit, amount)
  if (!value.isRead) return value
  if (operator === undefined && unit.isComparedOnly === true) {
    return {
      isRead: false,
      problem: `Say whether it took more or less: ${field}:>${amount} or ${field}:<${amount}.`
    }
  }
  const comparison = { operator: (operator ?? '=') as Comparison['operator'], value: value.value }
  return { isRead: true, value: [comparison] }
}

function readBetween(field: string, unit: Unit, from: string, to: string): Read<Range> {
  const range: Comparison[] = []
  for (const [operator, amount] of [['>=', from] as const, ['<=', to] as const]) {
    if (amount === '') continue
    const value = readAmount(field, unit, amount)
    if (!value.isRead) return value
    range.push({ operator, value: value.value })
  }
  const [least, most] = range
  if (!least) return { isRead: false, problem: 'The range has neither a beginning nor an end.' }
  if (most && least.value > most.value) {
    return { isRead: false, problem: 'The range ends before it begins.' }
  }
  return { isRead: true, value: range }
}

function readAmount(
  field: string,
  { factors, example, counted }: Unit,
  text: string
): Read<number> {
  const [, number = '', name = ''] = AMOUNT.exec(text) ?? []
  const factor = name === '' ? 1 : factorOf(factors, name.toLowerCase())
  if (number === '' || factor === undefined) {
    return { isRead: false, problem: `${field}: takes an amount such as ${example}.` }
  }
  const value = Number(number) * factor
  if (counted !== undefined && !Number.isSafeInteger(value)) {
    return { isRead: false, problem: `${counted} have whole numbers.` }
  }
  return { isRead: true, value }
}

function factorOf(factors: Unit['factors'], name: string): number | undefined {
  return Object.hasOwn(factors, name) ? factors[name] : undefined
}
