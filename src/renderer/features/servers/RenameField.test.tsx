// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { CallId, ServerId } from '../../../shared/ids'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { updateCalls, useCalls } from '../../stores/calls'
import { emptySession, useSessions } from '../../stores/sessions'
import { drawn } from '../../ui/testing'
import { RenameField } from './RenameField'

const id = ServerId.parse('user:a')
const OPEN: SessionState = { phase: 'starting', since: 0 }
const server: ServerSummary = {
  id,
  name: 'a',
  scope: 'user',
  standing: { kind: 'usable' },
  warnings: [],
  transport: 'stdio',
  command: 'x',
  args: [],
  envNames: []
}

/** What the field is described by, for the eyes and for those who only hear it. */
async function hintIn(state: SessionState): Promise<string | undefined> {
  useSessions.setState({ byServer: { [id]: { ...emptySession(id), state } } })
  const place = await drawn(<RenameField server={server} />)
  const hintId = place.querySelector('input')?.getAttribute('aria-describedby')
  return (hintId && place.querySelector(`#${CSS.escape(hintId)}`)?.textContent) || undefined
}

beforeEach(() => useCalls.setState({ calls: [] }))

it('says before a name is changed that an open server is closed by that', async () => {
  expect(await hintIn(OPEN)).toBe('It is open. Another name closes it.')
})

it('says so of the calls that would end with it', async () => {
  const call = { serverId: id, tool: 'go', arguments: {}, startedAt: 0, progressCount: 0 }
  updateCalls([
    { ...call, id: CallId.parse('call-1') },
    { ...call, id: CallId.parse('call-2') }
  ])
  const words = 'It is open. Another name closes it and ends its 2 running calls.'
  expect(await hintIn(OPEN)).toBe(words)
})

it.each(['idle', 'closing'] as const)(
  'says nothing about a server that ends anyway, or has ended: %s',
  async (phase) => {
    expect(await hintIn({ phase })).toBeUndefined()
  }
)
