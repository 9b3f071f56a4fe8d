// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { READY, drawnTool, SERVER } from '../tools/tool-testing'
import { useServers } from '../../stores/servers/servers'
import { emptySession, useSessions } from '../../stores/servers/sessions'
import { useView } from '../../stores/window/view'
import type { SessionState } from '../../../shared/servers/session-state'
import { Workspace } from './Workspace'
import { WorkspaceHeader } from './WorkspaceHeader'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

async function workspace(state: SessionState) {
  useServers.setState({ servers: [SERVER] })
  useView.setState({ serverId: SERVER.id })
  useSessions.setState({ byServer: { [SERVER.id]: { ...emptySession(SERVER.id), state } } })
  const { asked } = await drawnTool(<Workspace />)
  const readings = (): readonly unknown[] =>
    asked.filter(({ route }) => route === 'catalogue.refresh').map(({ input }) => input)
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  return { readings, pass }
}

describe('the lists of a server that is shown', () => {
  it('are read again once they are not fresh any more, without a key or a click', async () => {
    const { readings, pass } = await workspace(READY)
    const wanted = { serverId: SERVER.id, isForced: false }
    expect(readings()).toEqual([wanted])
    await pass(15_000)
    expect(readings()).toEqual([wanted, wanted])
    await pass(30_000)
    expect(readings()).toHaveLength(4)
  })

  it('are not read while it is not open', async () => {
    const { readings, pass } = await workspace({ phase: 'idle' })
    await pass(60_000)
    expect(readings()).toEqual([])
  })

  it('are not read while nobody can see them', async () => {
    const { readings, pass } = await workspace(READY)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await pass(60_000)
    expect(readings()).toHaveLength(1)
    hidden.mockReturnValue(false)
    await pass(15_000)
    expect(readings()).toHaveLength(2)
    hidden.mockRestore()
  })
})

describe('the header of a server', () => {
  it.each([
    ['streamable-http', 'http'],
    ['sse', 'sse']
  ] as const)('says that its transport was found, %s', async (foundTransport, word) => {
    const server = { ...SERVER, transport: 'auto', url: 'http://localhost/mcp' } as never
    const state = { ...READY, foundTransport } as SessionState
    const { place } = await drawnTool(<WorkspaceHeader server={server} state={state} />)
    const found = place.querySelector('[title="found automatically"]')
    expect(found?.textContent).toBe(word)
  })

  it('names the transport that was chosen, which nobody had to find', async () => {
    const { place } = await drawnTool(<WorkspaceHeader server={SERVER} state={READY} />)
    expect(place.textContent).toContain('stdio')
    expect(place.querySelector('[title="found automatically"]')).toBeNull()
  })
})
