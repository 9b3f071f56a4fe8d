// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Tooltip } from 'radix-ui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import { CompletionField } from './CompletionField'

type Asked = { readonly route: string; readonly input: Record<string, unknown> }

let asked: Asked[]
let answer: (value: unknown) => void
let root: Root
let held: string | undefined

/** Stands for main: it hears what is asked, and answers when the test says so. */
const bridge = {
  request: (route: string, inputJson: string) => {
    asked.push({ route, input: JSON.parse(inputJson) as Record<string, unknown> })
    if (route === 'exchange.cancel') return Promise.resolve('{"ok":true}')
    return new Promise<string>((done) => {
      answer = (value) => done(JSON.stringify({ ok: true, value }))
    })
  },
  on: () => () => undefined
}

function Field() {
  const [value, setValue] = useState<string>()
  held = value
  return (
    <Tooltip.Provider>
      <CompletionField
        name="city"
        value={value}
        completed={{
          serverId: ServerId.parse('user:demo'),
          ref: { type: 'ref/prompt', name: 'weather' },
          context: { country: 'Norway', city: value ?? '' }
        }}
        onChange={setValue}
      />
    </Tooltip.Provider>
  )
}

const input = (): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>('[role=combobox]')
  if (!found) throw new Error('There is no field.')
  return found
}

/** As the browser sets it: React notices only what did not go through its own setter. */
function write(field: HTMLInputElement, text: string): void {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  own?.set?.call(field, text)
}

async function type(text: string): Promise<void> {
  await act(async () => {
    write(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function press(key: string, ctrlKey = false): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true })
  await act(async () => {
    input().dispatchEvent(event)
  })
}

async function settle(): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(150))
}

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Object.assign(window, { patchbay: bridge })
  asked = []
  document.body.replaceChildren(document.createElement('main'))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Field />))
  await act(async () => input().focus())
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

describe('a field that the server completes', () => {
  it('asks once for what was written in one go, with what the others hold', async () => {
    await type('b')
    await type('be')
    await settle()
    expect(asked).toEqual([
      {
        route: 'completion.complete',
        input: expect.objectContaining({
          argument: { name: 'city', value: 'be' },
          context: { country: 'Norway' }
        }) as unknown
      }
    ])
  })

  it('takes a suggestion by keyboard', async () => {
    await type('b')
    await settle()
    await act(async () => answer({ values: ['Bergen', 'Bodø'] }))
    expect(input().getAttribute('aria-expanded')).toBe('true')
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    expect([held, input().getAttribute('aria-expanded')]).toEqual(['Bodø', 'false'])
  })

  it('calls off what is not answered when the person writes on', async () => {
    await type('b')
    await settle()
    await type('bo')
    expect(asked.map(({ route }) => route)).toEqual(['completion.complete', 'exchange.cancel'])
    expect(asked[1]?.input['key']).toBe(asked[0]?.input['key'])
  })

  it('shows nothing of an answer that comes too late', async () => {
    await type('b')
    await settle()
    await type('bo')
    await act(async () => answer({ values: ['Bergen'] }))
    expect(input().getAttribute('aria-expanded')).toBe('false')
  })

  it('suggests nothing any more to whoever has pressed Escape, or has sent what is written', async () => {
    for (const [key, ctrlKey] of [
      ['Escape', false],
      ['Enter', true]
    ] as const) {
      await type('b')
      await settle()
      await press(key, ctrlKey)
      await act(async () => answer({ values: ['Bergen'] }))
      expect([key, input().getAttribute('aria-expanded')]).toEqual([key, 'false'])
      await type('')
    }
    await type('b')
    await settle()
    await act(async () => answer({ values: ['Bergen'] }))
    await press('Enter', true)
    expect(input().getAttribute('aria-expanded')).toBe('false')
  })

  it('calls off when the person goes elsewhere', async () => {
    await type('b')
    await settle()
    await act(async () => input().blur())
    expect(asked.at(-1)?.route).toBe('exchange.cancel')
  })

  it('says why there are no suggestions', async () => {
    await type('b')
    await settle()
    await act(async () => answer({ values: [], failure: 'The server is tired.' }))
    expect(document.body.textContent).toContain('No suggestions: The server is tired.')
  })

  it('shows below it what cannot be seen in what was taken', async () => {
    await type('b')
    await settle()
    await act(async () => answer({ values: ['Ber\u200bgen'] }))
    await press('ArrowDown')
    await press('Enter')
    const about = document.getElementById(input().getAttribute('aria-describedby') ?? '')
    expect([held, about?.textContent]).toEqual([
      'Ber\u200bgen',
      expect.stringContaining('BerU+200Bgen')
    ])
  })

  it('writes as JSON what a field would change by holding it', async () => {
    await type('b')
    await settle()
    await act(async () => answer({ values: ['Ber\r\ngen'] }))
    await press('ArrowDown')
    await press('Enter')
    const json = document.querySelector<HTMLTextAreaElement>('[aria-label="city as JSON"]')
    expect([held, json?.value, document.activeElement === json]).toEqual([
      'Ber\r\ngen',
      '"Ber\\r\\ngen"',
      true
    ])
    const rewrite = (text: string): Promise<void> =>
      act(async () => {
        if (!json) return
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
          json,
          text
        )
        json.dispatchEvent(new Event('input', { bubbles: true }))
      })
    await rewrite('"Ber\\r')
    expect([held, json?.value, document.body.textContent]).toEqual([
      'Ber\r\ngen',
      '"Ber\\r',
      expect.stringContaining('what was there before is kept')
    ])
    await rewrite('"Ber\\rg"')
    expect(held).toBe('Ber\rg')
  })

  it('tells left out from empty', async () => {
    const tag = (): HTMLButtonElement | null =>
      document.querySelector('button[aria-label^="city:"]')
    expect([held, tag()?.textContent]).toEqual([undefined, 'left out'])
    await act(async () => tag()?.click())
    expect([held, tag()?.textContent]).toEqual(['', 'empty text'])
  })
})
