import { describe, expect, it } from 'vitest'
import type { SheetAnswer } from '../../shared/question/records'
import type { JsonObject } from '../../shared/json/json'
import { FAULTY } from '../workbench/fault-testing'
import { useAskingServers } from './asking-testing'
import { like } from './consent-testing'

const open = useAskingServers()

const NAME = {
  method: 'elicitation/create',
  params: {
    message: 'Who is asking?',
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 2 } },
      required: ['name']
    }
  }
}
const PAGE = {
  method: 'elicitation/create',
  params: {
    mode: 'url',
    message: 'Log in.',
    url: 'https://example.com/login',
    elicitationId: 'login-1'
  }
}
const QUESTION = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'What is 2 + 2?' } }],
    systemPrompt: 'Be short.',
    modelPreferences: { hints: [{ name: 'small' }] },
    maxTokens: 100
  }
}
const FOUR: SheetAnswer = {
  kind: 'sampling',
  result: { role: 'assistant', content: { type: 'text', text: '4' }, model: 'human' }
}

describe('a server that asks for values', () => {
  it.each(['ask', 'askmodern'])('gets what the person wrote: %s', async (mode) => {
    const { person, told, faulty } = open(mode)
    const answered = told(NAME)
    const item = await person.nextItem()
    const accept = (name: string): SheetAnswer => ({
      kind: 'form',
      action: 'accept',
      content: { name }
    })
    expect(() => person.inbox.answer(item.id, accept('A'))).toThrow(
      'The server asked for something'
    )
    person.inbox.answer(item.id, accept('Ada'))
    expect(await answered).toEqual({ action: 'accept', content: { name: 'Ada' } })
    expect(JSON.stringify(person.records)).not.toContain('Ada')
    expect(person.records).toMatchObject([{ params: { by: 'person' }, result: 'accept' }])
    expect(faulty.violations).toEqual([])
  })

  it.each(['decline', 'cancel'] as const)('is told of each way to say no: %s', async (action) => {
    const { person, told } = open('ask')
    const answered = told(NAME)
    await person.answer({ kind: 'form', action })
    expect(await answered).toEqual({ action })
    expect(person.records).toMatchObject([{ params: { by: 'person' }, result: action }])
  })

  it('is marked when it seems to want a secret', async () => {
    const { person, told } = open('ask')
    const properties = { apiKey: { type: 'string' }, city: { type: 'string' } }
    const requestedSchema = { type: 'object', properties }
    const answered = told({ ...NAME, params: { ...NAME.params, requestedSchema } })
    const { risk, ask } = await person.answer({ kind: 'form', action: 'decline' })
    expect([risk.level, ask]).toMatchObject(['high', { secretFields: ['apiKey'] }])
    await answered
    expect(person.hidden).toEqual([])
    const again = told({ ...NAME, params: { ...NAME.params, requestedSchema } })
    const content = { apiKey: 'hunter2-hunter2', city: 'Montevideo' }
    await person.answer({ kind: 'form', action: 'accept', content })
    expect(await again).toEqual({ action: 'accept', content })
    expect(person.hidden).toEqual(['hunter2-hunter2'])
    // What is everywhere stays to be seen, and so does what the server would like to be hidden.
    for (const apiKey of ['arguments', '12345678', 'tools/call-1']) {
      const field = { ...properties.apiKey, default: 'tools/call-1' }
      const schema = { type: 'object', properties: { apiKey: field } }
      const proposed = told({ ...NAME, params: { ...NAME.params, requestedSchema: schema } })
      await person.answer({ kind: 'form', action: 'accept', content: { apiKey } })
      await proposed
    }
    expect(person.hidden).toHaveLength(1)
    expect(person.records[0]).toMatchObject({ params: { schema: requestedSchema } })
  })

  it('gets an error when it asks for more than single values', async () => {
    const { told } = open('ask')
    const properties = { address: { type: 'object', properties: {} } }
    const requestedSchema = { type: 'object', properties }
    const params = { ...NAME.params, requestedSchema }
    expect(await told({ ...NAME, params })).toMatchObject({
      code: -32602,
      message: like(/address/)
    })
  })
})

describe('a server that sends the person to a page', () => {
  it.each(['ask', 'askmodern'])('has it opened when the person wants: %s', async (mode) => {
    const { person, told, faulty } = open(mode)
    const answered = told(PAGE)
    const item = await person.nextItem()
    expect(person.opened).toEqual([])
    expect(item.ask).toMatchObject({ link: { isAllowed: true, domain: 'example.com' } })
    person.inbox.answer(item.id, { kind: 'url', action: 'accept' })
    expect(await answered).toEqual({ action: 'accept' })
    expect(person.opened).toEqual(['https://example.com/login'])
    expect(faulty.violations).toEqual([])
  })

  it('cannot have every page opened', async () => {
    const { person, told } = open('ask')
    const answered = told({ ...PAGE, params: { ...PAGE.params, url: 'file:///etc/passwd' } })
    const item = await person.nextItem()
    const accept = (): void => person.inbox.answer(item.id, { kind: 'url', action: 'accept' })
    expect(accept).toThrow('This link is not opened.')
    person.inbox.answer(item.id, { kind: 'url', action: 'decline' })
    expect([await answered, person.opened]).toEqual([{ action: 'decline' }, []])
  })

  it('has it opened once for one answer, however often it asked', async () => {
    const { person, told } = open('ask')
    const answered = told({ ...PAGE, times: 100 })
    const item = await person.nextItem()
    await expect.poll(() => person.inbox.item(item.id).repeats).toBe(99)
    person.inbox.answer(item.id, { kind: 'url', action: 'accept' })
    expect(await answered).toEqual(Array.from({ length: 100 }, () => ({ action: 'accept' })))
    expect([person.opened, person.records.length]).toEqual([['https://example.com/login'], 1])
  })

  it('cannot send them there again and again in one call', async () => {
    const { person, told } = open('askpages')
    const answered = told({ url: 'https://example.com/loop', again: true })
    await person.answer({ kind: 'url', action: 'accept' })
    await person.answer({ kind: 'url', action: 'accept' })
    expect(await answered).toMatchObject({ kind: 'error', error: { code: -32042 } })
    expect(person.opened).toEqual(['https://example.com/loop'])
    expect(person.inbox.state().recent[0]).toMatchObject({ kind: 'url', leaving: 'repeated' })
  })

  it('is called again when the person says that they are done', async () => {
    const { person, faulty } = open('askpages')
    const { done } = await faulty.workbench.startCall(FAULTY, 'go', { url: 'https://example.com' })
    await person.answer({ kind: 'url', action: 'accept' })
    const { ask } = await person.answer({ kind: 'url', action: 'accept' })
    expect(ask).toMatchObject({ isOpened: true })
    expect((await done).outcome).toMatchObject({ result: { content: [{ text: 'thank you' }] } })
  })

  it('is called again when it says itself that they are done', async () => {
    const { person, faulty } = open('askpages')
    const { done } = await faulty.workbench.startCall(FAULTY, 'go', { url: 'https://example.com' })
    await person.answer({ kind: 'url', action: 'accept' })
    await person.nextItem()
    await faulty.call('done')
    expect((await done).outcome).toMatchObject({ result: { content: [{ text: 'thank you' }] } })
    expect(person.inbox.state()).toMatchObject({
      items: [],
      recent: [{ leaving: 'completed' }, {}]
    })
  })
})

describe('a server that asks a model', () => {
  it.each(['ask', 'askmodern'])('gets what the person answers: %s', async (mode) => {
    const { person, told, faulty } = open(mode)
    const answered = told(QUESTION)
    const { ask } = await person.answer(FOUR)
    expect(ask).toMatchObject({ systemPrompt: 'Be short.', modelHints: ['small'], maxTokens: 100 })
    expect(await answered).toEqual('result' in FOUR ? FOUR.result : undefined)
    expect(faulty.violations).toEqual([])
  })

  it('is told that the person does not want to, and why', async () => {
    const { person, told } = open('ask')
    const answered = told(QUESTION)
    await person.answer({ kind: 'sampling', reason: 'Too expensive.' })
    expect(await answered).toEqual({
      code: -1,
      message: 'User rejected sampling request',
      data: { reason: 'Too expensive.' }
    })
    const result = { isAccepted: false, reason: 'Too expensive.' }
    expect(person.records).toMatchObject([
      { params: { by: 'person', question: QUESTION.params }, result }
    ])
    expect(person.records[0]).not.toHaveProperty('error')
  })

  it.each<[string, JsonObject]>([
    ['messages', { messages: Array<object>(1_001).fill({ role: 'user' }) as JsonObject[] }],
    ['blocks', { messages: [{ role: 'user', content: Array<JsonObject>(1_001).fill({}) }] }],
    ['tools', { messages: [], tools: Array<JsonObject>(1_001).fill({ name: 'x' }) }]
  ])('may not ask with more %s than a window can show', async (_what, params) => {
    const { person, told } = open('ask')
    expect(await told({ ...QUESTION, params })).toMatchObject({ code: -32602 })
    expect(person.inbox.state().items).toEqual([])
  })

  it('may not ask too often', async () => {
    const { person, told } = open('ask', { perMinute: 1 })
    const first = told(QUESTION)
    await person.answer(FOUR)
    await first
    expect(await told(QUESTION)).toMatchObject({
      code: -1,
      data: { reason: like(/once a minute/) }
    })
    expect(person.inbox.state().recent[0]).toMatchObject({ kind: 'sampling', leaving: 'flood' })
  })

  it('may not ask without end in one call', async () => {
    const { person, told } = open('ask', { perMinute: 1_000 })
    const answered = told({ ...QUESTION, times: 30 })
    const item = await person.nextItem()
    await expect.poll(() => person.inbox.item(item.id).repeats).toBe(24)
    person.inbox.answer(item.id, FOUR)
    const answers = (await answered) as { code?: number }[]
    expect(answers.filter(({ code }) => code === -1)).toHaveLength(5)
  })
})

describe('a server that asks for folders', () => {
  it('is told of what the person chose, and of each change', async () => {
    const { person, told, faulty } = open('askroots')
    await faulty.open()
    const item = await person.nextItem()
    person.rootLists.add(FAULTY, '/srv/a')
    person.inbox.answer(item.id, { kind: 'roots', isShared: true })
    const a = { uri: 'file:///srv/a', name: 'a' }
    const b = { uri: 'file:///srv/b', name: 'b' }
    await expect.poll(() => told({})).toContainEqual([a])
    person.rootLists.add(FAULTY, '/srv/b')
    await expect.poll(async () => ((await told({})) as unknown[]).at(-1)).toEqual([a, b])
    expect(faulty.violations).toEqual([])
  })

  it('is told of none when nobody answers it, and that is written down', async () => {
    const { person, told, faulty } = open('askroots')
    await faulty.open()
    await person.nextItem()
    person.inbox.denyAll(FAULTY)
    await expect.poll(() => told({})).toEqual([[]])
    expect(person.records).toMatchObject([{ method: 'patchbay/roots', params: { by: 'person' } }])
    expect(person.rootLists.of(FAULTY)).toBeUndefined()
  })

  it('is told of none while it is paused', async () => {
    const { person, told, faulty } = open('askroots')
    person.rootLists.add(FAULTY, '/srv/a')
    person.inbox.pause(FAULTY, true)
    await faulty.open()
    await expect.poll(() => told({})).toEqual([[]])
    expect(person.records).toEqual([])
  })

  it('is told of none when the person says so, and is not asked about again', async () => {
    const { person, told, faulty } = open('askroots')
    await faulty.open()
    await person.answer({ kind: 'roots', isShared: false })
    await expect.poll(() => told({})).toContainEqual([])
    expect(person.records[0]).toMatchObject({ params: { by: 'person' }, result: { roots: [] } })
    expect(person.rootLists.of(FAULTY)).toEqual([])
  })
})
