// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ServerId, type CallId } from '../../../shared/protocol/ids'
import { changePreferences } from '../../stores/window/preferences'
import { drawn } from '../../testing'
import { TextOriginContext } from './text-view'
import { TextContent } from './TextContent'

const WHOLE = Array.from({ length: 60_000 }, (_, line) => `line ${line}\n`).join('')
const HEAD = WHOLE.slice(0, 8_192)
const body = {
  ref: { callId: 'a' as CallId },
  pointer: '/content/0/text',
  cuts: [
    { pointer: '/content/0/text', kind: 'text', shown: HEAD.length, total: WHOLE.length } as const
  ]
}

/** Answers like main does. */
function keepWhole(): void {
  Object.assign(window, {
    patchbay: {
      request: async (_route: string, input: string) => {
        const { from, length } = JSON.parse(input) as { from: number; length: number }
        const value = { text: WHOLE.slice(from, from + length), totalChars: WHOLE.length }
        return JSON.stringify({ ok: true, value })
      }
    }
  })
}

describe('TextContent', () => {
  it('puts only the first part of a long text on the screen, although all of it is here', async () => {
    const place = await drawn(<TextContent text={WHOLE} body={undefined} />)
    const shown = () => place.querySelector('pre')?.textContent ?? ''
    expect(shown()).toBe(WHOLE.slice(0, 100_000))
    const more = [...place.querySelectorAll('button')].find((b) => b.textContent === 'Show more')
    await act(async () => more?.click())
    expect(shown()).toBe(WHOLE.slice(0, 300_000))
  })

  it('shows the head of a long text, and more when asked', async () => {
    keepWhole()
    const place = await drawn(<TextContent text={HEAD} body={body} />)
    const shown = () => place.querySelector('pre')?.textContent ?? ''
    const more = () =>
      [...place.querySelectorAll('button')].find((b) => b.textContent === 'Show more')
    expect(shown()).toBe(HEAD)
    expect(place.textContent).toContain(
      `${(WHOLE.length - HEAD.length).toLocaleString('en-GB')} more characters`
    )
    while (more()) await act(async () => more()?.click())
    expect(shown()).toBe(WHOLE)
  })

  it('remembers how texts are shown, and goes back to plain where it cannot be', async () => {
    changePreferences({ textView: 'tree' })
    const json = await drawn(<TextContent text='{"a": 1}' body={undefined} />)
    expect(json.querySelector('[role="tree"]')).not.toBeNull()
    const text = await drawn(<TextContent text="no JSON" body={undefined} />)
    expect(text.querySelector('pre')?.textContent).toBe('no JSON')
    changePreferences({ textView: 'plain' })
  })

  it('remembers for one tool how its texts are shown, and not for others', async () => {
    const textOf = (tool: string) => (
      <TextOriginContext value={{ serverId: ServerId.parse('demo'), tool }}>
        <TextContent text="# A title" body={undefined} />
      </TextOriginContext>
    )
    const first = await drawn(textOf('one'))
    const markdown = [...first.querySelectorAll<HTMLElement>('[role="radio"]')].find(
      ({ textContent }) => textContent === 'Markdown'
    )
    await act(async () => markdown?.click())
    expect(first.querySelector('pre')).toBeNull()
    expect((await drawn(textOf('two'))).querySelector('pre')?.textContent).toBe('# A title')
    expect((await drawn(textOf('one'))).querySelector('pre')).toBeNull()
  })

  it('shows JSON that is too long for a tree as it is, and never as Markdown', async () => {
    changePreferences({ textView: 'markdown' })
    const long = JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id })))
    const place = await drawn(<TextContent text={long} body={undefined} />)
    expect(place.querySelector('pre')?.textContent?.slice(0, 20)).toBe(long.slice(0, 20))
    changePreferences({ textView: 'plain' })
  })
})
