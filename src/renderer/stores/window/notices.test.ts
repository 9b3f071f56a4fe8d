import { beforeEach, expect, test } from 'vitest'
import type { Undo } from '../../../shared/servers/configuration'
import { notify, notifyUndo, tell, undoLast, useNotices } from './notices'

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  useNotices.setState({ notices: [], undos: [] })
  const patchbay = {
    request: async (route: string, input: string) => {
      asked.push(`${route} ${input}`)
      return '{"ok":true}'
    }
  }
  Object.assign(globalThis, { window: { patchbay } })
})

function undo(token: number): Undo {
  return { token, what: `Removed server ${token}.` }
}

test('the last thing that can be taken back is taken back first', () => {
  notifyUndo(undo(1))
  notifyUndo(undo(2))
  tell('Copied.')
  expect(undoLast()).toBe(true)
  expect(undoLast()).toBe(true)
  expect(asked).toEqual(['undo.apply {"token":2}', 'undo.apply {"token":1}'])
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual(['Copied.'])
})

test('without anything to take back the key is free for others', () => {
  notify(new Error('It failed.'))
  expect(undoLast()).toBe(false)
  expect(asked).toEqual([])
})

test('old notices give way to new ones', () => {
  for (let number = 1; number <= 7; number++) tell(String(number))
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual(['3', '4', '5', '6', '7'])
})
