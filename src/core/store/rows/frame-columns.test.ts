import { describe, expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { parseFrameFilter } from '../../../shared/query/frames'
import { needsText } from '../../../shared/query/query'
import { compileQuery } from '../../query/query-sql'
import { frameColumns } from './frame-columns'
import { DAY, KNOWN, SERVERS, type Known } from './query-oracle-testing'
import { databaseWith, RECORDING, someSamples } from './query-rows-testing'

const SAMPLES = someSamples(250)
const database = databaseWith(SAMPLES)

function matchedBy(text: string): readonly number[] {
  const query = parseFrameFilter(text)
  expect(query.errors).toEqual([])
  const context = { dayOf: DAY.getTime(), servers: SERVERS }
  const { text: where, params } = compileQuery(query, frameColumns(context))
  const raw = needsText(query) ? 'JOIN raw r ON r.key = e.key' : ''
  return database
    .prepare(`SELECT e.key - ? AS seq FROM entry e ${raw} WHERE ${where} ORDER BY e.key`)
    .all(RECORDING * 4_294_967_296, ...params)
    .map(({ seq }) => Number(seq))
}

function expectedBy(terms: readonly (Known & { readonly isNegated: boolean })[]): number[] {
  return SAMPLES.filter((sample) =>
    terms.every(({ holds, isNegated }) => holds(sample) !== isNegated)
  ).map(({ row }) => row.seq)
}

describe('The database and plain JavaScript agree about', () => {
  it.each(KNOWN)('$term', (known) => {
    const { term } = known
    expect([matchedBy(term), matchedBy(`-${term}`)]).toEqual([
      expectedBy([{ ...known, isNegated: false }]),
      expectedBy([{ ...known, isNegated: true }])
    ])
  })

  it('any terms together', () => {
    const someTerm = fc.record({ known: fc.constantFrom(...KNOWN), isNegated: fc.boolean() })
    fc.assert(
      fc.property(fc.array(someTerm, { maxLength: 5 }), (drawn) => {
        const text = drawn.map(({ known, isNegated }) => (isNegated ? '!' : '') + known.term)
        const terms = drawn.map(({ known, isNegated }) => ({ ...known, isNegated }))
        expect(matchedBy(text.join(' '))).toEqual(expectedBy(terms))
      }),
      { numRuns: 500 }
    )
  })

  it('terms of which most match something, and none match everything', () => {
    const empty = KNOWN.filter((known) => expectedBy([{ ...known, isNegated: false }]).length === 0)
    const full = KNOWN.filter((known) => expectedBy([{ ...known, isNegated: true }]).length === 0)
    expect([empty.map(({ term }) => term), full]).toEqual([
      [
        'server:git%',
        'server:git?server%',
        'server:nobody',
        'server:"files · project"',
        'method:tools_call'
      ],
      []
    ])
  })
})

describe('A compiled filter', () => {
  it('matches everything when it asks for nothing', () => {
    expect(matchedBy('')).toHaveLength(SAMPLES.length)
  })

  it('has nothing in its SQL that a person typed', () => {
    const typed = `server:Zq method:Zq tool:Zq rule:Zq id:Zq "Zq" Zqé /Zq/ took:>987 #987 after:09:08`
    const context = { dayOf: DAY.getTime(), servers: [] }
    const { text: where } = compileQuery(parseFrameFilter(typed), frameColumns(context))
    expect(where).not.toMatch(/zq|987|09/i)
  })

  it('looks through texts last, and says whether it does', () => {
    const context = { dayOf: DAY.getTime(), servers: [] }
    const query = parseFrameFilter('/x/ word is:error')
    const { text: where } = compileQuery(query, frameColumns(context))
    const places = ['ending_kind', 'LIKE', 'matches_pattern'].map((word) => where.indexOf(word))
    expect([
      places.toSorted((one, other) => one - other),
      places.includes(-1),
      needsText(query)
    ]).toEqual([places, false, true])
  })

  it('is taken by the database, however long the filter is', () => {
    const many = Array.from({ length: 100 }, (_, index) => `-method:${'*a'.repeat(10)}${index}|b`)
    expect(matchedBy(many.join(' '))).toHaveLength(SAMPLES.length)
    const alternatives = Array.from({ length: 100 }, (_, index) => `é${index}*`)
    expect(matchedBy(`-target:${alternatives.join('|')}`)).toHaveLength(SAMPLES.length)
  })
})
