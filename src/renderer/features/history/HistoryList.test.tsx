// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import { drawn } from '../../testing'
import type { HistoryRow } from './history-rows'
import { HistoryList } from './HistoryList'

const rows = ['a', 'b', 'c'].map((id, index): HistoryRow => ({
  id: id as CallId,
  serverId: 'demo' as ServerId,
  tool: 'add',
  arguments: {},
  startedAt: 3 - index,
  ending: 'ok',
  isPinned: false,
  isKept: true
}))

async function list(comparingId: CallId | undefined, isInTheWay = false) {
  const chosen: string[] = []
  const place = await drawn(
    <HistoryList
      rows={rows}
      shownId={'a' as CallId}
      comparingId={comparingId}
      namingId={undefined}
      menuOf={() => []}
      onChoose={(id) => chosen.push(id)}
      onName={() => {}}
      onEscape={() => chosen.push('escape')}
      onDone={isInTheWay ? () => chosen.push('done') : undefined}
    />
  )
  const listbox = place.querySelector<HTMLElement>('[role="listbox"]')
  const press = (key: string) =>
    act(
      async () => void listbox?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    )
  return { chosen, listbox, press }
}

it('shows the call that an arrow key leads to', async () => {
  const { chosen, press } = await list(undefined)
  await press('ArrowDown')
  expect(chosen).toEqual(['b'])
})

it('chooses what to compare with only when Enter is pressed', async () => {
  const { chosen, listbox, press } = await list('a' as CallId)
  expect(document.activeElement).toBe(listbox)
  await press('ArrowDown')
  await press('ArrowDown')
  expect(chosen).toEqual([])
  expect(listbox?.getAttribute('aria-activedescendant')).toBe('history-c')
  await press('Enter')
  expect(chosen).toEqual(['c'])
  await press('Escape')
  expect(chosen).toEqual(['c', 'escape'])
})

it('is done where it hides what was chosen: by Enter or a click, not by the arrow keys', async () => {
  const { chosen, listbox, press } = await list(undefined, true)
  await press('ArrowDown')
  await press('Enter')
  const last = listbox?.querySelector<HTMLElement>('[data-call="c"]')
  await act(async () => last?.click())
  expect(chosen).toEqual(['b', 'done', 'c', 'done'])
})
