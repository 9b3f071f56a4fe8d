import { describe, expect, it } from 'vitest'
import { dayOf, when } from './day'

const noon = new Date(2026, 2, 5, 12, 0).getTime()
const evening = new Date(2026, 2, 5, 20, 30).getTime()
const nextDay = new Date(2026, 2, 6, 0, 10).getTime()

describe('a moment', () => {
  it('of today is a time', () => {
    expect(when(noon, evening)).toBe('today, 12:00')
    expect(dayOf(noon, evening)).toBeUndefined()
  })

  it('of another day has a day', () => {
    expect(when(noon, nextDay)).toBe('5 Mar 2026')
    expect(dayOf(noon, nextDay)).toBe('5 Mar 12:00')
  })
})
