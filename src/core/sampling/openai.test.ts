import { describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Json, JsonObject } from '../../shared/json/json'
import type { Question } from './chat-question'
import { answering, said, useTestModels } from './model-testing'
import { complete, type Asking } from './openai'
import { PLAIN_NETWORKS } from '../network/networks'

const model = useTestModels()
const KEY = 'sk-canary-1234567890'

function ask(baseUrl: string, question: Partial<Question> = {}, more: Partial<Asking> = {}) {
  const { signal } = new AbortController()
  const asked = { messages: [text('user', 'Capital?')], tools: [], more: {}, ...question }
  return complete({ network: PLAIN_NETWORKS.own, baseUrl, model: 'tiny', signal, ...more }, asked)
}

function text(role: string, words: string): Json {
  return { role, content: { type: 'text', text: words } }
}

async function bodyOf(question: Partial<Question>): Promise<JsonObject> {
  const { baseUrl, heard } = await model(answering(said({ content: 'Quito' })))
  await ask(baseUrl, question)
  return heard[0]?.body as JsonObject
}

describe('a model behind an address', () => {
  it('is asked in its words, and answers in those of the protocol', async () => {
    const { baseUrl, heard } = await model(answering(said({ content: 'Quito' })))
    const question = { systemPrompt: 'Be short.', maxTokens: 5 }
    expect(await ask(`${baseUrl}/`, question, { apiKey: `${KEY}\n` })).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'Quito' },
      model: 'tiny-1',
      stopReason: 'endTurn'
    })
    expect(heard).toEqual([
      {
        url: '/v1/chat/completions',
        key: `Bearer ${KEY}`,
        body: {
          model: 'tiny',
          max_tokens: 5,
          messages: [
            { role: 'system', content: 'Be short.' },
            { role: 'user', content: 'Capital?' }
          ]
        }
      }
    ])
  })

  it('is asked without a key where there is none', async () => {
    const { baseUrl, heard } = await model(answering(said({ content: 'Quito' })))
    await ask(baseUrl)
    expect(heard).toMatchObject([{ key: undefined }])
  })

  it('is told how warm to be, where to stop, and whether it has to use a tool', async () => {
    const tool = { name: 'look_up', description: 'Looks up.', inputSchema: { type: 'object' } }
    const more = { temperature: 0.2, stopSequences: ['END'], toolChoice: { mode: 'required' } }
    expect(await bodyOf({ tools: [tool], more })).toMatchObject({
      temperature: 0.2,
      stop: ['END'],
      tool_choice: 'required',
      tools: [
        {
          type: 'function',
          function: { name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } }
        }
      ]
    })
  })

  it('is given every block of a message, in its order', async () => {
    const content = [
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'BBBB', mimeType: 'audio/mpeg' },
      { type: 'strange', of: 'kind' }
    ]
    expect(await bodyOf({ messages: [{ role: 'user', content }] })).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
            { type: 'text', text: '{"type":"strange","of":"kind"}' }
          ]
        }
      ]
    })
  })

  it('hears what tools gave right after the turn that wanted them, and in their order', async () => {
    const use = (id: string) => ({ type: 'tool_use', id, name: 'look_up', input: { of: id } })
    const give = (toolUseId: string, more: JsonObject) => ({
      type: 'tool_result',
      toolUseId,
      ...more
    })
    const messages: Json[] = [
      text('user', 'Where?'),
      { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }, use('a'), use('b')] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And be quick.' },
          give('a', { content: [{ type: 'text', text: 'Lima' }] }),
          give('b', { content: [{ type: 'text', text: 'gone' }], isError: true })
        ]
      },
      { role: 'assistant', content: [use('c')] },
      { role: 'user', content: give('c', { content: [{ type: 'image', data: 'A' }] }) }
    ]
    const called = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'look_up', arguments: `{"of":"${id}"}` }
    })
    expect((await bodyOf({ messages }))['messages']).toEqual([
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: 'Let me see.', tool_calls: [called('a'), called('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'Lima' },
      {
        role: 'tool',
        tool_call_id: 'b',
        content: '{"isError":true,"content":[{"type":"text","text":"gone"}]}'
      },
      { role: 'user', content: 'And be quick.' },
      { role: 'assistant', content: null, tool_calls: [called('c')] },
      { role: 'tool', tool_call_id: 'c', content: '{"content":[{"type":"image","data":"A"}]}' }
    ])
  })
})

describe('what a model says', () => {
  async function hear(message: unknown, reason?: string): Promise<JsonObject> {
    const { baseUrl } = await model(answering(said(message, reason)))
    return ask(baseUrl)
  }
  const call = (args: string, id?: string) => ({
    id,
    type: 'function',
    function: { name: 'look_up', arguments: args }
  })

  it('may be that it wants tools, also when it does not say that it stopped for them', async () => {
    const calls = [call('{"of":"Ecuador"}', 'c1'), call('')]
    const message = { content: 'One moment.', tool_calls: calls }
    expect(await hear(message)).toMatchObject({
      stopReason: 'toolUse',
      content: [
        { type: 'text', text: 'One moment.' },
        { type: 'tool_use', id: 'c1', name: 'look_up', input: { of: 'Ecuador' } },
        { type: 'tool_use', id: 'call_2', name: 'look_up', input: {} }
      ]
    })
  })

  it('is not taken when it wants more tools at once than anyone can look at', async () => {
    const calls = Array.from({ length: 50_000 }, () => call('{}'))
    await expect(hear({ tool_calls: calls })).rejects.toThrow(/wants 50,000 tool calls at once/)
    const most = await hear({ tool_calls: calls.slice(0, 128) })
    expect(most['content']).toHaveLength(128)
  })

  it.each(['{"of":', '[1]', '"Ecuador"'])(
    'is not taken when its arguments would be lost: %s',
    async (args) => {
      await expect(hear({ tool_calls: [call(args)] })).rejects.toThrow(/look_up with arguments/)
    }
  )

  it.each([
    ['length', 'maxTokens'],
    ['stop', 'endTurn'],
    ['content_filter', 'content_filter']
  ])('ends for a reason: %s', async (reason, stopReason) => {
    expect(await hear({ content: 'Qui' }, reason)).toMatchObject({ stopReason })
  })

  it.each([
    [
      { content: null, refusal: 'I may not.' },
      { type: 'text', text: 'I may not.' }
    ],
    [{ content: [{ type: 'text', text: 'Quito' }] }, { type: 'text', text: 'Quito' }],
    [{ content: null }, { type: 'text', text: '' }]
  ])('is a text in whatever way it is said: %j', async (message, content) => {
    expect(await hear(message)).toMatchObject({ content })
  })
})

describe('a model that cannot be asked', () => {
  it.each([
    [500, { error: { message: 'Overloaded' } }, /status 500: Overloaded/],
    [404, 'nothing here', /status 404: "nothing here"/],
    [200, { nothing: true }, /did not answer with a message/]
  ])('says why: %s', async (status, answer, words) => {
    const { baseUrl } = await model(answering(answer, status))
    await expect(ask(baseUrl)).rejects.toThrow(words)
  })

  it('hangs up', async () => {
    const { baseUrl } = await model((_response, request) => request.socket.destroy())
    await expect(ask(baseUrl)).rejects.toThrow(/127\.0\.0\.1:\d+ did not answer/)
  })

  it('does not get the question, or the key, to somewhere else', async () => {
    const elsewhere = await model(answering(said({ content: 'Got it' })))
    const { baseUrl } = await model((response) => {
      response.writeHead(307, { Location: `${elsewhere.baseUrl}/chat/completions` }).end()
    })
    await expect(ask(baseUrl, {}, { apiKey: KEY })).rejects.toThrow(/elsewhere \(307\)/)
    expect(elsewhere.heard).toEqual([])
  })

  it('is not read without end', async () => {
    const { baseUrl, left } = await model((response) => {
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
      }
      response.writeHead(200).on('drain', more)
      more()
    })
    await expect(ask(baseUrl)).rejects.toThrow(/longer than 8 MiB/)
    await left
  })

  it('is left when the question is called off', async () => {
    const { baseUrl, asked, left } = await model((response) =>
      response.writeHead(200).flushHeaders()
    )
    const controller = new AbortController()
    const answered = ask(baseUrl, {}, { signal: controller.signal })
    await asked
    controller.abort()
    await expect(answered).rejects.toMatchObject({ code: WorkbenchErrorCode.Dismissed })
    await left
  })

  it('does not give the key away when it repeats it', async () => {
    const error = { message: `Incorrect key: ${KEY}`, more: Buffer.from(KEY).toString('base64') }
    const { baseUrl } = await model(answering({ error }, 401))
    const words = await ask(baseUrl, {}, { apiKey: KEY }).catch(String)
    expect(words).toContain('Incorrect key: •••')
    const { baseUrl: polite } = await model(answering(said({ content: `It is ${KEY}.` })))
    const answer = await ask(polite, {}, { apiKey: KEY })
    expect(answer).toMatchObject({ content: { text: 'It is •••.' } })
  })

  it.each(['two words', 'line\nbreak', 'schlüssel'])(
    'has a key that cannot be sent, which is not told: %j',
    async (apiKey) => {
      const { baseUrl, heard } = await model(answering(said({ content: 'Quito' })))
      const words = await ask(baseUrl, {}, { apiKey }).catch(String)
      expect([words, heard]).toEqual([expect.stringMatching(/characters in it that cannot/), []])
      expect(words).not.toContain(apiKey)
    }
  )
})
