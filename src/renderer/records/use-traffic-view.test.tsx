// @vitest-environment happy-dom
import { act, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ViewSpec } from '../../shared/traffic/traffic-row'
import { drawn } from '../testing'
import { useTrafficView, type TrafficView } from './traffic-list'
import { rowsFrom, settled, TrafficOfMain } from './traffic-testing'

const spec: ViewSpec = { recording: 1, query: '', isPaired: false, isFolded: false }

/** Draws something that shows a list; it can be told to show another, or to go. */
async function showing(first: ViewSpec | undefined) {
  let view: TrafficView | undefined
  let change: (spec: ViewSpec | undefined) => void = () => {}
  function Shown() {
    const [wanted, setWanted] = useState(first)
    change = setWanted
    view = useTrafficView(wanted)
    return null
  }
  await drawn(<Shown />)
  await act(settled)
  return {
    view: () => view,
    seqs: () => view?.rows.map(({ seq }) => seq),
    show: (next: ViewSpec | undefined) =>
      act(async () => {
        change(next)
        await settled()
      })
  }
}

afterEach(async () => {
  await drawn(null)
  await settled()
})

describe('a list that is looked at', () => {
  it('stays, and goes on, until the next is there', async () => {
    const main = new TrafficOfMain()
    const { view, seqs, show } = await showing(spec)
    expect([seqs()?.length, view()?.isBefore]).toEqual([10, false])
    main.held = ['traffic.open']
    await show({ ...spec, query: 'needle' })
    main.rows = rowsFrom(1, 12)
    await act(() => main.grow())
    expect([seqs()?.length, view()?.isBefore, view()?.spec?.query]).toEqual([12, true, ''])
    await act(() => main.answer())
    expect([view()?.isBefore, view()?.spec?.query, [...main.open]]).toEqual([false, 'needle', [2]])
  })

  it('is never one that is no longer wanted when it is there', async () => {
    const main = new TrafficOfMain()
    const { view, show } = await showing(spec)
    main.held = ['traffic.open']
    await show({ ...spec, query: 'first' })
    await show({ ...spec, query: 'second' })
    await act(() => main.answer())
    expect(view()?.spec?.query).toBe('')
    await act(() => main.answer())
    expect([view()?.spec?.query, [...main.open]]).toEqual(['second', [3]])
  })

  it('is opened once for the same wish, and says what is wrong', async () => {
    const main = new TrafficOfMain()
    main.refuse('traffic.open')
    const { view, show } = await showing(spec)
    await show({ ...spec })
    expect([view()?.failure, main.routes]).toEqual(['No.', ['traffic.open']])
    await act(async () => {
      view()?.retry()
      await settled()
    })
    expect([view()?.failure, view()?.rows.length]).toEqual([undefined, 10])
  })

  it('is closed when nobody looks at it any more', async () => {
    const main = new TrafficOfMain()
    await showing(spec)
    expect([...main.open]).toEqual([1])
    await drawn(null)
    await settled()
    expect([...main.open]).toEqual([])
  })
})
