// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closeFind, offerFind, openFind, takeFindAsk, useResultView } from './result-view'

afterEach(() => {
  closeFind()
  document.body.replaceChildren()
})

it('The find bar does not open where there is no result', () => {
  openFind()
  expect([useResultView.getState().isFinding, takeFindAsk()]).toEqual([false, false])
})

it('The find bar takes the focus once for each time that it is asked for, and knows who had it', () => {
  const end = offerFind()
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  openFind()
  expect([takeFindAsk(), takeFindAsk()]).toEqual([true, false])
  document.body.appendChild(document.createElement('input')).focus()
  openFind()
  expect([takeFindAsk(), closeFind()]).toEqual([true, button])
  end()
})
