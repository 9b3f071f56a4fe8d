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

const many = Array.from({ length: 9 }, (_, index): Call => ({
  id: `call ${index}` as CallId,
  serverId: SERVER.id,
  tool: 'add',
  arguments: {},
  startedAt: index,
  progressCount: 0,
  outcome: { kind: 'cancelled' }
}))

function PanelOfMany() {
  const history = useHistory(SERVER.id, 'add', many)
  return (
    <>
      <button type="button" onClick={() => history.setFilter('is:error')}>
        Filter
      </button>
      <HistoryPanel
        serverId={SERVER.id}
        tool="add"
        history={history}
        shownId={many[0]?.id}
        onShow={() => {}}
        onReuse={() => {}}
      />
    </>
  )
}

it('stays where no call is kept and a filter finds none', async () => {
  const { place } = await drawnTool(<PanelOfMany />)
  await act(async () => place.querySelector('button')?.click())
  expect(place.querySelector('[aria-label="History"] header')?.textContent).toBe('History 0 of 9')
})

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
