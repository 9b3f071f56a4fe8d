import { describe, expect, it } from 'vitest'
import { digestOf } from './digest'

describe('digestOf', () => {
  it('is the same for the same value, however large', async () => {
    const text = 'x'.repeat(3_000_000)
    const contents = (): unknown => [{ uri: 'a://b', text, _meta: { sizes: [1, 2.5, null, true] } }]
    expect(await digestOf(contents())).toBe(await digestOf(contents()))
  })

  it('tells apart what differs in one character far from the beginning', async () => {
    const text = 'x'.repeat(3_000_000)
    const other = `${text.slice(0, 2_000_001)}y${text.slice(2_000_002)}`
    expect(await digestOf([{ text }])).not.toBe(await digestOf([{ text: other }]))
  })

  it('tells apart what only looks alike when it is written one after the other', async () => {
    const alike = [['ab', 'c'], ['a', 'bc'], [['ab'], 'c'], [{ ab: 'c' }], ['1'], [1], [null], []]
    const digests = await Promise.all(alike.map(digestOf))
    expect(new Set(digests).size).toBe(alike.length)
  })

  it('is there for what is nested without end', async () => {
    let deep: unknown = []
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(await digestOf(deep)).toMatch(/^[\da-f]{64}$/)
  })
})
