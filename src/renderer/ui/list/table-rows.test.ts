import { describe, expect, it } from 'vitest'
import { fromJson } from '../../../shared/json/json'
import { cellText, sorted, tablesIn } from './table-rows'

describe('tablesIn', () => {
  it('finds a list of objects, with every column that any of them has', () => {
    expect(tablesIn([{ a: 1 }, { b: 2, a: 3 }])).toMatchObject([{ columns: ['a', 'b'] }])
  })

  it('finds the lists at the top of an object, by their names', () => {
    const value = { total: 2, items: [{ id: 1 }], other: [{ id: 2 }], tags: ['x'] }
    expect(tablesIn(value).map(({ member }) => member)).toEqual(['items', 'other'])
  })

  it.each([[[]], [[1, 2]], [[{ a: 1 }, 2]], [[{}]], [{ a: { b: [{ c: 1 }] } }], ['text'], [null]])(
    'finds none in %j',
    (value) => {
      expect(tablesIn(value)).toEqual([])
    }
  )

  it('does not take a member named __proto__ for anything else', () => {
    const [table] = tablesIn(JSON.parse('[{"__proto__": {"x": 1}}]'))
    expect(table?.columns).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('numbers that JavaScript cannot hold', () => {
  it('are shown with all their digits, and sorted by them', () => {
    const [table] = tablesIn(
      fromJson('[{"n":12345678901234567891},{"n":12345678901234567890},{"n":2},{"n":-1e400}]')
    )
    const rows = sorted(table?.rows ?? [], { column: 'n', isDescending: false })
    expect(rows.map(({ members }) => cellText(members['n']))).toEqual([
      '-1e400',
      '2',
      '12345678901234567890',
      '12345678901234567891'
    ])
  })
})

describe('sorted', () => {
  const rows = [{ n: 10 }, {}, { n: 9 }, { n: 'a10' }, { n: 'a9' }].map((members, index) => ({
    index,
    members
  }))
  const order = (isDescending: boolean): number[] =>
    sorted(rows, { column: 'n', isDescending }).map(({ index }) => index)

  it('sorts numbers as numbers, and puts what is missing last, both ways', () => {
    expect(order(false)).toEqual([2, 0, 4, 3, 1])
    expect(order(true)).toEqual([3, 4, 0, 2, 1])
  })
})
