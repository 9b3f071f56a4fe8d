// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { drawn } from '../../../testing'
import { rowsFrom } from '../../../records/traffic-testing'
import { useRowOf } from './use-row-of'

const folding = { isPaired: true, isFolded: false, opened: [] }
const [answer] = rowsFrom(7, 7).map((row) => ({ ...row, kind: 'result' as const, answers: 2 }))

it('is the row of the request, or its own where the request is not in the list', async () => {
  const found: (number | undefined)[] = []
  function Found({ view }: { readonly view: Parameters<typeof useRowOf>[1] }) {
    found.push(useRowOf(answer, view, folding))
    return null
  }
  await drawn(<Found view={{ key: 1, rows: rowsFrom(1, 3) }} />)
  await drawn(<Found view={{ key: 2, rows: rowsFrom(5, 9) }} />)
  expect([found[0], found.at(-1)]).toEqual([2, 7])
})
