import { describe, expect, test } from 'vitest'
import { isSame, pairsFromText, pairsOf, problemOf, rowsFrom, withBlank } from './pair-rows'

describe('rows', () => {
  test('end with one empty row, however often that is seen to', () => {
    const rows = rowsFrom([['A', '1']])
    expect(rows.map(({ name }) => name)).toEqual(['A', ''])
    expect(withBlank(rows)).toBe(rows)
  })

  test('that have no name yet are not in the text', () => {
    const rows = rowsFrom([['A', '1']]).map((row) => ({ ...row, value: 'x' }))
    expect(pairsOf(rows)).toEqual([['A', 'x']])
  })

  test('in another order show the same', () => {
    const rows = rowsFrom([
      ['A', '1'],
      ['B', '2']
    ])
    expect(
      isSame(rows, [
        ['B', '2'],
        ['A', '1']
      ])
    ).toBe(true)
    expect(isSame(rows, [['A', '1']])).toBe(false)
  })

  test('say what is wrong with them', () => {
    const rows = withBlank([
      { id: -1, name: 'A', value: '1' },
      { id: -2, name: 'A', value: '2' },
      { id: -3, name: '', value: '3' }
    ])
    expect(rows.map((row) => problemOf(row, rows))).toEqual([
      'A is here twice; the last one counts.',
      'A is here twice; the last one counts.',
      'It needs a name.',
      undefined
    ])
  })
})

test.each([
  [
    'A=1\nexport B="two words"\n# no\n',
    [
      ['A', '1'],
      ['B', 'two words']
    ]
  ],
  ['Authorization: Bearer x', [['Authorization', 'Bearer x']]],
  ['TOKEN', undefined],
  ['A=1\nwhat is this', undefined],
  ['', undefined]
])('%j is pasted as %j', (text, pairs) => {
  expect(pairsFromText(text)).toEqual(pairs)
})
