import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../shared/json/json'
import { FAULTY, hurriedClock, useFaultBenches } from '../workbench/fault-testing'
import { somePerson } from './consent-testing'
import { MOST_PER_MINUTE } from './inbox'

const { bench } = useFaultBenches()
const READ = {
  method: 'consent/request',
  params: { action: 'read_file', details: { path: '/tmp/a' }, risk_level: 'low' }
}
const ALLOW = { kind: 'consent', isGranted: true } as const

function open(mode = 'ask') {
  const person = somePerson({ clock: hurriedClock })
  const faulty = bench(mode, undefined, {}, { inputs: person.inputs })
  /** What the server says that it was answered. */
  const told = async (args: JsonObject): Promise<readonly JsonObject[]> => {
    const { done } = await faulty.workbench.startCall(FAULTY, 'go', args)
    const { outcome } = await done
    if (outcome?.kind !== 'result') throw new Error('It did not answer.')
    const { content } = outcome.result as { content: { text: string }[] }
    return JSON.parse(content[0]?.text ?? 'null') as readonly JsonObject[]
  }
  return { person, told }
}

describe('a server that asks without end', () => {
  it('is answered for each of 10,000 questions, and the person sees one of them', async () => {
    const { person, told } = open()
    const answered = told({ ...READ, times: 10_000 })
    const item = await person.nextItem()
    // All that came before the answer of this one have been seen by then.
    await expect.poll(() => person.inbox.item(item.id).repeats).toBe(999)
    await expect
      .poll(() => person.inbox.state().recent[0])
      .toMatchObject({ leaving: 'flood', count: 9_000 })
    person.inbox.answer(item.id, ALLOW)
    const answers = await answered
    expect(answers.filter(({ granted }) => granted)).toHaveLength(1_000)
    expect(answers).toHaveLength(10_000)
    // What nobody was asked is counted elsewhere, and does not fill the log.
    expect(person.records).toMatchObject([{ params: { by: 'person', times: 1_000 } }])
  })

  it('has what was granted to it no more than so often a minute', async () => {
    const { person, told } = open()
    const first = told({ ...READ, times: 1 })
    await person.answer({ ...ALLOW, rememberMs: 60_000 })
    await first
    const written = person.records.length
    const answers = await told({ ...READ, times: 3 * MOST_PER_MINUTE })
    expect(answers.filter(({ granted }) => granted)).toHaveLength(MOST_PER_MINUTE - 1)
    expect(person.records.length - written).toBe(MOST_PER_MINUTE - 1)
    expect(person.inbox.state()).toMatchObject({ items: [], recent: [{ leaving: 'flood' }, {}] })
  })

  it('is told of folders by one answer, which is one record, however often it asks', async () => {
    const { person, told } = open()
    const answered = told({ method: 'roots/list', params: {}, times: 50 })
    const item = await person.nextItem()
    await expect.poll(() => person.inbox.item(item.id).repeats).toBe(49)
    person.rootLists.add(FAULTY, '/srv/a')
    person.inbox.answer(item.id, { kind: 'roots', isShared: true })
    await answered
    expect(person.records).toMatchObject([{ params: { by: 'person', times: 50 } }])
    await told({ method: 'roots/list', params: {}, times: 2 })
    expect(person.records.at(-1)?.params).toMatchObject({ by: 'list' })
  })

  it('is told of its folders no more than so often a minute', async () => {
    const { person, told } = open()
    person.rootLists.add(FAULTY, '/srv/a')
    const answers = await told({ method: 'roots/list', params: {}, times: 3 * MOST_PER_MINUTE })
    const isTold = ({ roots }: JsonObject): boolean => Array.isArray(roots) && roots.length === 1
    expect(answers.filter(isTold)).toHaveLength(MOST_PER_MINUTE)
    expect(person.records).toHaveLength(MOST_PER_MINUTE)
  })

  it('leaves little behind by asking and taking it back', async () => {
    const { person, told } = open('askandcancel')
    await told({ ...READ, times: MOST_PER_MINUTE + 20 })
    expect(person.records).toHaveLength(MOST_PER_MINUTE)
    expect(person.inbox.state().recent[0]).toMatchObject({ leaving: 'flood', count: 20 })
  })
})
