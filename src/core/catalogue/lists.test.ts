import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import { readList, type AskPage, type List } from './lists'

const answer = (result: unknown): Promise<Outcome> => Promise.resolve({ kind: 'result', result })

function readTools(ask: AskPage): Promise<List> {
  return readList('tools', ask)
}

describe('readList', () => {
  it('follows cursors to the end, the empty cursor included', async () => {
    const pages: Record<string, unknown> = {
      start: { tools: [{ name: 'a' }], nextCursor: '' },
      '': { tools: [{ name: 'b' }] }
    }
    const list = await readTools(({ cursor }) => answer(pages[cursor ?? 'start']))
    expect(list).toMatchObject({ items: [{ name: 'a' }, { name: 'b' }], findings: [] })
  })

  it('takes an empty cursor for the end where it is not to be followed', async () => {
    const cursors: unknown[] = []
    const ask: AskPage = ({ cursor }) => {
      cursors.push(cursor)
      return answer({
        tools: [{ name: `t${cursors.length}` }],
        nextCursor: cursors.length < 2 ? 'b' : ''
      })
    }
    const list = await readList('tools', ask, { followsEmptyCursor: false })
    expect([cursors, list.items.length, list.findings]).toEqual([[undefined, 'b'], 2, []])
  })

  it('passes on a tool that is nested too deeply without its depths, and says so', async () => {
    const levels = 10_000
    const inputSchema: unknown = JSON.parse(
      `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`
    )
    const plain = { name: 'plain' }
    const list = await readTools(() => answer({ tools: [{ name: 'deep', inputSchema }, plain] }))
    expect(list.items).toMatchObject([{ name: 'deep', inputSchema: { properties: {} } }, plain])
    expect(list.items[1]).toBe(plain)
    expect(() => JSON.stringify(list.items)).not.toThrow()
    expect(list.findings).toEqual([
      'Tool 1 of the list is nested more than 200 levels deep; what is deeper is only in the traffic.'
    ])
  })

  it('keeps the good tools beside a malformed one, unknown keys included', async () => {
    const good = { name: 'good', 'x-unknown': [1] }
    const list = await readTools(() => answer({ tools: [null, good, { title: 'x' }] }))
    expect(list.items).toEqual([good])
    expect(list.findings).toHaveLength(2)
    expect(list.sent).toEqual([null, good, { title: 'x' }])
  })

  it('stops at a repeated cursor and says that the list is partial', async () => {
    const list = await readTools(() => answer({ tools: [{ name: 'a' }], nextCursor: 'again' }))
    expect(list.items).toHaveLength(2)
    expect(list.findings).toEqual([
      'The list of tools is not complete: the server gave the same cursor twice.'
    ])
  })

  it('stops after 200 pages of ever new cursors', async () => {
    let page = 0
    const list = await readTools(() =>
      answer({ tools: [{ name: `t${++page}` }], nextCursor: `c${page}` })
    )
    expect(list.items).toHaveLength(200)
    expect(list.findings).toHaveLength(1)
  })

  it('keeps the first page when the second cannot be read, and says why', async () => {
    const failure: Outcome = { kind: 'error', error: { code: -32603, message: 'no more' } }
    const list = await readTools(({ cursor }) =>
      cursor === undefined
        ? answer({ tools: [{ name: 'a' }], nextCursor: '2' })
        : Promise.resolve(failure)
    )
    expect(list).toMatchObject({
      items: [{ name: 'a' }],
      findings: [
        'Page 2 of tools could not be read: the server answered with error -32603 (Internal error): no more'
      ],
      failure
    })
  })

  it('takes no more than 10,000 items, even from one page', async () => {
    const tools = Array.from({ length: 10_001 }, (_, index) => ({ name: `t${index}` }))
    const list = await readTools(() => answer({ tools }))
    expect(list.items).toHaveLength(10_000)
    expect(list.findings).toHaveLength(1)
  })

  it('says that the list is partial when its last page has more than there is room for', async () => {
    const page = (length: number) => Array.from({ length }, (_, index) => ({ name: `t${index}` }))
    const list = await readTools(({ cursor }) =>
      answer(cursor === undefined ? { tools: page(9_950), nextCursor: 'b' } : { tools: page(100) })
    )
    expect(list.items).toHaveLength(10_000)
    expect(list.findings).toEqual([
      'The list of tools is not complete: it has more than 10000 items. To read more, set listLimit in the definition of the server.'
    ])
  })

  it.each([null, ''])(
    'takes 10,000 items and the cursor %j for a complete list',
    async (nextCursor) => {
      const tools = Array.from({ length: 10_000 }, (_, index) => ({ name: `t${index}` }))
      const list = await readList('tools', () => answer({ tools, nextCursor }), {
        followsEmptyCursor: false
      })
      expect(list.findings).toEqual([])
    }
  )

  it('takes 10,000 items that are all there is for a complete list', async () => {
    const tools = Array.from({ length: 10_000 }, (_, index) => ({ name: `t${index}` }))
    expect((await readTools(() => answer({ tools }))).findings).toEqual([])
  })

  it('says so when there is no list at all', async () => {
    expect(await readTools(() => answer({}))).toMatchObject({
      items: [],
      findings: ['Page 1 of the list has no array "tools".']
    })
  })
})
