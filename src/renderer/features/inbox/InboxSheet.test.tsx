// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import type { InboxItem, InboxState, InboxSummary } from '../../../shared/question/inbox'
import { emptyInbox, updateInbox, useInbox } from '../../stores/calls/inbox'
import { useNotices } from '../../stores/window/notices'
import { drawn } from '../../testing'
import { InboxSheet } from './InboxSheet'
import { focusSheet } from './item/sheet-focus'

const common = {
  serverId: ServerId.parse('demo'),
  receivedAt: 0,
  expiresAt: 9e15,
  repeats: 0,
  during: []
}
const FORM: InboxItem = {
  ...common,
  id: 1,
  risk: { level: 'low', reasons: [] },
  ask: {
    kind: 'form',
    message: 'Tell me a lot.',
    secretFields: [],
    schema: { type: 'object', properties: { text: { type: 'string' } } }
  }
}
const CONSENT: InboxItem = {
  ...common,
  id: 2,
  risk: { level: 'medium', reasons: [] },
  ask: { kind: 'consent', action: 'write_everything' }
}
const OTHER_FORM: InboxItem = {
  ...FORM,
  id: 3,
  ask: {
    kind: 'form',
    message: 'Transfer all?',
    secretFields: [],
    schema: { type: 'object', properties: { transfer: { type: 'boolean', default: true } } }
  }
}
const BUSY: InboxItem = {
  ...CONSENT,
  id: 4,
  seq: 7,
  during: ['x'.repeat(5_000), 'b', 'c', 'd', 'e']
}
const ITEMS = new Map([FORM, CONSENT, OTHER_FORM, BUSY].map((item) => [item.id, item]))

function summary({ ask, ...item }: InboxItem): InboxSummary {
  return { ...item, kind: ask.kind, title: 'it' }
}

function stateOf(...items: readonly InboxItem[]): InboxState {
  return { items: items.map(summary), recent: [], paused: [] }
}

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** A sheet with a main that knows the items, and the answers that it was given. */
async function sheetWith(...items: readonly InboxItem[]) {
  const answers: unknown[] = []
  const request = async (route: string, json: string): Promise<string> => {
    const input = JSON.parse(json === '' ? '{}' : json) as { id: number }
    if (route === 'inbox.answer') answers.push(input)
    return JSON.stringify({ ok: true, value: route === 'inbox.item' ? ITEMS.get(input.id) : null })
  }
  Object.assign(window, { patchbay: { on: () => () => undefined, request } })
  const place = await drawn(<InboxSheet />)
  const show = (...shown: readonly InboxItem[]) => act(async () => updateInbox(stateOf(...shown)))
  await show(...items)
  await vi.waitFor(() => expect(place.querySelector('h3')).not.toBeNull())
  return { place, answers, show }
}

const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    const init = { key, bubbles: true, cancelable: true, ...more }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
  })

/** Nothing is shielded any more. */
const pause = () => act(async () => vi.advanceTimersByTimeAsync(600))

describe('the sheet of the inbox', () => {
  beforeEach(() => {
    Object.assign(globalThis, { IntersectionObserver: Observer, ResizeObserver: Observer })
    useInbox.setState(emptyInbox(), true)
    useNotices.setState({ notices: [] })
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  it('lets no letter decide that was meant for a form that was taken back', async () => {
    const { place, answers, show } = await sheetWith(FORM, CONSENT)
    await act(async () => place.querySelector<HTMLElement>('form textarea, form input')?.focus())
    for (const key of 'We h') await press(key)
    await show(CONSENT)
    await vi.waitFor(() => expect(place.textContent).toContain('write_everything'))
    await pause()
    for (const key of 've all, dear') await press(key)
    expect(answers).toEqual([])
    await press('Tab')
    await press('d')
    const answer = { kind: 'consent', isGranted: false }
    await vi.waitFor(() => expect(answers).toEqual([{ id: 2, answer }]))
  })

  it.each([
    ['consent', ['What a server asked is gone (it): taken back by the server.']],
    ['scopes', []]
  ] as const)('tells of what was taken back, but not of your own call: %s', async (kind, told) => {
    await sheetWith(CONSENT)
    const { id, serverId } = CONSENT
    const left = {
      id,
      serverId,
      kind,
      title: 'it',
      leaving: 'cancelled',
      time: 0,
      count: 1
    } as const
    await act(async () => updateInbox({ ...stateOf(), recent: [left] }))
    expect(useNotices.getState().notices.map(({ text }) => text)).toEqual(told)
  })

  it('sends no other form than the one that was written in', async () => {
    const { place, answers, show } = await sheetWith(FORM, OTHER_FORM)
    await act(async () => place.querySelector<HTMLElement>('form textarea, form input')?.focus())
    for (const key of 'We h') await press(key)
    await show(OTHER_FORM)
    await vi.waitFor(() => expect(place.textContent).toContain('Transfer all?'))
    await pause()
    for (const key of 've all') await press(key)
    await press('Enter', { ctrlKey: true })
    expect(answers).toEqual([])
    await act(async () => {
      focusSheet()
      await vi.advanceTimersByTimeAsync(50)
    })
    await press('Enter', { ctrlKey: true })
    const answer = { kind: 'form', action: 'accept', content: { transfer: true } }
    await vi.waitFor(() => expect(answers).toMatchObject([{ id: 3, answer }]))
  })

  it('leads to what is asked, which keys scroll from there, also of the next question', async () => {
    const { place, show } = await sheetWith(CONSENT, BUSY)
    await act(async () => void focusSheet())
    const region = place.querySelector('[role=region]')
    expect([region?.getAttribute('tabindex'), document.activeElement]).toEqual(['0', region])
    await press('ArrowRight')
    await vi.waitFor(() => expect(place.textContent).toContain('frame #7'))
    await press('ArrowLeft')
    await vi.waitFor(() => expect(place.textContent).not.toContain('frame #7'))
    await show(BUSY)
    await vi.waitFor(() => expect(place.textContent).toContain('frame #7'))
    await act(async () => vi.advanceTimersByTimeAsync(5))
    expect(document.activeElement).toBe(place.querySelector('[role=region]'))
  })

  it('says that there were too many only beside those of that moment', async () => {
    const { place } = await sheetWith(CONSENT)
    const flood = { ...summary(CONSENT), id: 9, leaving: 'flood', word: '', count: 3 } as const
    const words = '3 more questions were cancelled by Patchbay: too many at once.'
    await act(async () => updateInbox({ ...stateOf(CONSENT), recent: [{ ...flood, time: 0 }] }))
    expect(place.textContent).toContain(words)
    await act(async () =>
      updateInbox({ ...stateOf(CONSENT), recent: [{ ...flood, time: -60_000 }] })
    )
    expect(place.textContent).not.toContain(words)
  })

  it('takes no focus from whoever has clicked on an empty place', async () => {
    const { place, show } = await sheetWith(CONSENT)
    await pause()
    await act(async () => place.querySelector<HTMLElement>('[data-sheet]')?.focus())
    await act(async () => {
      document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
      ;(document.activeElement as HTMLElement).blur()
    })
    await show({ ...CONSENT, repeats: 1 }, FORM)
    await show(FORM)
    await act(async () => vi.advanceTimersByTimeAsync(5))
    expect(document.activeElement).toBe(document.body)
  })

  it('leads whoever came by pointer back to where they were', async () => {
    const { place, show } = await sheetWith(CONSENT)
    await pause()
    const call = document.createElement('button')
    document.body.append(call)
    await act(async () => call.focus())
    const button = [...place.querySelectorAll('button')].at(-1)
    await act(async () => button?.focus())
    await show()
    expect(document.activeElement).toBe(call)
  })

  it('leads whoever sent what they wrote by Ctrl+Enter back to where they were', async () => {
    const { place, show, answers } = await sheetWith(FORM)
    await pause()
    const call = document.createElement('button')
    document.body.append(call)
    await act(async () => call.focus())
    await act(async () => place.querySelector<HTMLElement>('form textarea, form input')?.focus())
    await press('Enter', { ctrlKey: true })
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    await show()
    expect(document.activeElement).toBe(call)
  })

  it('names few of the tools that run, and not so long that it hides what is asked', async () => {
    const { place } = await sheetWith(BUSY)
    const words = [...place.querySelectorAll('p')].map(({ textContent }) => textContent)
    const asked = words.find((text) => text.startsWith('asked in frame #7'))
    expect(asked).toContain(`${'x'.repeat(80)}…, b, c and 2 more tools`)
  })

  it('leads whoever goes there to where they can write, and takes no letter for an answer', async () => {
    const { place, answers } = await sheetWith(FORM)
    await pause()
    await act(async () => {
      focusSheet()
      await vi.advanceTimersByTimeAsync(50)
    })
    expect(place.querySelector('form')?.contains(document.activeElement)).toBe(true)
    await act(async () => place.querySelector<HTMLElement>('[data-sheet]')?.focus())
    for (const key of 'dave') await press(key)
    expect(answers).toEqual([])
  })

  it('keeps the focus when the button that had it cannot be pressed any more', async () => {
    const { place } = await sheetWith(CONSENT)
    await pause()
    const button = [...place.querySelectorAll('button')].at(-1)
    await act(async () => button?.focus())
    await act(async () => {
      button?.blur()
      button?.setAttribute('disabled', '')
      await vi.advanceTimersByTimeAsync(1)
    })
    expect(document.activeElement).toBe(place.querySelector('[role=region]'))
  })
})
