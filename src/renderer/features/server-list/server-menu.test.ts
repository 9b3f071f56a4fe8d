// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import type { ServerScope, ServerSummary } from '../../../shared/servers/server-config'
import { IDLE } from '../../../shared/servers/session-state'
import { useNotices } from '../../stores/window/notices'
import { emptySession, useSessions } from '../../stores/servers/sessions'
import type { MenuEntry } from '../../ui/controls/Menu'
import { serverMenu } from './server-menu'

function serverIn(scope: ServerScope, more: Partial<ServerSummary> = {}): ServerSummary {
  const known = { id: ServerId.parse('a'), name: 'a', standing: { kind: 'usable' }, warnings: [] }
  const way = { transport: 'stdio', command: 'x', args: [], envNames: [] }
  return { ...known, ...way, scope, ...more } as ServerSummary
}

function labelsOf(entries: readonly MenuEntry[]): readonly string[] {
  return entries.map((entry) => (entry === 'line' ? entry : entry.label))
}

/** Stands in for main, which answers whatever the window asks. */
const asked = vi.fn(async (_route: string, _input: string) => '{"ok":true}')
beforeEach(() => {
  asked.mockClear()
  useNotices.setState({ notices: [] })
  Object.assign(window, { patchbay: { request: asked, on: () => () => {} } })
})

describe('the menu of a server', () => {
  it.each(['built-in', 'command line'] as const)(
    'offers nothing that needs a file to one that is in none: %s',
    (scope) => {
      expect(labelsOf(serverMenu(serverIn(scope), IDLE))).toEqual(['Open', 'Diagnose'])
    }
  )

  it('copies one that is written down to where it is not yet', () => {
    const copy = serverMenu(serverIn('user'), IDLE).find(
      (entry) => entry !== 'line' && entry.label === 'Copy to'
    )
    const entries = typeof copy === 'object' && 'entries' in copy ? copy.entries : []
    expect(labelsOf(entries)).toEqual(['Local', 'Project'])
  })

  it('lets values be given again only where some are asked for, and only if it is trusted', () => {
    const label = 'Ask for its values again…'
    const has = (server: ServerSummary): boolean =>
      labelsOf(serverMenu(server, IDLE)).includes(label)
    const untrusted = { kind: 'untrusted', isChanged: false } as const
    expect([
      has(serverIn('user')),
      has(serverIn('user', { hasInputs: true })),
      has(serverIn('user', { hasInputs: true, standing: untrusted }))
    ]).toEqual([false, true, false])
  })

  it.each([
    ['idle', 'a gets the new values when it is opened.'],
    ['closing', 'a goes on with the values that it has. Restart it to use the new ones.']
  ] as const)('says when values that were given again count: %s', async (phase, words) => {
    const report = { ...emptySession(ServerId.parse('a')), state: { phase } }
    useSessions.setState({ byServer: { a: report } })
    const entry = serverMenu(serverIn('user', { hasInputs: true }), { phase }).find(
      (each) => each !== 'line' && each.label.startsWith('Ask for')
    )
    if (typeof entry === 'object' && 'onSelect' in entry) entry.onSelect()
    await vi.waitFor(() => expect(useNotices.getState().notices).toMatchObject([{ text: words }]))
    expect(asked.mock.calls).toEqual([['server.askValues', '{"serverId":"a"}']])
  })
})
