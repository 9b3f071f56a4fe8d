import { describe, expect, it } from 'vitest'
import { SHORTEST_LOOK_MS, TOO_SOON } from '../../shared/question/inbox'
import type { TrustSubject } from '../../shared/question/prompt'
import type { WindowAnswer, WindowAsk } from '../../shared/question/records'
import { fakeClock } from '../time/fake-clock'
import { WindowQuestions } from './window-questions'

function subject(hash: string): TrustSubject {
  return {
    hash,
    name: hash,
    scope: 'project',
    source: '/srv/.mcp.json',
    lines: [],
    flows: [],
    warnings: [],
    isChanged: false,
    isFileUnseen: false,
    wasRefused: false
  }
}

function trustOf(...hashes: string[]): WindowAsk {
  return { kind: 'trust', subjects: hashes.map(subject) }
}

function valueOf(id: string): WindowAsk {
  const field = { id, label: id, isSecret: true, askedBy: 'files', canRemember: true }
  return { kind: 'values', title: id, fields: [field], explanation: 'Nowhere.' }
}

/** A queue before a person who sees `shown` and has not decided yet. */
function queueOnStage() {
  const shown: { prompt: WindowAsk; goAway: () => void; isTakenAway: boolean }[] = []
  const clock = fakeClock()
  const queue = new WindowQuestions((prompt, goAway) => {
    const entry = { prompt, goAway, isTakenAway: false }
    shown.push(entry)
    return () => (entry.isTakenAway = true)
  }, clock)
  /** Answers as a page does that has shown the question long enough. */
  const answer = (given: WindowAnswer): void => {
    queue.describe()
    clock.pass(SHORTEST_LOOK_MS)
    queue.answer(given)
  }
  return { queue, shown, clock, answer }
}

const dismissed: WindowAnswer = { kind: 'dismissed' }

function trusting(...hashes: string[]): WindowAnswer {
  return { kind: 'trust', decisions: Object.fromEntries(hashes.map((hash) => [hash, 'trust'])) }
}

describe('the questions in main’s own window', () => {
  it('takes one away when whoever asks no longer wants to know', async () => {
    const { queue, shown } = queueOnStage()
    const abort = new AbortController()
    const asked = queue.ask(valueOf('a'), abort.signal)
    abort.abort()
    expect([await asked, shown[0]?.isTakenAway]).toEqual([dismissed, true])
    expect(await queue.ask(valueOf('b'), abort.signal)).toEqual(dismissed)
    expect(shown).toHaveLength(1)
  })

  it('shows one at a time, in the order in which they were asked', async () => {
    const { queue, shown, answer } = queueOnStage()
    const first = queue.ask(trustOf('a'))
    const second = queue.ask(valueOf('token'))
    expect(shown.map(({ prompt }) => prompt)).toEqual([trustOf('a')])

    answer(trusting('a'))
    expect(await first).toEqual(trusting('a'))
    expect(shown.map(({ prompt }) => prompt)).toEqual([trustOf('a'), valueOf('token')])
    expect(shown.map(({ isTakenAway }) => isTakenAway)).toEqual([true, false])

    const values = { token: { value: 'hush', isRemembered: true } }
    answer({ kind: 'values', values })
    expect(await second).toEqual({ kind: 'values', values })
  })

  it('takes a window that goes away as a dismissal, and goes on to the next', async () => {
    const { queue, shown, answer } = queueOnStage()
    const first = queue.ask(trustOf('a'))
    const second = queue.ask(trustOf('b'))
    shown[0]?.goAway()
    shown[0]?.goAway()
    expect(await first).toEqual(dismissed)
    expect(queue.describe()).toEqual(trustOf('b'))
    answer(trusting('b'))
    expect(await second).toEqual(trusting('b'))
  })

  it('does not let a window that was answered dismiss the one after it', async () => {
    const { queue, shown, answer } = queueOnStage()
    void queue.ask(trustOf('a'))
    const second = queue.ask(trustOf('b'))
    answer(trusting('a'))
    shown[0]?.goAway()
    answer(trusting('b'))
    expect(await second).toEqual(trusting('b'))
  })

  it('asks about the same definitions once, and tells everyone who asked', async () => {
    const { queue, shown, answer } = queueOnStage()
    const first = queue.ask(trustOf('a', 'b'))
    const again = queue.ask(trustOf('b'))
    const more = queue.ask(trustOf('a', 'c'))
    answer({ kind: 'trust', decisions: { a: 'refuse', b: 'trust' } })
    expect(await again).toEqual({ kind: 'trust', decisions: { b: 'trust' } })
    expect(shown.map(({ prompt }) => prompt)).toEqual([trustOf('a', 'b'), trustOf('c')])
    answer(dismissed)
    expect(await more).toEqual({ kind: 'trust', decisions: { a: 'refuse' } })
    expect(await first).toEqual({ kind: 'trust', decisions: { a: 'refuse', b: 'trust' } })
  })

  it('gives one answer to everyone who asks the same', async () => {
    const { queue, shown, answer } = queueOnStage()
    const asked = [queue.ask(valueOf('token')), queue.ask(valueOf('token'))]
    const values = { token: { value: 'hush', isRemembered: true } }
    answer({ kind: 'values', values })
    expect(await Promise.all(asked)).toEqual([
      { kind: 'values', values },
      { kind: 'values', values }
    ])
    expect(shown).toHaveLength(1)
  })

  it('asks again about what was dismissed', async () => {
    const { queue, shown, answer } = queueOnStage()
    const first = queue.ask(trustOf('a'))
    answer(dismissed)
    expect(await first).toEqual(dismissed)
    void queue.ask(trustOf('a'))
    expect(shown).toHaveLength(2)
  })

  it('dismisses what comes when twenty are waiting', async () => {
    const { queue } = queueOnStage()
    for (let index = 0; index < 21; index++) void queue.ask(valueOf(`value ${index}`))
    expect(await queue.ask(valueOf('one too many'))).toEqual(dismissed)
    expect(await queue.ask(trustOf('one too many'))).toEqual(dismissed)
  })

  it('dismisses everything when it ends, and asks nothing after that', async () => {
    const { queue, shown } = queueOnStage()
    const asked = [queue.ask(trustOf('a')), queue.ask(trustOf('b')), queue.ask(valueOf('c'))]
    queue.end()
    expect(await Promise.all(asked)).toEqual([dismissed, dismissed, dismissed])
    expect(await queue.ask(trustOf('d'))).toEqual(dismissed)
    expect(shown.map(({ isTakenAway }) => isTakenAway)).toEqual([true])
  })

  it('fails the question whose window cannot be made, and goes on to the next', async () => {
    const shown: WindowAsk[] = []
    const queue = new WindowQuestions((prompt) => {
      shown.push(prompt)
      if (shown.length === 1) throw new Error('no window')
      return () => {}
    }, fakeClock())
    await expect(queue.ask(trustOf('a'))).rejects.toThrow('no window')
    void queue.ask(trustOf('b'))
    expect(queue.describe()).toEqual(trustOf('b'))
  })

  it('takes away at once what went while it was being shown', async () => {
    let taken = 0
    const queue = new WindowQuestions((_prompt, onGone) => {
      onGone()
      return () => void taken++
    }, fakeClock())
    expect(await queue.ask(trustOf('a'))).toEqual(dismissed)
    expect(taken).toBe(1)
    expect(() => queue.describe()).toThrow('Nothing is being asked now.')
  })

  it('keeps asking when the answer is to another question', async () => {
    const { queue, answer } = queueOnStage()
    const asked = queue.ask(trustOf('a'))
    expect(() => answer({ kind: 'values', values: {} })).toThrow('The answer is about values')
    answer(trusting('a'))
    expect(await asked).toEqual(trusting('a'))
  })

  it('leaves a person in peace who is asked the same again and again', async () => {
    const clock = fakeClock()
    let shown = 0
    const queue = new WindowQuestions((_prompt, onGone) => {
      shown += 1
      queueMicrotask(onGone)
      return () => {}
    }, clock)
    for (let time = 0; time < 20; time += 1) {
      expect((await queue.ask(trustOf('a'))).kind).toBe('dismissed')
    }
    expect(shown).toBe(5)
    clock.pass(31_000)
    await queue.ask(trustOf('a'))
    expect(shown).toBe(6)
  })

  it('takes no answer that is for the sheet', () => {
    const { queue, clock } = queueOnStage()
    void queue.ask(trustOf('a'))
    queue.describe()
    clock.pass(SHORTEST_LOOK_MS)
    const stranger = { kind: 'roots', isShared: true } as unknown as WindowAnswer
    expect(() => queue.answer(stranger)).toThrow('The answer is about roots')
    expect(queue.describe()).toEqual(trustOf('a'))
  })

  it('has nothing to ask about no servers', async () => {
    const { queue, shown } = queueOnStage()
    expect(await queue.ask(trustOf())).toEqual({ kind: 'trust', decisions: {} })
    expect(shown).toEqual([])
  })

  describe('with an answer that comes sooner than half a second', () => {
    const line = { label: 'address', text: 'https://model.example' }
    const confirm: WindowAsk = {
      kind: 'confirm',
      subject: { title: 'A', intro: 'B', warnings: [], lines: [line], accept: 'Yes', hint: '' }
    }
    const model: WindowAsk = {
      kind: 'model',
      subject: { baseUrl: line.text, model: 'm', keyName: '', address: line.text, leaves: true }
    }
    const yeses: readonly [WindowAsk, WindowAnswer][] = [
      [trustOf('a'), trusting('a')],
      [
        valueOf('token'),
        { kind: 'values', values: { token: { value: 'x', isRemembered: false } } }
      ],
      [model, { kind: 'model' }],
      [confirm, { kind: 'confirm' }]
    ]

    it.each(yeses)('does not take a yes, and takes it later', async (prompt, yes) => {
      const { queue, clock } = queueOnStage()
      const asked = queue.ask(prompt)
      queue.describe()
      clock.pass(SHORTEST_LOOK_MS - 1)
      expect(() => queue.answer(yes)).toThrow(TOO_SOON)
      clock.pass(1)
      queue.answer(yes)
      expect(await asked).toEqual(yes)
    })

    it('does not take a yes to what no page has asked for yet', () => {
      const { queue, clock } = queueOnStage()
      void queue.ask(trustOf('a'))
      clock.pass(10_000)
      expect(() => queue.answer(trusting('a'))).toThrow(TOO_SOON)
    })

    it('takes a yes of high risk only when the end of the question was seen', async () => {
      const { queue, clock } = queueOnStage()
      const changed = { ...subject('a'), isChanged: true }
      const asked = queue.ask({ kind: 'trust', subjects: [changed] })
      queue.describe()
      clock.pass(10_000)
      expect(() => queue.answer(trusting('a'))).toThrow('to its end')
      queue.seeEnd()
      queue.answer(trusting('a'))
      expect(await asked).toEqual(trusting('a'))
    })

    it('begins anew with the next question', async () => {
      const { queue, answer } = queueOnStage()
      void queue.ask(trustOf('a'))
      void queue.ask(trustOf('b'))
      answer(trusting('a'))
      queue.describe()
      expect(() => queue.answer(trusting('b'))).toThrow(TOO_SOON)
    })

    it('does not begin anew when the page asks again', async () => {
      const { queue, clock } = queueOnStage()
      const asked = queue.ask(trustOf('a'))
      queue.describe()
      clock.pass(SHORTEST_LOOK_MS)
      queue.describe()
      queue.answer(trusting('a'))
      expect(await asked).toEqual(trusting('a'))
    })

    it('takes a refusal and a dismissal', async () => {
      const { queue } = queueOnStage()
      const refused = queue.ask(trustOf('a', 'b'))
      const left = queue.ask(valueOf('token'))
      const no: WindowAnswer = { kind: 'trust', decisions: { a: 'refuse', b: 'later' } }
      queue.answer(no)
      queue.answer(dismissed)
      expect(await Promise.all([refused, left])).toEqual([no, dismissed])
    })
  })
})
