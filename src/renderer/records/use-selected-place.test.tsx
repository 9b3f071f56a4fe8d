// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import type { ViewSpec } from '../../shared/traffic/traffic-row'
import { drawn } from '../testing'
import { useTrafficView } from './traffic-list'
import { rowsFrom, settled, TrafficOfMain } from './traffic-testing'
import { useSelectedPlace } from './use-selected-place'

const spec: ViewSpec = { recording: 1, query: '', isPaired: false, isFolded: false }

/** Shows a list, and says which of its rows were brought into view. */
async function showing() {
  const revealed: number[] = []
  let select: (seq: number) => void = () => {}
  function Shown() {
    const [selected, setSelected] = useState<number>()
    select = setSelected
    useSelectedPlace(useTrafficView(spec), selected, (index) => revealed.push(index))
    return null
  }
  await drawn(<Shown />)
  await act(settled)
  return {
    revealed,
    select: (seq: number) =>
      act(async () => {
        select(seq)
        await settled()
      })
  }
}

it('brings a new row into view once the list has room for it', async () => {
  const main = new TrafficOfMain()
  const { revealed, select } = await showing()
  main.rows = rowsFrom(1, 12)
  await select(12)
  expect(revealed).toEqual([])
  await act(() => main.grow())
  expect(revealed).toEqual([11])
})

it('brings a row into view that main does not have yet when it is selected', async () => {
  const main = new TrafficOfMain()
  const { revealed, select } = await showing()
  await select(11)
  main.rows = rowsFrom(1, 12)
  await act(() => main.grow())
  expect(revealed).toEqual([10])
})

it('does not move the list again for rows that come later', async () => {
  const main = new TrafficOfMain()
  const { revealed, select } = await showing()
  await select(3)
  main.rows = rowsFrom(1, 20)
  await act(() => main.grow())
  expect(revealed).toEqual([2])
})
