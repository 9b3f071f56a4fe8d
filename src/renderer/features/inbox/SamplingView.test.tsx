// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServerId } from '../../../shared/ids'
import type { InboxAnswer, InboxItem, SamplingAsk } from '../../../shared/inbox'
import { DEFAULT_PREFERENCES } from '../../../shared/preferences'
import { setPreferences } from '../../stores/preferences'
import { drawn } from '../../ui/testing'
import { SamplingView } from './SamplingView'

const ASK: SamplingAsk = {
  kind: 'sampling',
  messages: [{ role: 'user', content: { type: 'text', text: 'Capital?' } }],
  modelHints: [],
  tools: [],
  more: {}
}
const ITEM: InboxItem = {
  id: 1,
  serverId: ServerId.parse('demo'),
  ask: ASK,
  risk: { level: 'medium', reasons: [] },
  receivedAt: 0,
  expiresAt: 600_000,
  repeats: 0,
  during: []
}
const ANSWER = { role: 'assistant', content: { type: 'text', text: 'Quito' }, model: 'tiny' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends nothing that has come just now, because a click may have been meant for what was there', async () => {
  const model = Promise.withResolvers<string>()
  Object.assign(window, { patchbay: { request: () => model.promise, on: () => () => undefined } })
  const samplingModel = { baseUrl: 'http://localhost:1/v1', model: 'tiny', keyName: '' }
  setPreferences({ ...DEFAULT_PREFERENCES, samplingModel })
  const sent: InboxAnswer[] = []
  const place = await drawn(
    <SamplingView
      item={ITEM}
      ask={ASK}
      repeats={0}
      problem={undefined}
      onAnswer={(answer) => void sent.push(answer)}
      onProblem={() => undefined}
    />
  )
  const click = (name: string): Promise<void> =>
    act(async () => {
      const buttons = [...place.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent?.includes(name))?.click()
    })
  const pass = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms))
  await pass(500)
  await click('Ask the model')
  await act(async () => model.resolve(JSON.stringify({ ok: true, value: ANSWER })))
  expect(place.querySelector<HTMLTextAreaElement>('[aria-label="Answer"]')?.value).toBe('Quito')
  await click('Send the answer')
  expect(sent).toEqual([])
  await pass(500)
  await click('Send the answer')
  expect(sent).toMatchObject([{ kind: 'sampling', result: ANSWER }])
})
