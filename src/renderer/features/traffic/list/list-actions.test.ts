import { expect, it } from 'vitest'
import { actionOf } from './list-actions'

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false }

function pressed(key: string, more = {}): unknown {
  return actionOf({ ...PLAIN, key, ...more }, 5, 100, 10)
}

it('moves by a row, by what is in view, and to both ends', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']
  expect(keys.map((key) => pressed(key))).toEqual(
    [6, 4, 15, 0, 0, 99].map((index) => ({ kind: 'go', index }))
  )
  expect(actionOf({ ...PLAIN, key: 'End' }, -1, 0, 10)).toBeUndefined()
})

it('has a key for each thing that is done with a row, and leaves all others alone', () => {
  const keys = ['Enter', 'Escape', 'p', 'f', '/', ' ', 'ArrowRight', 'ArrowLeft', 'x']
  expect(keys.map((key) => pressed(key))).toEqual([
    ...['open', 'close', 'pair', 'follow', 'filter', 'pause', 'unfold', 'fold'].map((kind) => ({
      kind
    })),
    undefined
  ])
})

it('copies with the keys that copy, and takes no other chord', () => {
  expect(pressed('c', { ctrlKey: true })).toEqual({ kind: 'copy' })
  expect([pressed('p', { ctrlKey: true }), pressed('c', { altKey: true })]).toEqual([
    undefined,
    undefined
  ])
})
