// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import type { Call } from '../../../shared/calls/call-contract'
import type { CallId } from '../../../shared/protocol/ids'
import { drawnTool, SERVER } from '../tools/tool-testing'
import { HistoryPanel } from './HistoryPanel'
import { useHistory } from './use-history'

const calls = ['a', 'b'].map((id, index): Call => ({
  id: id as CallId,
  serverId: SERVER.id,
  tool: 'add',
  arguments: {},
  startedAt: 2 - index,
  progressCount: 0,
  outcome: { kind: 'result', result: {} }
}))

function Panel() {
  return (
    <HistoryPanel
      serverId={SERVER.id}
      tool="add"
      history={useHistory(SERVER.id, 'add', calls)}
      shownId={calls[0]?.id}
      onShow={() => {}}
      onReuse={() => {}}
    />
  )
}

it('says how to choose what to compare with on a line of its own, below the title', async () => {
  const { place } = await drawnTool(<Panel />)
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
