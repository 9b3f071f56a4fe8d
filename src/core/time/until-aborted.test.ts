import { expect, it } from 'vitest'
import { untilAborted } from './until-aborted'

const never = new Promise<never>(() => undefined)

it('gives what the work gives', async () => {
  expect(await untilAborted(new AbortController().signal, Promise.resolve(1))).toBe(1)
})

it('ends at once, also where the signal was aborted before', async () => {
  const abort = new AbortController()
  const waiting = untilAborted(abort.signal, never)
  abort.abort()
  await expect(waiting).rejects.toThrow('That was cancelled.')
  const other = untilAborted(abort.signal, never, () => new Error('other'))
  await expect(other).rejects.toThrow('other')
})
