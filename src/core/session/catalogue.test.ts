import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/call'
import { readTools } from './catalogue'

const answer = (result: unknown): Promise<Outcome> => Promise.resolve({ kind: 'result', result })

describe('readTools', () => {
  it('follows cursors to the end, the empty cursor included', async () => {
    const pages: Record<string, unknown> = {
      start: { tools: [{ name: 'a' }], nextCursor: '' },
      '': { tools: [{ name: 'b' }] }
    }
    const catalogue = await readTools(({ cursor }) => answer(pages[cursor ?? 'start']))
    expect(catalogue).toEqual({
      isLoading: false,
      tools: [{ name: 'a' }, { name: 'b' }],
      findings: []
    })
  })

  it('keeps the good tools beside a malformed one, unknown keys included', async () => {
    const good = { name: 'good', 'x-unknown': [1] }
    const catalogue = await readTools(() => answer({ tools: [null, good, { title: 'x' }] }))
    expect(catalogue.tools).toEqual([good])
    expect(catalogue.findings).toHaveLength(2)
  })

  it('stops at a repeated cursor and says that the list is partial', async () => {
    const catalogue = await readTools(() => answer({ tools: [{ name: 'a' }], nextCursor: 'again' }))
    expect(catalogue.tools).toHaveLength(2)
    expect(catalogue.findings).toEqual([
      'The list is not complete: the server gave the same cursor twice.'
    ])
  })

  it('stops after 200 pages of ever new cursors', async () => {
    let page = 0
    const catalogue = await readTools(() =>
      answer({ tools: [{ name: `t${++page}` }], nextCursor: `c${page}` })
    )
    expect(catalogue.tools).toHaveLength(200)
    expect(catalogue.findings).toHaveLength(1)
  })

  it('keeps the first page when the second cannot be read, and says why', async () => {
    const failure: Outcome = { kind: 'error', error: { code: -32603, message: 'no more' } }
    const catalogue = await readTools(({ cursor }) =>
      cursor === undefined
        ? answer({ tools: [{ name: 'a' }], nextCursor: '2' })
        : Promise.resolve(failure)
    )
    expect(catalogue).toEqual({
      isLoading: false,
      tools: [{ name: 'a' }],
      findings: [
        'Page 2 of the list could not be read: the server answered with error -32603: no more'
      ],
      failure
    })
  })

  it('takes no more than 10,000 items, even from one page', async () => {
    const tools = Array.from({ length: 10_001 }, (_, index) => ({ name: `t${index}` }))
    const catalogue = await readTools(() => answer({ tools }))
    expect(catalogue.tools).toHaveLength(10_000)
    expect(catalogue.findings).toHaveLength(1)
  })

  it('says so when there is no list at all', async () => {
    expect(await readTools(() => answer({}))).toEqual({
      isLoading: false,
      tools: [],
      findings: ['Page 1 of the list has no array "tools".']
    })
  })
})
