// @vitest-environment happy-dom
import { act, useEffect, useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { ManyRows } from './ManyRows'
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
