// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import type { CallId } from '../../../shared/protocol/ids'
import { drawnTool, SERVER } from '../tools/tool-testing'
import type { HistoryRow } from './history-rows'
import { HistoryPanel } from './HistoryPanel'

const rows = ['a', 'b'].map((id, index): HistoryRow => ({
  id: id as CallId,
  serverId: SERVER.id,
  tool: 'add',
  arguments: {},
  startedAt: 2 - index,
  ending: 'ok',
  isPinned: false,
  isKept: true
}))

it('says how to choose what to compare with on a line of its own, below the title', async () => {
  const { place } = await drawnTool(
    <HistoryPanel
      serverId={SERVER.id}
      tool="add"
      rows={rows}
      shownId={rows[0]?.id}
      onShow={() => {}}
      onReuse={() => {}}
    />
  )
  const compare = place.querySelector<HTMLElement>('[aria-label="Compare it with another call"]')
  await act(async () => compare?.click())
  const header = place.querySelector('header')
  const hint = place.querySelector('[role="status"]')
  expect(hint?.textContent).toBe(
    'Choose the call to compare it with: click it, or use the arrow keys and Enter.'
  )
  expect(hint?.previousElementSibling).toBe(header)
  expect(header?.textContent).toBe('History 2')
})
