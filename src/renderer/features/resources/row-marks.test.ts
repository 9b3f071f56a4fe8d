import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import { NOTHING_READ, readingsKey } from '../../stores/calls/readings'
import { resourceId, templateId } from './resource-tree'
import { marksOf } from './row-marks'

const server = ServerId.parse('user:demo')
const subscription = { uri: 'a://b', since: 1, updates: 3, lastUpdate: 9 }

it('marks what is new and what has changed, each in its own list', () => {
  const marks = marksOf(
    server,
    [
      { kind: 'resources', key: 'a://b', change: 'new' },
      { kind: 'resourceTemplates', key: 'a://{b}', change: 'changed' },
      { kind: 'tools', key: 'a://b', change: 'gone' }
    ],
    [subscription],
    {}
  )
  expect([...marks]).toEqual([
    [resourceId('a://b'), { change: 'new', isSubscribed: true, unread: 3 }],
    [templateId('a://{b}'), { change: 'changed' }]
  ])
})

it('counts only the updates since it was last read', () => {
  const read = { [readingsKey(server, 'a://b')]: { ...NOTHING_READ, updatesRead: 2 } }
  const unreadOf = (updates: number): number | undefined =>
    marksOf(server, [], [{ ...subscription, updates }], read).get(resourceId('a://b'))?.unread
  expect([unreadOf(2), unreadOf(3)]).toEqual([0, 1])
  expect(unreadOf(1)).toBe(1)
})

it('does not take a subscription that was refused for one', () => {
  const refused = { ...subscription, failure: 'No.' }
  expect(marksOf(server, [], [refused], {}).size).toBe(0)
})
