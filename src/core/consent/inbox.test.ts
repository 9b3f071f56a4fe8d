import { describe, expect, it } from 'vitest'
import fc from '../../shared/json/properties-testing'
import { ServerId } from '../../shared/protocol/ids'
import type { InboxState } from '../../shared/question/inbox'
import type { SheetAsk } from '../../shared/question/records'
import { fakeClock } from '../time/fake-clock'
import { MOST_REPEATS, type Ended } from '../question/question-queue'
import { Inbox, MOST_IN_ALL, MOST_PER_SERVER, WAIT_MS } from './inbox'

const NO_RISK = { level: 'low', reasons: [] } as const
const GRANTED = { kind: 'consent', isGranted: true } as const
const server = (name: string): ServerId => ServerId.parse(name)
const A = server('a')

function consent(action: string): SheetAsk {
  return { kind: 'consent', action, details: { path: '/tmp' } }
}

function start() {
  const clock = fakeClock()
  const states: InboxState[] = []
  const refused: string[] = []
  const inbox = new Inbox({
    clock,
    onChange: (state) => states.push(state),
    onRefused: (_question, leaving) => refused.push(leaving)
  })
  const ask = (action: string, serverId = A, stop = new AbortController()) => {
    const ends: Ended[] = []
    const done = inbox.ask({ serverId, ask: consent(action), risk: NO_RISK, signal: stop.signal })
    void done.then((ended) => ends.push(ended))
    return { stop, done, ends }
  }
  return { clock, inbox, states, refused, ask }
}

describe('the inbox', () => {
  it('asks the person, and gives the answer to whoever asked', async () => {
    const { inbox, ask } = start()
    const { done } = ask('file_write')
    const [item] = inbox.state().items
    expect(item).toMatchObject({ kind: 'consent', title: 'file_write · /tmp', repeats: 0 })
    inbox.answer(item?.id ?? 0, GRANTED)
    expect(await done).toMatchObject({ leaving: 'answered', answer: GRANTED })
    expect(inbox.state()).toMatchObject({ items: [], recent: [{ word: 'allowed', count: 1 }] })
  })

  it('lets nobody take back what a server asks', () => {
    const { inbox, ask } = start()
    ask('file_write')
    expect(() => inbox.withdraw(inbox.state().items[0]?.id ?? 0)).toThrow('Only a call of your own')
    expect(inbox.state().items).toHaveLength(1)
  })

  it('asks once for what is asked again, and everybody gets the answer', async () => {
    const { inbox, ask } = start()
    const asked = [ask('same'), ask('same'), ask('same')]
    const { items } = inbox.state()
    expect(items).toMatchObject([{ repeats: 2 }])
    inbox.answer(items[0]?.id ?? 0, GRANTED)
    const answers = await Promise.all(asked.map(({ done }) => done))
    expect(new Set(answers.map(({ leaving }) => leaving))).toEqual(new Set(['answered']))
  })

  it('asks for each call by itself, also when two are alike', () => {
    const { inbox } = start()
    const call: SheetAsk = { kind: 'approval', tool: 'delete', arguments: {}, why: 'It deletes.' }
    const question = { serverId: A, ask: call, risk: NO_RISK, signal: new AbortController().signal }
    void inbox.ask(question)
    void inbox.ask(question)
    expect(inbox.state().items).toHaveLength(2)
  })

  it('goes on asking while one of several still wants to know', async () => {
    const { inbox, ask } = start()
    const [first, second] = [ask('same'), ask('same')]
    first.stop.abort('cancelled')
    expect(await first.done).toEqual({ leaving: 'cancelled', times: 0 })
    expect(inbox.state().items).toHaveLength(1)
    second.stop.abort('closed')
    expect(await second.done).toMatchObject({ leaving: 'closed' })
    expect(inbox.state()).toMatchObject({ items: [], recent: [{ leaving: 'closed' }] })
  })

  it('keeps apart what is asked for something else, and what another server asks later', () => {
    const { inbox } = start()
    const question = { ask: consent('same'), risk: NO_RISK, signal: new AbortController().signal }
    void inbox.ask({ ...question, serverId: A, scope: 'one' })
    void inbox.ask({ ...question, serverId: A, scope: 'another' })
    void inbox.ask({ ...question, serverId: server('b'), scope: 'one' })
    const asked = inbox.state().items.map(({ serverId, repeats }) => [serverId, repeats])
    expect(asked).toEqual([
      ['a', 0],
      ['a', 0],
      ['b', 0]
    ])
  })

  it('counts those who still want to know', () => {
    const { inbox, ask } = start()
    const [first] = [ask('same'), ask('same'), ask('same')]
    first.stop.abort('cancelled')
    expect(inbox.state().items).toMatchObject([{ repeats: 1 }])
  })

  it('holds few of many questions, and counts the rest', async () => {
    const { inbox, ask, refused } = start()
    for (let index = 0; index < 10_000; index++) ask(`action ${index}`)
    const { items, recent } = inbox.state()
    expect(items).toHaveLength(MOST_PER_SERVER)
    expect(recent).toMatchObject([{ leaving: 'flood', count: 10_000 - MOST_PER_SERVER }])
    expect(refused).toHaveLength(10_000 - MOST_PER_SERVER)
  })

  it('holds few of many repetitions', () => {
    const { inbox, ask, refused } = start()
    for (let index = 0; index < 10_000; index++) ask('same')
    expect(inbox.state().items).toMatchObject([{ repeats: MOST_REPEATS - 1 }])
    expect(refused).toHaveLength(10_000 - MOST_REPEATS)
  })

  it('holds few in all, however many servers ask', () => {
    const { inbox, ask } = start()
    for (let index = 0; index < 100; index++) ask('action', server(`server ${index}`))
    expect(inbox.state().items).toHaveLength(MOST_IN_ALL)
  })

  it('lets go of what nobody has decided in time', async () => {
    const { clock, inbox, ask } = start()
    const { done } = ask('late')
    clock.pass(WAIT_MS)
    expect(await done).toEqual({ leaving: 'expired', waitedMs: WAIT_MS })
    expect([inbox.state().items, clock.timers.size]).toEqual([[], 0])
  })

  it('denies everything of one server, and nothing of another', async () => {
    const { inbox, ask } = start()
    const own = [ask('one'), ask('two')]
    ask('other', server('b'))
    inbox.denyAll(A)
    expect(await Promise.all(own.map(({ done }) => done))).toMatchObject([
      { leaving: 'denied' },
      { leaving: 'denied' }
    ])
    expect(inbox.state().items).toMatchObject([{ serverId: 'b' }])
  })

  it('denies at once what a paused server asks, until it goes on', async () => {
    const { inbox, ask } = start()
    inbox.pause(A, true)
    expect(await ask('now').done).toEqual({ leaving: 'paused' })
    expect(inbox.state().paused).toEqual([A])
    inbox.pause(A, false)
    ask('later')
    expect(inbox.state().items).toHaveLength(1)
  })

  it('keeps what is asked when an answer does not fit', () => {
    const { inbox } = start()
    const schema = { type: 'object', properties: { name: {} }, required: ['name'] }
    const form: SheetAsk = { kind: 'form', message: 'Who?', schema, secretFields: [] }
    const { signal } = new AbortController()
    void inbox.ask({ serverId: A, ask: form, risk: NO_RISK, signal })
    const id = inbox.state().items[0]?.id ?? 0
    const answer = { kind: 'form', action: 'accept', content: {} } as const
    expect(() => inbox.answer(id, answer)).toThrow(
      'The server asked for something else. It is required.'
    )
    expect(() => inbox.answer(id, GRANTED)).toThrow('not an answer to what was asked')
    expect(() => inbox.answer(99, answer)).toThrow('This is no longer asked.')
    expect(inbox.state().items).toHaveLength(1)
  })

  it('ends every question exactly once, whatever happens in whatever order', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('ask' as const),
        server: fc.nat(5),
        action: fc.nat(4)
      }),
      fc.record({ kind: fc.constant('answer' as const), which: fc.nat(25) }),
      fc.record({ kind: fc.constant('abort' as const), which: fc.nat(60) }),
      fc.record({ kind: fc.constant('deny' as const), server: fc.nat(5) }),
      fc.record({ kind: fc.constant('pause' as const), server: fc.nat(5), isPaused: fc.boolean() }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(WAIT_MS) })
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const { clock, inbox, ask } = start()
        const asked: ReturnType<typeof ask>[] = []
        for (const one of steps) {
          if (one.kind === 'ask') asked.push(ask(`${one.action}`, server(`s${one.server}`)))
          else if (one.kind === 'abort') asked[one.which]?.stop.abort('cancelled')
          else if (one.kind === 'deny') inbox.denyAll(server(`s${one.server}`))
          else if (one.kind === 'pause') inbox.pause(server(`s${one.server}`), one.isPaused)
          else if (one.kind === 'wait') clock.pass(one.ms)
          else {
            const item = inbox.state().items[one.which]
            if (item) inbox.answer(item.id, GRANTED)
          }
          const { items } = inbox.state()
          expect(items.length).toBeLessThanOrEqual(MOST_IN_ALL)
          const own = Map.groupBy(items, ({ serverId }) => serverId)
          for (const few of own.values()) expect(few.length).toBeLessThanOrEqual(MOST_PER_SERVER)
        }
        clock.pass(WAIT_MS)
        await Promise.all(asked.map(({ done }) => done))
        expect(asked.map(({ ends }) => ends.length)).toEqual(asked.map(() => 1))
        expect([inbox.state().items, clock.timers.size]).toEqual([[], 0])
      })
    )
  })
})
