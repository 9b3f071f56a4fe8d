// @vitest-environment happy-dom
import { act, useEffect, useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { ManyRows } from './ManyRows'
import { ROW_HEIGHT } from './row-height'
import { drawn } from '../../testing'

let show: (names: readonly string[]) => void

function Rows() {
  const scroller = useRef<HTMLDivElement>(null)
  const [names, setNames] = useState<readonly string[]>(['b', 'c'])
  useEffect(() => {
    show = setNames
  }, [])
  return (
    <div ref={scroller}>
      <ManyRows scroller={scroller} count={names.length} keyOf={(index) => names[index] ?? index}>
        {(index) => <span>{names[index]}</span>}
      </ManyRows>
    </div>
  )
}

it('leaves the rows that were there as they are when another comes before them', async () => {
  const place = await drawn(<Rows />)
  const before = [...place.querySelectorAll('span')]
  await act(async () => show(['a', 'b', 'c']))
  const after = [...place.querySelectorAll('span')]
  expect(after.map(({ textContent }) => textContent)).toEqual(['a', 'b', 'c'])
  expect(after.slice(1)).toEqual(before)
  expect(after[1]).toBe(before[0])
})

let activate: (index: number) => void

function Numbers() {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number>()
  useEffect(() => {
    activate = setActive
  }, [])
  return (
    <div ref={scroller}>
      <ManyRows scroller={scroller} count={1_000} headHeight={ROW_HEIGHT} active={active}>
        {(index) => <span>{index}</span>}
      </ManyRows>
    </div>
  )
}

it('draws the rows in view only, and brings the active one into view below the head', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(10 * ROW_HEIGHT)
  const place = await drawn(<Numbers />)
  const scroller = place.firstElementChild
  const shown = () => [...place.querySelectorAll('span')].map(({ textContent }) => textContent)
  expect([shown()[0], shown().length < 40]).toEqual(['0', true])
  await act(async () => activate(20))
  expect([scroller?.scrollTop, shown().includes('20')]).toEqual([12 * ROW_HEIGHT, true])
  await act(async () => activate(3))
  expect(scroller?.scrollTop).toBe(3 * ROW_HEIGHT)
})
