// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Cut } from '../../../shared/calls/body'
import type { ServerId } from '../../../shared/protocol/ids'
import { drawn } from '../../testing'
import { Messages } from './Messages'

const serverId = 'demo' as ServerId
const messages = (result: unknown, cuts: readonly Cut[]) =>
  drawn(
    <Messages serverId={serverId} result={result} body={{ ref: { seq: 1 }, pointer: '', cuts }} />
  )

describe('Messages', () => {
  it('fetches the messages that were left out', async () => {
    const asked: unknown[] = []
    const request = async (_route: string, input: string): Promise<string> => {
      asked.push((JSON.parse(input) as { pointer: string }).pointer)
      const value = { role: 'user', content: { type: 'text', text: 'the last one' } }
      return JSON.stringify({ ok: true, value: { value, cuts: [], totalChars: 1 } })
    }
    Object.assign(window, { patchbay: { request, on: () => () => {} } })
    const first = { role: 'user', content: { type: 'text', text: 'the first one' } }
    const place = await messages({ messages: [first] }, [
      { pointer: '/messages', kind: 'list', shown: 1, total: 2 }
    ])
    expect(place.textContent).toContain('1 more message')
    const more = [...place.querySelectorAll('button')].find((b) => b.textContent === 'Show more')
    await act(async () => more?.click())
    expect(asked).toEqual(['/messages/1'])
    expect(place.textContent).toContain('the last one')
    expect(place.querySelectorAll('ol > li')).toHaveLength(2)
  })

  it('says how much of a bare text is missing', async () => {
    const place = await messages({ messages: [{ role: 'user', content: 'begin' }] }, [
      { pointer: '/messages/0/content', kind: 'text', shown: 5, total: 1_005 }
    ])
    expect(place.textContent).toContain('1,000 more characters')
  })

  it('does not say that it is all there when it is cut', async () => {
    const cut = { pointer: '/odd', kind: 'text', shown: 1, total: 10_000 } as const
    expect((await messages({ odd: 'x' }, [cut])).textContent).toContain('Long parts of it are cut')
    expect((await messages({ odd: 'x' }, [])).textContent).not.toContain('cut')
  })
})
