import { describe, expect, it } from 'vitest'
import { readTools } from './catalogue'

describe('readTools', () => {
  it('follows cursors to the end, the empty cursor included', async () => {
    const pages: Record<string, unknown> = {
      start: { tools: [{ name: 'a' }], nextCursor: '' },
      '': { tools: [{ name: 'b' }] }
    }
    const catalogue = await readTools(({ cursor }) => Promise.resolve(pages[cursor ?? 'start']))
    expect(catalogue).toEqual({
      isLoading: false,
      tools: [{ name: 'a' }, { name: 'b' }],
      findings: []
    })
  })

  it('keeps the good tools beside a malformed one, unknown keys included', async () => {
    const good = { name: 'good', 'x-unknown': [1] }
    const catalogue = await readTools(() =>
      Promise.resolve({ tools: [null, good, { title: 'x' }] })
    )
    expect(catalogue.tools).toEqual([good])
    expect(catalogue.findings).toHaveLength(2)
  })

  it('stops at a repeated cursor and says that the list is partial', async () => {
    const catalogue = await readTools(() =>
      Promise.resolve({ tools: [{ name: 'a' }], nextCursor: 'again' })
    )
    expect(catalogue.tools).toHaveLength(2)
    expect(catalogue.findings).toEqual([
      'The list is not complete: the server gave the same cursor twice.'
    ])
  })

  it('stops after 200 pages of ever new cursors', async () => {
    let page = 0
    const catalogue = await readTools(() =>
      Promise.resolve({ tools: [{ name: `t${++page}` }], nextCursor: `c${page}` })
    )
    expect(catalogue.tools).toHaveLength(200)
    expect(catalogue.findings).toHaveLength(1)
  })

  it('says so when there is no list at all', async () => {
    expect(await readTools(() => Promise.resolve({}))).toEqual({
      isLoading: false,
      tools: [],
      findings: ['Page 1 of the list has no array "tools".']
    })
  })
})
