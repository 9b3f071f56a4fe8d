import { describe, expect, it } from 'vitest'
import { EMPTY_CATALOGUE } from '../../shared/calls/catalogue'
import { ServerId } from '../../shared/protocol/ids'
import type { SessionReport } from '../../shared/ipc/ipc-contract'
import { IDLE } from '../../shared/servers/session-state'
import { SessionFeed } from './session-feed'

const serverId = ServerId.parse('files')
const report: SessionReport = {
  serverId,
  state: IDLE,
  catalogue: EMPTY_CATALOGUE,
  subscriptions: [],
  changes: []
}

function feed() {
  const told: [string, object][] = []
  const made = new SessionFeed(
    (session) => told.push(['session', session]),
    (update) => told.push(['catalogue', update])
  )
  return { made, news: () => told.splice(0) }
}

describe('SessionFeed', () => {
  it('tells a list once, and again only when it is another one', () => {
    const { made, news } = feed()
    const tools = Array.from({ length: 2_000 }, (_, n) => ({ name: `t${n}` }))
    const catalogue = { ...EMPTY_CATALOGUE, isLoading: true, tools }
    made.tell({ ...report, catalogue })
    expect(news().map(([what]) => what)).toEqual(['catalogue', 'session'])
    const prompts = [{ name: 'greet' }]
    made.tell({ ...report, catalogue: { ...catalogue, isLoading: false, prompts } })
    expect(news()).toEqual([
      ['catalogue', { serverId, isLoading: false, findings: [], failures: {}, prompts }]
    ])
  })

  it('tells nothing twice', () => {
    const { made, news } = feed()
    made.tell(report)
    news()
    made.tell({ ...report, subscriptions: [] })
    expect(news()).toEqual([])
    made.tell({ ...report, logLevel: 'debug' })
    expect(news()).toEqual([
      [
        'session',
        { serverId, state: IDLE, logLevel: 'debug', subscriptions: [], changes: report.changes }
      ]
    ])
  })

  it('tells a server anew that was gone, and none other', () => {
    const { made, news } = feed()
    const other = { ...report, serverId: ServerId.parse('other') }
    made.tell(report)
    made.tell(other)
    news()
    made.keepOnly([other.serverId])
    made.tell(report)
    made.tell(other)
    expect(news()).toMatchObject([
      ['catalogue', { serverId }],
      ['session', { serverId }]
    ])
  })
})
