import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import type { InboxSummary } from '../../../shared/question/inbox'
import { emptyInbox, withInbox } from './inbox'

const item = (id: number): InboxSummary => ({
  id,
  serverId: ServerId.parse('demo'),
  kind: 'consent',
  title: 'read_file',
  risk: { level: 'low', reasons: [] },
  receivedAt: 0,
  expiresAt: 1,
  repeats: 0,
  during: []
})
const waiting = (...ids: number[]) => ({ items: ids.map(item), recent: [], paused: [] })

it('brings the sheet back for something new, and for nothing else', () => {
  const first = withInbox(emptyInbox(), waiting(1))
  expect(first).toMatchObject({ isOpen: true, selectedId: 1 })
  const closed = { ...first, isOpen: false }
  expect(withInbox(closed, waiting(1)).isOpen).toBe(false)
  expect(withInbox(closed, waiting(1, 2))).toMatchObject({ isOpen: true, selectedId: 2 })
})

it('goes on to the next when what is shown is gone, and goes away with the last', () => {
  const two = { ...withInbox(emptyInbox(), waiting(1, 2)), selectedId: 2 }
  const one = withInbox(two, waiting(1))
  expect(one).toMatchObject({ isOpen: true, selectedId: 1 })
  expect(withInbox(one, waiting())).toMatchObject({ isOpen: false, selectedId: undefined })
})
