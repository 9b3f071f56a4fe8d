import { expect, it } from 'vitest'
import type { SheetAnswer } from '../../shared/question/records'
import { useAskingServers } from './asking-testing'
import { like, type PersonOptions } from './consent-testing'

const openServer = useAskingServers()

const QUESTION = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'What is 2 + 2?' } }],
    maxTokens: 100
  }
}
const FOUR: SheetAnswer = {
  kind: 'sampling',
  result: { role: 'assistant', content: { type: 'text', text: '4' }, model: 'human' }
}

function open(options: Partial<PersonOptions> = {}) {
  const { person, told } = openServer('ask', options)
  return { person, told: (times = 1) => told({ ...QUESTION, times }) }
}

it('gives the server what the person knows to be wrong, and that is on record', async () => {
  const { person, told } = open()
  const result = { role: 'assistant', content: { type: 'foo' }, model: 'human' }
  const answered = told()
  await person.answer({ kind: 'sampling', result, isForced: true })
  expect(await answered).toEqual(result)
  expect(person.records).toMatchObject([{ params: { by: 'person', isForced: true } }])
})

it('says that the limit for each minute refused, and no person', async () => {
  const { person, told } = open({ perMinute: 1 })
  const first = told()
  await person.answer(FOUR)
  await first
  const reason = 'A server may ask once a minute.'
  const message = `Patchbay’s limit refused this sampling request. ${reason}`
  expect(await told()).toEqual({ code: -1, message, data: { reason } })
})

it('says that the limit for one call refused, and no person', async () => {
  const { person, told } = open({ perMinute: 1_000 })
  const answered = told(30)
  const item = await person.nextItem()
  await expect.poll(() => person.inbox.item(item.id).repeats).toBe(24)
  person.inbox.answer(item.id, FOUR)
  const answers = (await answered) as { message?: string }[]
  expect(answers.flatMap(({ message = [] }) => message)).toEqual(
    Array.from({ length: 5 }, () => like(/^Patchbay’s limit .* asked 25 times/))
  )
})
