import { afterEach, expect, it, vi } from 'vitest'
import { openTables } from './rows/tables'
import { callViewsOf } from './store-answers'
import { TrafficStore } from './traffic-store'

afterEach(() => vi.restoreAllMocks())

function filtered() {
  const database = openTables(':memory:', () => {})
  const store = new TrafficStore(database)
  const facts = { version: 1, serverId: 'files', tool: 'read', startedAt: 1, arguments: {} }
  const row = (callId: string) =>
    JSON.stringify({ ...facts, callId, ending: 'ok', isPinned: false })
  const rest = JSON.stringify({ outcome: { kind: 'result', result: { text: 'wanted' } } })
  const calls = ['call-1', 'call-2', 'call-3'].map((id, startedAt) => {
    return { id, scope: 's', startedAt, row: row(id), rest, isPinned: id === 'call-1' }
  })
  store.keepCalls(undefined, calls, { perScope: 50, bytes: 1e9 })
  const views = callViewsOf(() => store)
  const { viewId } = views.open({ scope: 's', filter: 'wanted' })
  views.rows(viewId, { from: 0, count: 2 })
  return { database, views }
}

it('looks through the calls once for each growth of a filtered list', () => {
  const { database, views } = filtered()
  const prepared = vi.spyOn(database, 'prepare')
  const [growth] = views.growths()
  const scans = prepared.mock.calls.filter(([sql]) => sql.includes('JOIN raw'))
  expect(growth).toMatchObject({
    count: { matched: 3, pinned: 1, total: 3 },
    end: { from: 0, rows: [/call-1/, /call-3/].map((id) => expect.stringMatching(id) as string) }
  })
  expect(scans.length).toBe(1)
})
