import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { AuditEnd, AuditEntry } from '../audit/auditing'
import { fakeClock } from '../time/fake-clock'
import { AnswerGuard } from '../question/answer-guard'
import { Inbox, WAIT_MS } from './inbox'
import { ScopeQuestions } from './scope-questions'

const A = ServerId.parse('a')
const WANTED = { action: 'write', newScopes: ['w'], allScopes: ['r', 'w'], reason: 'Needs w.' }

function start() {
  const clock = fakeClock()
  const notes: (AuditEntry & AuditEnd)[] = []
  const inbox = new Inbox({ clock, onChange: () => undefined })
  const audit = {
    intend: async () => () => undefined,
    note: (note: AuditEntry) => notes.push(note)
  }
  const questions = new ScopeQuestions({ inbox, audit, running: () => ['write'] })
  return { clock, inbox, notes, questions, guard: new AnswerGuard(inbox, clock) }
}

describe('a question for more scopes', () => {
  it('names the tool and the scopes, and takes a yes only from somebody who could read it', async () => {
    const { clock, inbox, notes, questions, guard } = start()
    const done = questions.ask(A, WANTED, new AbortController().signal)
    const [item] = inbox.state().items
    expect(item).toMatchObject({
      kind: 'scopes',
      title: 'More access for write: w',
      during: ['write']
    })
    const { id = 0 } = item ?? {}
    guard.show(id)
    const yes = { kind: 'scopes', isAllowed: true } as const
    expect(() => guard.answer(id, yes)).toThrow(/before anybody could have read/)
    clock.pass(600)
    guard.answer(id, yes)
    expect(await done).toBe(true)
    expect(notes).toMatchObject([
      {
        method: 'patchbay/scopes',
        params: { tool: 'write', newScopes: ['w'], allScopes: ['r', 'w'], by: 'person' },
        result: { isAllowed: true }
      }
    ])
  })

  it('is a no when nobody answers, and when the session ends', async () => {
    const { clock, notes, questions } = start()
    const late = questions.ask(A, WANTED, new AbortController().signal)
    clock.pass(WAIT_MS)
    expect(await late).toBe(false)
    const left = questions.ask(A, WANTED, new AbortController().signal)
    questions.giveUp(A)
    expect(await left).toBe(false)
    expect(notes.map(({ params }) => (params as { by: string }).by)).toEqual(['expired', 'closed'])
  })

  it('is withdrawn when the call that needs it is cancelled', async () => {
    const { inbox, notes, questions } = start()
    const call = new AbortController()
    const asked = questions.ask(A, WANTED, call.signal)
    call.abort('cancelled')
    expect([await asked, inbox.state().items]).toEqual([false, []])
    expect(notes).toMatchObject([{ params: { by: 'cancelled' } }])
  })

  it('asks nobody about more scopes than can be read', async () => {
    const { inbox, questions } = start()
    const { signal } = new AbortController()
    const allScopes = Array.from({ length: 500 }, (_, index) => `s${index}`)
    expect(await questions.ask(A, { action: 'x', newScopes: allScopes, allScopes }, signal)).toBe(
      false
    )
    const cut = { action: 'x', newScopes: ['a'], allScopes: ['a'], isCut: true }
    expect(await questions.ask(A, cut, signal)).toBe(false)
    expect(inbox.state().items).toEqual([])
  })
})
