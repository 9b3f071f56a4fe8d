/** How long, how large, which number: compared with a bound, or between two. */
import type { Read } from './read'

export type AmountField = 'took' | 'size' | 'frame'

export type Comparison = {
  readonly operator: '<' | '<=' | '>' | '>=' | '='
  readonly value: number
}

/** All of them have to hold. */
export type Range = readonly Comparison[]

type Unit = {
  /** What a number is multiplied with, by the name behind it; the first is meant when there is none. */
  readonly factors: Readonly<Record<string, number>>
  readonly example: string
}

const UNITS: Readonly<Record<AmountField, Unit>> = {
  took: { factors: { ms: 1, us: 0.001, µs: 0.001, s: 1_000, m: 60_000 }, example: '500ms or 2s' },
  size: { factors: { b: 1, kb: 1_024, mb: 1_048_576 }, example: '500b or 10kb' },
  frame: { factors: {}, example: '41' }
}

const COMPARED = /^(>=|<=|>|<)?(.*)$/s
const AMOUNT = /^(\d+(?:\.\d+)?)(\p{L}*)$/u

export function readRange(field: AmountField, text: string): Read<Range> {
  const dots = text.indexOf('..')
  if (dots !== -1) return readBetween(field, text.slice(0, dots), text.slice(dots + 2))
  const [, operator, amount = ''] = COMPARED.exec(text) ?? []
  const value = readAmount(field, amount)
  if (!value.isRead) return value
  if (operator === undefined && field === 'took') {
    return {
      isRead: false,
      problem: `Say whether it took more or less: took:>${amount} or took:<${amount}.`
    }
  }
  const comparison = { operator: (operator ?? '=') as Comparison['operator'], value: value.value }
  return { isRead: true, value: [comparison] }
}

function readBetween(field: AmountField, from: string, to: string): Read<Range> {
  const range: Comparison[] = []
  for (const [operator, amount] of [['>=', from] as const, ['<=', to] as const]) {
    if (amount === '') continue
    const value = readAmount(field, amount)
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

function readAmount(field: AmountField, text: string): Read<number> {
  const { factors, example } = UNITS[field]
  const [, number = '', unit = ''] = AMOUNT.exec(text) ?? []
  const factor = unit === '' ? 1 : factorOf(factors, unit.toLowerCase())
  if (number === '' || factor === undefined) {
    return { isRead: false, problem: `${field}: takes an amount such as ${example}.` }
  }
  const value = Number(number) * factor
  if (field === 'frame' && !Number.isSafeInteger(value)) {
    return { isRead: false, problem: 'Frames have whole numbers.' }
  }
  return { isRead: true, value }
}

function factorOf(factors: Unit['factors'], unit: string): number | undefined {
  return Object.hasOwn(factors, unit) ? factors[unit] : undefined
}
