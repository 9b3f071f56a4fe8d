import { describe, expect, it } from 'vitest'
import { fromJson } from '../../../shared/json/json'
import { holdersOf, jsonRows, openedFor, opensAtFirst } from './json-rows'

const finding = (pointer: string) => ({ pointer, keyword: 'type', message: 'It is wrong.' })
const opened = (...pointers: string[]) => ({ pointers: new Set(pointers), shown: new Map() })

describe('jsonRows', () => {
  it('makes rows only of what is open', () => {
    const value = { a: { b: 1 }, 'c/d': [1, 2] }
    expect(jsonRows(value, opened(), []).map(({ pointer }) => pointer)).toEqual([''])
    expect(jsonRows(value, opened('', '/c~1d'), []).map(({ pointer }) => pointer)).toEqual([
      '',
      '/a',
      '/c~1d',
      '/c~1d/0',
      '/c~1d/1'
    ])
  })

  it('has one row for a number, whatever its digits are', () => {
    const value = fromJson('{"id":12345678901234567890}')
    const rows = jsonRows(value, { pointers: opensAtFirst(value, 100), shown: new Map() }, [])
    expect(rows.map(({ pointer, size }) => [pointer, size])).toEqual([
      ['', 1],
      ['/id', undefined]
    ])
  })

  it('shows a long list a part at a time', () => {
    const rows = jsonRows(Array(2_000).fill(0), opened(''), [])
    expect(rows.length).toBe(502)
    expect(rows.at(-1)?.more).toBe(1_500)
  })

  it('says how many parts there are where only some are here', () => {
    const rows = jsonRows({ rows: [1, 2] }, opened('', '/rows'), [], new Map([['/rows', 5_000]]))
    expect(rows[1]).toMatchObject({ pointer: '/rows', size: 5_000, loaded: 2 })
    expect(rows.at(-1)).toMatchObject({ pointer: '/rows', more: 4_998, loaded: 2 })
  })

  it('marks what does not fit, and what holds it', () => {
    const rows = jsonRows({ a: { b: 1 } }, opened(''), [finding('/a/b')])
    expect(rows.map((row) => row.hasFindingsBelow)).toEqual([true, true])
    const open = jsonRows({ a: { b: 1 } }, opened('', '/a'), [finding('/a/b')])
    expect(open.at(-1)?.findings).toHaveLength(1)
  })

  it('has a row for what is missing', () => {
    const rows = jsonRows({ a: 1 }, opened(''), [finding('/b')])
    const missing = rows.find(({ pointer }) => pointer === '/b')
    expect(missing).toMatchObject({ name: 'b', value: undefined, depth: 1 })
  })

  it('goes through members named like those of every object', () => {
    const value: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')
    const rows = jsonRows(value, opened('', '/__proto__'), [])
    expect(rows.map(({ pointer }) => pointer)).toEqual([
      '',
      '/__proto__',
      '/__proto__/x',
      '/constructor'
    ])
  })
})

describe('openedFor', () => {
  const value = { 'a/b': Array.from({ length: 2_000 }, (_, index) => ({ id: index })) }

  it('shows as many parts as are needed to see one', () => {
    const rows = jsonRows(value, openedFor(value, '/a~1b/1234/id', opened()), [])
    expect(rows.map(({ pointer }) => pointer)).toContain('/a~1b/1234/id')
    expect(rows.at(-1)?.more).toBe(2_000 - 1_235)
  })

  it('shows no fewer than were shown', () => {
    const wide = openedFor(value, '/a~1b/1999', opened())
    expect(openedFor(value, '/a~1b/3', wide).shown.get('/a~1b')).toBe(2_000)
    expect(openedFor(value, '/missing/x', opened()).shown.size).toBe(0)
  })

  it('finds members of objects by where they stand', () => {
    const members = Object.fromEntries(value['a/b'].map(({ id }) => [`m${id}`, id]))
    const rows = jsonRows(members, openedFor(members, '/m700', opened()), [])
    expect(rows.map(({ pointer }) => pointer)).toContain('/m700')
  })
})

describe('opensAtFirst', () => {
  it('opens all of what is small and only the outside of what is large', () => {
    expect(opensAtFirst({ a: { b: [1] } }, 60)).toEqual(new Set(['', '/a', '/a/b']))
    const wide = { list: Array.from({ length: 100 }, () => ({ x: 1 })) }
    expect(opensAtFirst(wide, 60)).toEqual(new Set(['']))
  })

  it('does not go down without end', () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 50_000; depth++) deep = [deep]
    expect(opensAtFirst(deep, 60).size).toBeLessThan(100)
  })
})

it('knows what holds a part', () => {
  expect(holdersOf('/a/b~1c/0')).toEqual(['', '/a', '/a/b~1c'])
})
