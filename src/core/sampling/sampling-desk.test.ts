import { describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ServerId } from '../../shared/protocol/ids'
import type { SamplingAsk } from '../../shared/question/sampling-kind'
import type { ModelSubject } from '../../shared/question/prompt'
import { NO_MODEL, type ModelEndpoint } from '../../shared/question/sampling'
import type { AuditEnd, AuditEntry } from '../audit/auditing'
import { openTestDesk } from '../desk/desk-testing'
import { Inbox } from '../consent/inbox'
import { fakeClock } from '../time/fake-clock'
import { answering, said, useTestModels } from './model-testing'
import { SamplingDesk } from './sampling-desk'
import { PLAIN_NETWORKS } from '../network/networks'

const model = useTestModels()
const KEY = 'canary-key-0123456789'
const DEMO = ServerId.parse('demo')
const ASK: SamplingAsk = {
  kind: 'sampling',
  messages: [{ role: 'user', content: { type: 'text', text: 'Capital?' } }],
  systemPrompt: 'Be short.',
  modelHints: [],
  maxTokens: 50,
  tools: [{ name: 'look_up', inputSchema: { type: 'object' } }],
  more: { temperature: 0.5 }
}
const EDITED = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Capital of Peru?' } }],
  maxTokens: 7
}

type Options = { readonly isAllowed?: boolean; readonly isAuditBroken?: boolean }

/** Everything there is behind a question, and a person who types the key and says yes or no. */
function setUp(endpoint: ModelEndpoint, { isAllowed = true, isAuditBroken }: Options = {}) {
  const { desk, person } = openTestDesk()
  person.value = () => KEY
  const inbox = new Inbox({ clock: fakeClock(), onChange: () => undefined })
  const records: (AuditEntry & AuditEnd)[] = []
  const confirmed: ModelSubject[] = []
  let current = endpoint
  const sampling = new SamplingDesk({
    network: PLAIN_NETWORKS.own,
    inbox,
    audit: {
      intend: async (entry) => {
        if (isAuditBroken === true) throw new Error('The audit log cannot be written.')
        return (end) => void records.push({ ...entry, ...end })
      },
      note: () => undefined
    },
    model: () => current,
    setModel: (wanted) => (current = wanted),
    secret: (name) => desk.readSecret(name),
    askForSecret: (name) => desk.askForSecret(name),
    confirm: async (subject) => {
      confirmed.push(subject)
      return isAllowed
    }
  })
  const asked = new AbortController()
  const risk = { level: 'medium', reasons: [] } as const
  void inbox.ask({ serverId: DEMO, ask: ASK, risk, signal: asked.signal })
  const id = inbox.state().items[0]?.id ?? 0
  return { desk, person, inbox, records, confirmed, sampling, id, asked, model: () => current }
}

describe('a model that is asked for the person', () => {
  it('gets the question as it was edited, with the key, and that is written down before', async () => {
    const { baseUrl, heard } = await model(answering(said({ content: 'Lima' })))
    const { desk, sampling, records, id, inbox } = setUp({ baseUrl, model: 'tiny', keyName: 'K' })
    await desk.setSecret('K', KEY)
    expect(await sampling.complete(id, EDITED)).toMatchObject({ content: { text: 'Lima' } })
    expect(heard).toMatchObject([
      {
        key: `Bearer ${KEY}`,
        body: {
          model: 'tiny',
          max_tokens: 7,
          temperature: 0.5,
          messages: [{ role: 'user', content: 'Capital of Peru?' }],
          tools: [{ function: { name: 'look_up' } }]
        }
      }
    ])
    expect(records).toMatchObject([
      {
        serverId: DEMO,
        method: 'patchbay/sampling',
        params: { baseUrl, model: 'tiny', question: { maxTokens: 7 } },
        result: { content: { text: 'Lima' } }
      }
    ])
    expect(JSON.stringify(records)).not.toContain(KEY)
    // Nothing has gone to the server: the person has not seen it yet.
    expect(inbox.state().items).toHaveLength(1)
  })

  it('is not asked when that cannot be written down', async () => {
    const { baseUrl, heard } = await model(answering(said({ content: 'Lima' })))
    const endpoint = { baseUrl, model: 'tiny', keyName: '' }
    const { sampling, id } = setUp(endpoint, { isAuditBroken: true })
    await expect(sampling.complete(id, EDITED)).rejects.toThrow('cannot be written')
    expect(heard).toEqual([])
  })

  it.each([
    [
      'the person calls it off',
      ({ sampling, id }: ReturnType<typeof setUp>) => sampling.cancel(id)
    ],
    ['the server takes it back', ({ asked }: ReturnType<typeof setUp>) => asked.abort('cancelled')],
    ['it is denied', ({ inbox }: ReturnType<typeof setUp>) => inbox.denyAll(DEMO)]
  ])('is left when %s', async (_what, leave) => {
    const { baseUrl, asked, left } = await model((response) => response.flushHeaders())
    const test = setUp({ baseUrl, model: 'tiny', keyName: '' })
    const answered = test.sampling.complete(test.id, EDITED)
    await asked
    leave(test)
    await expect(answered).rejects.toMatchObject({ code: WorkbenchErrorCode.Dismissed })
    await left
    expect(test.records).toMatchObject([{ error: { message: 'The question was called off.' } }])
  })

  it('is asked nothing that nobody asks, and nothing without its key', async () => {
    const { baseUrl, heard } = await model(answering(said({ content: 'Lima' })))
    const { sampling, id, inbox } = setUp({ baseUrl, model: 'tiny', keyName: 'K' })
    await expect(sampling.complete(id + 1, EDITED)).rejects.toThrow('no longer asked')
    await expect(sampling.complete(id, EDITED)).rejects.toThrow('The secret K is not set')
    inbox.denyAll(DEMO)
    await expect(sampling.complete(id, EDITED)).rejects.toThrow('no longer asked')
    expect(heard).toEqual([])
  })

  it('has to be set up first', async () => {
    const { sampling, id } = setUp(NO_MODEL)
    await expect(sampling.complete(id, EDITED)).rejects.toThrow('No model is set up.')
  })
})

describe('a model that is tried', () => {
  it('answers a question of our own, which is written down and concerns no server', async () => {
    const { baseUrl, heard } = await model(answering(said({ content: 'Hello' })))
    const { desk, sampling, records, inbox } = setUp({ baseUrl, model: 'tiny', keyName: 'K' })
    await desk.setSecret('K', KEY)
    expect(await sampling.tryOut()).toMatchObject({ content: { text: 'Hello' }, model: 'tiny-1' })
    expect(heard).toMatchObject([{ key: `Bearer ${KEY}`, body: { model: 'tiny' } }])
    expect(JSON.stringify(heard)).not.toContain('Capital')
    expect(records).toMatchObject([
      { method: 'patchbay/sampling', params: { action: 'try a model', baseUrl, model: 'tiny' } }
    ])
    expect(records[0]).not.toHaveProperty('serverId')
    expect(inbox.state().items).toHaveLength(1)
  })

  it('says why it does not answer, and can be left while an item is asked about', async () => {
    const refusing = await model(answering({ error: { message: 'No such model' } }, 404))
    const { sampling } = setUp({ baseUrl: refusing.baseUrl, model: 'tiny', keyName: '' })
    await expect(sampling.tryOut()).rejects.toThrow('status 404: No such model')
    await expect(setUp(NO_MODEL).sampling.tryOut()).rejects.toThrow('No model is set up.')

    const silent = await model((response) => response.flushHeaders())
    const test = setUp({ baseUrl: silent.baseUrl, model: 'tiny', keyName: '' })
    const tried = test.sampling.tryOut()
    await silent.asked
    const completed = test.sampling.complete(test.id, EDITED)
    test.sampling.cancel(undefined)
    await expect(tried).rejects.toMatchObject({ code: WorkbenchErrorCode.Dismissed })
    await expect.poll(() => silent.heard).toHaveLength(2)
    test.sampling.cancel(test.id)
    await expect(completed).rejects.toMatchObject({ code: WorkbenchErrorCode.Dismissed })
  })
})

describe('a model that is set up', () => {
  const cloud = { baseUrl: 'https://api.example.com/v1', model: 'tiny', keyName: 'K' }

  it('is used once the person has seen where the key goes, and has typed it', async () => {
    const { sampling, confirmed, desk, model: current } = setUp(NO_MODEL)
    await sampling.setUp(cloud)
    const address = 'https://api.example.com/v1/chat/completions'
    expect(confirmed).toEqual([{ ...cloud, address, leaves: true }])
    expect([current(), await desk.readSecret('K')]).toEqual([cloud, KEY])
    sampling.drop()
    expect(current()).toEqual(NO_MODEL)
  })

  it.each([{ baseUrl: 'https://elsewhere.example/v1' }, { keyName: 'GITHUB_TOKEN' }])(
    'is asked about again with another address or key, and not without a yes: %j',
    async (change) => {
      const { sampling, confirmed, model: current } = setUp(cloud, { isAllowed: false })
      await expect(sampling.setUp({ ...cloud, ...change })).rejects.toMatchObject({
        code: WorkbenchErrorCode.Dismissed
      })
      expect([confirmed.length, current()]).toEqual([1, cloud])
    }
  )

  it('is another at the same place without a question', async () => {
    const { sampling, confirmed, desk, model: current } = setUp(cloud)
    await desk.setSecret('K', KEY)
    await sampling.setUp({ ...cloud, model: 'large' })
    expect([confirmed, current().model]).toEqual([[], 'large'])
  })

  it('is not used when the key is not given', async () => {
    const { sampling, person, model: current } = setUp(NO_MODEL)
    person.value = undefined
    await expect(sampling.setUp(cloud)).rejects.toMatchObject({
      code: WorkbenchErrorCode.Dismissed
    })
    expect(current()).toEqual(NO_MODEL)
  })

  it.each([
    [{ ...cloud, baseUrl: 'http://api.example.com/v1' }, /This address is not used/],
    [{ ...cloud, model: ' ' }, /needs a name/],
    [{ ...cloud, keyName: '{K}' }, /A secret has a name/]
  ])('has to be one that can be used: %j', async (wanted, words) => {
    const { sampling, confirmed } = setUp(NO_MODEL)
    await expect(sampling.setUp(wanted)).rejects.toThrow(words)
    expect(confirmed).toEqual([])
  })
})
