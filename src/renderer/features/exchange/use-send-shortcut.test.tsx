// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { drawn } from '../../testing'
import { useSendShortcut } from './use-send-shortcut'

const done: string[] = []
let sent = 0

function Pane() {
  useSendShortcut(() => {
    sent++
    done.push('sent')
  })
  return (
    <>
      <input id="field" />
      <select id="choice" onBlur={() => void done.push('left')} />
      <div role="dialog">
        <input id="asked" />
      </div>
      <aside data-sheet="">
        <input id="answer" />
      </aside>
    </>
  )
}

function press(place: HTMLElement, id: string): void {
  const event = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })
  place.querySelector(`#${id}`)?.dispatchEvent(event)
}

it('sends from wherever the cursor is, but not from what lies over the pane', async () => {
  const place = await drawn(<Pane />)
  press(place, 'asked')
  press(place, 'answer')
  expect(sent).toBe(0)
  press(place, 'field')
  expect(sent).toBe(1)
})

it('has a choice made first that holds only when it is left, and does not leave it', async () => {
  done.length = 0
  const place = await drawn(<Pane />)
  const choice = place.querySelector<HTMLElement>('#choice')
  choice?.focus()
  press(place, 'choice')
  expect(done).toEqual(['left', 'sent'])
  expect(document.activeElement).toBe(choice)
})
