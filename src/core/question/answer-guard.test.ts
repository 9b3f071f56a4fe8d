import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { Risk } from '../../shared/question/inbox'
import type { SheetAnswer } from '../../shared/question/records'
import { fakeClock } from '../time/fake-clock'
import { AnswerGuard } from './answer-guard'
import { Inbox } from '../consent/inbox'

const YES: SheetAnswer = { kind: 'consent', isGranted: true }
const NO: SheetAnswer = { kind: 'consent', isGranted: false }

function start(level: Risk['level']) {
  const clock = fakeClock()
  const inbox = new Inbox({ clock, onChange: () => undefined })
  const guard = new AnswerGuard(inbox, clock)
  const ended = inbox.ask({
    serverId: ServerId.parse('a'),
    ask: { kind: 'consent', action: 'file_write', details: {} },
    risk: { level, reasons: [] },
    signal: new AbortController().signal
  })
  const id = inbox.state().items[0]?.id ?? 0
  return { clock, inbox, guard, ended, id }
}

describe('the guard of answers', () => {
  it('refuses a yes to a question that nobody was shown', () => {
    const { clock, inbox, guard, id } = start('low')
    clock.pass(10_000)
    expect(() => guard.answer(id, YES)).toThrow('before anybody could have read')
    expect(inbox.state().items).toHaveLength(1)
  })

  it('refuses a yes in the first half second, and takes it then', async () => {
    const { clock, guard, ended, id } = start('low')
    guard.show(id)
    clock.pass(499)
    expect(() => guard.answer(id, YES)).toThrow('before anybody could have read')
    clock.pass(1)
    guard.answer(id, YES)
    expect(await ended).toMatchObject({ leaving: 'answered', answer: YES })
  })

  it('refuses a yes of high risk until the end of the question was seen', async () => {
    const { clock, guard, ended, id } = start('high')
    guard.show(id)
    clock.pass(10_000)
    expect(() => guard.answer(id, YES)).toThrow('to its end')
    guard.seeEnd(id)
    guard.answer(id, YES)
    expect(await ended).toMatchObject({ answer: YES })
  })

  it('takes a no at any time', async () => {
    const { guard, ended, id } = start('high')
    guard.answer(id, NO)
    expect(await ended).toMatchObject({ answer: NO })
  })
})
