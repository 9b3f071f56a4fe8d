// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServerId } from '../../../../shared/protocol/ids'
import type { InboxItem } from '../../../../shared/question/inbox'
import type { SheetAnswer } from '../../../../shared/question/records'
import type { SamplingAsk } from '../../../../shared/question/sampling-kind'
import { DEFAULT_PREFERENCES } from '../../../../shared/ipc/preferences'
import { setPreferences } from '../../../stores/window/preferences'
import { drawn } from '../../../testing'
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

/** The view of an item, when the person has had the time to read it. */
async function shown(item = ITEM, ask = ASK) {
  const sent: SheetAnswer[] = []
  const problems: (string | undefined)[] = []
  const place = await drawn(
    <SamplingView
      item={item}
      ask={ask}
      problem={undefined}
      onAnswer={(answer) => void sent.push(answer)}
      onProblem={(problem) => void problems.push(problem)}
    />
  )
  const click = (name: string): Promise<void> =>
    act(async () => {
      const buttons = [...place.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent?.includes(name))?.click()
    })
  const pass = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms))
  const write = (value: string): Promise<void> =>
    act(async () => {
      const field = place.querySelector('textarea')
      if (!field) throw new Error('There is no answer to be written.')
      setValue(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await pass(500)
  return { place, sent, problems, click, pass, write }
}

const setValue = (field: HTMLTextAreaElement, value: string): void =>
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value)

/** The model that is asked, and how it answers. */
function useModel(): (value: object) => Promise<void> {
  let model = Promise.withResolvers<string>()
  const request = (): Promise<string> => model.promise
  Object.assign(window, { patchbay: { request, on: () => () => undefined } })
  const samplingModel = { baseUrl: 'http://localhost:1/v1', model: 'tiny', keyName: '' }
  setPreferences({ ...DEFAULT_PREFERENCES, samplingModel })
  return (value) =>
    act(async () => {
      model.resolve(JSON.stringify({ ok: true, value }))
      model = Promise.withResolvers<string>()
    })
}

const answerIn = (place: HTMLElement): string | undefined =>
  place.querySelector<HTMLTextAreaElement>('textarea')?.value

it('sends nothing that has come just now, because a click may have been meant for what was there', async () => {
  const answer = useModel()
  const { place, sent, click, pass } = await shown()
  await click('Ask the model')
  await answer(ANSWER)
  expect(answerIn(place)).toBe('Quito')
  await click('Send the answer')
  expect(sent).toEqual([])
  await pass(500)
  await click('Send the answer')
  expect(sent).toMatchObject([{ kind: 'sampling', result: ANSWER }])
})

it('loses nothing of what was written when a model answers, and again', async () => {
  const answer = useModel()
  const { place, click, pass, write } = await shown({ ...ITEM, id: 4 })
  await write('Lima, because')
  for (const text of ['Quito', 'Bogotá']) {
    await click('Ask the model')
    await answer({ ...ANSWER, content: { type: 'text', text } })
    await pass(500)
  }
  const seen = [answerIn(place)]
  for (const _ of ['Quito', 'Lima, because', 'Bogotá']) {
    await click('Put back')
    seen.push(answerIn(place))
  }
  expect(seen).toEqual(['Bogotá', 'Quito', 'Lima, because', 'Bogotá'])
})

it('offers nothing to be put back where nothing was written', async () => {
  const answer = useModel()
  const { place, click } = await shown({ ...ITEM, id: 5 })
  await click('Ask the model')
  await answer(ANSWER)
  expect([answerIn(place), place.textContent?.includes('Put back')]).toEqual(['Quito', false])
})

it('does not say that a model answered where the person has written something else', async () => {
  const answer = useModel()
  const { sent, click, pass, write } = await shown({ ...ITEM, id: 6 })
  await click('Ask the model')
  await answer(ANSWER)
  await pass(500)
  await write('Lima')
  await click('Send the answer')
  expect(sent).toMatchObject([{ result: { content: { text: 'Lima' }, model: 'human' } }])
})

it('shows what is wrong with an answer first, and sends it at the second try', async () => {
  const { place, sent, problems, click, write } = await shown({ ...ITEM, id: 2 })
  await click('Content blocks')
  await write('[{"type":"image","data":"@@@","mimeType":"image/png"},{"type":"foo"}]')
  await click('Send the answer')
  expect([sent, problems.at(-1)]).toEqual([[], 'Something in the answer does not fit.'])
  const shownProblems = place.querySelector('[aria-label="What does not fit"]')?.textContent
  expect(shownProblems).toMatch(/content\[0\]\.data is not base64\.content\[1\]\.type is "foo"/)
  await click('Send anyway')
  expect(sent).toMatchObject([{ kind: 'sampling', isForced: true }])
})

it('knows what the revision of the session does not allow', async () => {
  const ask = { ...ASK, revision: '2025-06-18' }
  const { place, sent, click, write } = await shown({ ...ITEM, ask, id: 3 }, ask)
  await click('Content blocks')
  await write('[{"type":"text","text":"Quito"}]')
  await click('Send the answer')
  expect([sent, place.textContent?.includes('this session has 2025-06-18')]).toEqual([[], true])
  await write('{"type":"text","text":"Quito"}')
  await click('Send the answer')
  expect(sent).toMatchObject([{ result: { content: { text: 'Quito' } } }])
  expect(sent[0]).not.toHaveProperty('isForced')
})
