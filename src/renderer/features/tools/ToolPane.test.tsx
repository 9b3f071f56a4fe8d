// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '../../../shared/calls/call-contract'
import { EMPTY_CATALOGUE, type Tool } from '../../../shared/calls/catalogue'
import { CallId } from '../../../shared/protocol/ids'
import { updateCalls } from '../../stores/calls/calls'
import { goTo, showCall } from '../../stores/window/view'
import { RunningElsewhere } from './list/RunningElsewhere'
import { drawnTool, forgetAll, READY, SERVER, toolNamed, type Asked } from './tool-testing'
import { ToolPane } from './ToolPane'
import { ToolsPane } from './ToolsPane'

beforeEach(() => {
  forgetAll()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const tool = toolNamed('slow')
const first = CallId.parse('call-1')
const second = CallId.parse('call-2')

function running(id: CallId, name = 'slow'): Call {
  return { id, serverId: SERVER.id, tool: name, arguments: {}, startedAt: 0, progressCount: 0 }
}

async function escape(place: HTMLElement): Promise<void> {
  await act(async () => {
    place
      .querySelector('article')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
}

const cancelled = (asked: readonly Asked[]): readonly unknown[] =>
  asked.filter(({ route }) => route === 'call.cancel').map(({ input }) => input['callId'])

it('cancels with Escape only the call that is shown', async () => {
  updateCalls([running(first), { ...running(second), outcome: { kind: 'cancelled' } }])
  const pane = <ToolPane server={SERVER} state={READY} tool={tool} change={undefined} />
  const { place, asked } = await drawnTool(pane)
  await escape(place)
  expect(cancelled(asked)).toEqual([])
  await act(async () => showCall(SERVER.id, tool.name, first))
  await escape(place)
  expect(cancelled(asked)).toEqual([first])
})

it('says of a tool without inputSchema that it has none', async () => {
  const bare = { name: 'bare' }
  const pane = <ToolPane server={SERVER} state={READY} tool={bare} change={undefined} />
  const { place } = await drawnTool(pane)
  expect(place.textContent).toContain('no inputSchema')
  expect(place.textContent).not.toContain('unusable')
})

it('says which tool a button in the list of running calls cancels', async () => {
  updateCalls([running(first), running(second, 'odd\u202e')])
  const { place } = await drawnTool(<RunningElsewhere serverId={SERVER.id} />)
  await act(async () => place.querySelector('button')?.click())
  const names = [...document.querySelectorAll('button[aria-label^="Cancel"]')].map((button) =>
    button.getAttribute('aria-label')
  )
  expect(names).toEqual([expect.stringMatching(/^Cancel odd.*U\+202E/), 'Cancel slow'])
})

it('says once that a tool is new, and how to be done with that', async () => {
  const pane = <ToolPane server={SERVER} state={READY} tool={tool} change="new" />
  const { place, asked } = await drawnTool(pane)
  expect(place.textContent).toContain('New: it was not there when you last looked.')
  const seen = [...place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Mark as seen'
  )
  await act(async () => seen?.click())
  expect(asked.filter(({ route }) => route === 'catalogue.seen')).toHaveLength(1)
})

it('keeps the list when a tool cannot be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const broken = Object.defineProperty({ name: 'broken' }, 'inputSchema', {
    get() {
      throw new Error('It is broken.')
    }
  }) as Tool
  const catalogue = { ...EMPTY_CATALOGUE, tools: [tool, broken], isLoading: false }
  goTo(SERVER.id, { tool: 'broken' })
  const { place } = await drawnTool(
    <ToolsPane server={SERVER} state={READY} catalogue={catalogue} />
  )
  expect(place.textContent).toContain('Patchbay cannot show this tool')
  expect(place.querySelector('[aria-label="Filter tools"]')).not.toBeNull()
  await act(async () => goTo(SERVER.id, { tool: 'slow' }))
  expect(place.textContent).not.toContain('Patchbay cannot show')
  expect(place.querySelector('article')?.getAttribute('aria-label')).toBe('slow')
})
