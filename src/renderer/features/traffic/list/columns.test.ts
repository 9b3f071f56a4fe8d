import { describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, TRAFFIC_COLUMNS } from '../../../../shared/ipc/preferences'
import { defaultWidth, layOut, resized, withColumn, withWidth } from './columns'

const LIST = DEFAULT_PREFERENCES.trafficList

function idsAt(width: number, list = LIST): readonly string[] {
  return layOut(list, width, 100).columns.map(({ id }) => id)
}

describe('The columns of the traffic', () => {
  it('are all there where there is room, and resized where the subject gives and takes', () => {
    const { columns, template } = layOut(LIST, 1_000, 100)
    expect(columns.map(({ id }) => id)).toEqual(TRAFFIC_COLUMNS)
    expect(columns.map(({ edge }) => edge)).toEqual([
      ...Array.from({ length: 5 }, () => 'end'),
      'none',
      ...Array.from({ length: 5 }, () => 'start')
    ])
    expect(template).toContain('76px minmax(0, 1fr) 40px')
  })

  it('go one by one where there is less, those first that say least', () => {
    expect(idsAt(700)).not.toContain('kind')
    expect(idsAt(600)).toEqual(['number', 'server', 'origin', 'subject', 'status'])
    expect(idsAt(380)).toEqual(['number', 'origin', 'subject', 'status'])
    expect(idsAt(100)).toEqual(['number', 'subject'])
  })

  it('say who sent a frame by an arrow alone where there is little room', () => {
    const originAt = (width: number): number | undefined =>
      layOut(LIST, width, 100).columns.find(({ id }) => id === 'origin')?.width
    expect([originAt(600), originAt(380)]).toEqual([76, 14])
  })

  it('never need more than there is, and never take the subject away', () => {
    for (let width = 260; width < 1_600; width += 13) {
      const { columns } = layOut(LIST, width, 1_000_000)
      const taken = columns.reduce((sum, column) => sum + column.width + 8, 24 - 8)
      expect(taken).toBeLessThanOrEqual(width)
      expect(columns.some(({ id }) => id === 'subject')).toBe(true)
    }
  })

  it('are those that the person wants, as wide as they want them', () => {
    const list = withWidth(
      withColumn(withColumn(LIST, 'size', false), 'subject', false),
      'server',
      200
    )
    expect(idsAt(1_200, list)).toEqual(TRAFFIC_COLUMNS.filter((id) => id !== 'size'))
    expect(layOut(list, 1_200, 1).columns.find(({ id }) => id === 'server')?.width).toBe(200)
    expect(withWidth(withColumn(list, 'size', true), 'server', undefined)).toEqual(LIST)
  })

  it('have room for the largest number there is', () => {
    expect([defaultWidth('number', 9), defaultWidth('number', 12_345_678)]).toEqual([28, 68])
  })
})

describe('A column that is resized', () => {
  it('keeps its least width and leaves the subject its own', () => {
    const column = { id: 'server', width: 96, least: 40, edge: 'end' } as const
    expect([-500, 20.4, 500].map((by) => resized(column, by, 60))).toEqual([40, 116, 156])
  })
})
