import { describe, expect, it } from 'vitest'
import { fakeClock } from '../core/time/fake-clock'
import { ServerId } from '../shared/protocol/ids'
import type { InboxSummary } from '../shared/question/inbox'
import type { SheetKind } from '../shared/question/records'
import { InboxNotices, plainName } from './inbox-notices'

function item(id: number, kind: SheetKind = 'form', server = 'demo'): InboxSummary {
  return {
    id,
    kind,
    serverId: ServerId.parse(server),
    title: '<b>Your system is infected</b>',
    risk: { level: 'low', reasons: [] },
    receivedAt: 0,
    expiresAt: 1,
    repeats: 0,
    during: []
  }
}

/** What stands for the system: it keeps what it is told. */
function start(isInFront = false) {
  const clock = fakeClock()
  const rung: string[] = []
  const counts: number[] = []
  const came: number[] = []
  const state = { isInFront, shown: 0, click: (): void => {} }
  const notices = new InboxNotices({
    clock,
    nameOf: (serverId) => serverId,
    onComing: (id) => void came.push(id),
    bell: {
      isInFront: () => state.isInFront,
      ring: (text, onClick) => {
        rung.push(text)
        state.shown++
        state.click = onClick
        return () => void state.shown--
      },
      count: (waiting) => void counts.push(waiting)
    }
  })
  const see = (...items: InboxSummary[]): void => notices.see({ items, recent: [], paused: [] })
  return { clock, rung, counts, came, state, notices, see }
}

describe('the notices of the inbox', () => {
  it('call once for all that comes at once, and name nothing but the server and the kind', () => {
    const { clock, rung, see } = start()
    see(item(1))
    for (let round = 0; round < 10_000; round++) see(item(1), item(2), item(3))
    clock.pass(1_000)
    expect(rung).toEqual(['demo asks you for values, and 2 more wait.'])
  })

  it('do not call somebody who is here, and count all the same', () => {
    const { clock, rung, counts, see } = start(true)
    see(item(1))
    see(item(1))
    see()
    clock.pass(1_000)
    expect([rung, counts]).toEqual([[], [1, 0]])
  })

  it('do not call again and again, and call once more after a while', () => {
    const { clock, rung, see } = start()
    see(item(1))
    clock.pass(1_000)
    see(item(1), item(2, 'sampling'))
    clock.pass(10_000)
    see(item(1), item(2, 'sampling'), item(3))
    clock.pass(10_000)
    expect(rung).toHaveLength(1)
    clock.pass(60_000)
    expect(rung.at(-1)).toBe('demo asks for a model’s answer, and 1 more waits.')
    clock.pass(600_000)
    expect(rung).toHaveLength(2)
  })

  it('do not call each time for a server that asks and takes it back', () => {
    const { clock, rung, see } = start()
    for (let id = 1; id <= 100; id++) {
      see(item(id))
      clock.pass(400)
      see()
    }
    expect(rung).toHaveLength(1)
  })

  it('call at once for what comes after the person was here', () => {
    const { clock, rung, notices, see } = start()
    see(item(1))
    clock.pass(1_000)
    notices.come()
    see(item(1), item(2))
    clock.pass(1_000)
    expect(rung).toHaveLength(2)
  })

  it('bring whoever clicks to what was asked, and go away then', () => {
    const { clock, came, state, see } = start()
    see(item(7, 'url'))
    clock.pass(1_000)
    expect(state.shown).toBe(1)
    state.click()
    expect([came, state.shown]).toEqual([[7], 0])
  })

  it('go away when nothing waits any more, or the person is here', () => {
    const { clock, rung, state, notices, see } = start()
    see(item(1))
    clock.pass(1_000)
    see()
    expect(state.shown).toBe(0)
    see(item(2))
    see()
    clock.pass(1_000)
    expect(rung).toHaveLength(1)
    see(item(3))
    clock.pass(60_000)
    expect([rung.length, state.shown]).toEqual([2, 1])
    notices.come()
    expect([state.shown, clock.timers.size]).toEqual([0, 0])
  })
})

it.each([
  ['files', 'files'],
  ['<b>System</b> & more', 'bSystem/b more'],
  ['in\u202Evisi\u200Bble\u0000\u{E0041}', 'invisible'],
  ['two\n\n\nlines', 'two lines'],
  ['\u3164\u2800 ', 'A server'],
  ['x'.repeat(100), `${'x'.repeat(40)}…`]
])('a name is plain: %j', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})
