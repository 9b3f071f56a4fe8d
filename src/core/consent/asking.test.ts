import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../shared/json/json'
import { MODERN_REVISION } from '../../shared/protocol/revisions'
import { FAULTY, faultServer, hurriedClock, useFaultBenches } from '../workbench/fault-testing'
import type { Workbench } from '../workbench/workbench'
import { like, somePerson } from './consent-testing'
import { runningTools } from './identity'

const { bench } = useFaultBenches()
const READ = { action: 'read_file', details: { path: '/tmp/a' }, risk_level: 'low' }
const PAGE = { mode: 'url', message: 'Log in.', url: 'https://example.com/login' }
const FORM = {
  message: 'Who is asking?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 2 } },
    required: ['name']
  }
}

function open(mode = 'ask') {
  const person = somePerson({
    clock: hurriedClock,
    running: (serverId) => runningTools(workbench, serverId)
  })
  const faulty = bench(mode, undefined, {}, { inputs: person.inputs })
  const { workbench }: { workbench: Workbench } = faulty
  /** What the server says that it was answered. */
  const told = async (method: string, params: JsonObject): Promise<unknown> => {
    const { done } = await faulty.workbench.startCall(FAULTY, 'go', { method, params })
    const { outcome } = await done
    if (outcome?.kind !== 'result') return outcome
    const { content } = outcome.result as { content: { text: string }[] }
    return JSON.parse(content[0]?.text ?? 'null')
  }
  return { person, faulty, told }
}

/** Asks as soon as it hears something, and says only when it has an answer of which era it is. */
const EARLY = `
const say = (frame) => console.log(JSON.stringify({ jsonrpc: '2.0', ...frame }))
const answer = { resultType: 'complete', supportedVersions: ['${MODERN_REVISION}'],
  capabilities: {}, serverInfo: { name: 'early', version: '1' } }
let asked
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'server/discover' && asked === undefined) {
    asked = id
    say({ id: 'early', method: 'consent/request', params: ${JSON.stringify(READ)} })
  } else if (id === 'early') say({ id: asked, result: answer })
  else if (method !== undefined && id !== undefined) say({ id, error: { code: -32601, message: 'no' } })
})`

describe('a question', () => {
  it('that comes before the handshake is refused, whatever the server turns out to be', async () => {
    const person = somePerson({ clock: hurriedClock })
    const servers = [{ ...faultServer('plain'), args: ['-e', EARLY] }]
    const faulty = bench('plain', undefined, {}, { inputs: person.inputs, servers })
    await faulty.workbench.open(FAULTY)
    expect(person.inbox.state()).toMatchObject({ items: [], recent: [] })
    const answer = faulty.entries.find(({ kind, id }) => kind === 'error' && id === 'early')
    expect(faulty.workbench.log.raw(answer?.seq ?? 0)).toContain('before the handshake')
  })

  it('that would fill the window with spaces is refused', async () => {
    const { person, told } = open()
    const deep = JSON.parse(`${'['.repeat(100)}0${']'.repeat(100)}`) as JsonObject
    expect(await told('consent/request', { ...READ, details: { deep } })).toMatchObject({
      message: like(/nested too deeply/)
    })
    const wide = JSON.parse(
      `${'['.repeat(50)}${'0,'.repeat(50_000)}0${']'.repeat(50)}`
    ) as JsonObject
    expect(await told('consent/request', { ...READ, details: { wide } })).toMatchObject({
      message: like(/too long/)
    })
    expect(person.inbox.state().items).toEqual([])
  })

  it('says during which calls it was asked', async () => {
    const { person, told } = open()
    const answered = told('consent/request', READ)
    expect((await person.nextItem()).during).toEqual(['go'])
    person.inbox.denyAll(FAULTY)
    await answered
  })

  it('about the same page is asked again in the next call', async () => {
    const { person, told } = open()
    for (let call = 0; call < 3; call++) {
      const answered = told('elicitation/create', PAGE)
      await person.answer({ kind: 'url', action: 'accept' })
      expect(await answered).toEqual({ action: 'accept' })
    }
  })

  it('for values is answered with what does not fit only when the person insists', async () => {
    const { person, told } = open()
    const answered = told('elicitation/create', FORM)
    const { id } = await person.nextItem()
    const accept = { kind: 'form', action: 'accept', content: { name: 1, more: true } } as const
    expect(() => person.inbox.answer(id, accept)).toThrow('The server asked for something else.')
    person.inbox.answer(id, { ...accept, isForced: true })
    expect(await answered).toEqual({ action: 'accept', content: { name: 1, more: true } })
    expect(person.records[0]?.params).toMatchObject({ fields: ['name', 'more'], isForced: true })
  })

  it('for values is declined by whoever denies all or has paused, and cancelled by nobody', async () => {
    const { person, told } = open()
    const answered = told('elicitation/create', FORM)
    await person.nextItem()
    person.inbox.denyAll(FAULTY)
    expect(await answered).toEqual({ action: 'decline' })
    person.inbox.pause(FAULTY, true)
    expect(await told('elicitation/create', FORM)).toEqual({ action: 'decline' })
    expect(await told('elicitation/create', PAGE)).toEqual({ action: 'decline' })
  })
})
