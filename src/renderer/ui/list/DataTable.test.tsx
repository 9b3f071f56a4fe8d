// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { DataTable } from './DataTable'
import { tablesIn } from './table-rows'
import { drawn } from '../../testing'

const people = [
  { name: 'Ada', born: 1815, note: 'x'.repeat(200) },
  { name: 'Bob' },
  { name: '<img src=x onerror=alert(1)>\u202e', born: 9 }
]

async function table(): Promise<HTMLElement> {
  const [found] = tablesIn(people)
  if (!found) throw new Error('There is no table.')
  return drawn(<DataTable label="People" table={found} />)
}

const names = (place: HTMLElement): (string | null)[] =>
  [...place.querySelectorAll('[role="gridcell"]:nth-child(2)')].map((cell) => cell.textContent)

describe('DataTable', () => {
  it('says how many columns there are, when it shows only some', async () => {
    const wide = Object.fromEntries(Array.from({ length: 75 }, (_, index) => [`c${index}`, index]))
    const [found] = tablesIn([wide])
    if (!found) throw new Error('There is no table.')
    const place = await drawn(<DataTable label="Wide" table={found} />)
    expect(place.textContent).toContain('1 row, the first 60 of 75 columns')
  })

  it('sorts by a column, and back again', async () => {
    const place = await table()
    const born = [...place.querySelectorAll('button')].find((b) => b.textContent === 'born')
    await act(async () => born?.click())
    expect(names(place).map((name) => name?.slice(0, 3))).toEqual(['<im', 'Ada', 'Bob'])
    await act(async () => born?.click())
    expect(names(place).map((name) => name?.slice(0, 3))).toEqual(['Ada', '<im', 'Bob'])
    await act(async () => born?.click())
    expect(names(place).map((name) => name?.slice(0, 3))).toEqual(['Ada', 'Bob', '<im'])
  })

  it('cuts long cells, and shows the whole of the chosen one', async () => {
    const place = await table()
    const cells = [...place.querySelectorAll<HTMLElement>('[role="gridcell"]')]
    const note = cells.find((cell) => cell.textContent?.startsWith('xxx'))
    expect(note?.textContent?.length).toBeLessThan(100)
    await act(async () => note?.click())
    expect(place.querySelector('[role="status"]')?.textContent).toContain('x'.repeat(200))
  })

  it('shows text as text', async () => {
    const place = await table()
    expect(place.querySelector('img')).toBeNull()
    expect(names(place)[2]).toBe('<img src=x onerror=alert(1)>U+202E')
  })
})
