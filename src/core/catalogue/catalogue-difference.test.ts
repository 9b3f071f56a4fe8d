import { describe, expect, it } from 'vitest'
import { EMPTY_CATALOGUE, type Catalogue, type Tool } from '../../shared/calls/catalogue'
import { countDifferences, snapshotOf } from './catalogue-difference'

function differences(before: readonly Tool[], after: readonly Tool[]): number {
  const holding = (tools: readonly Tool[]): Catalogue => ({ ...EMPTY_CATALOGUE, tools })
  return countDifferences(snapshotOf(holding(before)), snapshotOf(holding(after)))
}

describe('the difference between two catalogues', () => {
  it('is what is new, changed or gone', () => {
    const before = [{ name: 'a', title: 'A' }, { name: 'b' }, { name: 'c' }]
    expect(differences(before, [{ name: 'a', title: 'B' }, { name: 'b' }, { name: 'd' }])).toBe(3)
  })

  it('is not the order of members', () => {
    const before = [{ name: 'a', title: 'A', inputSchema: { type: 'object', required: ['x'] } }]
    const after = [{ inputSchema: { required: ['x'], type: 'object' }, title: 'A', name: 'a' }]
    expect(differences(before, after)).toBe(0)
  })

  it('is found however deep things are nested', () => {
    let [one, other]: [object, object] = [{}, {}]
    for (let depth = 0; depth < 20_000; depth++) {
      one = { a: one, b: 1 }
      other = { b: 1, a: other }
    }
    expect(differences([{ name: 'a', one }], [{ name: 'a', one: other }])).toBe(0)
  })

  it('is about the first of two things with one name', () => {
    const first = { name: 'a', title: 'first' }
    expect(differences([first], [first, { name: 'a', title: 'second' }])).toBe(0)
  })
})
