import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fakeClock } from '../time/fake-clock'
import { watchTarget } from './watch-target'
import { temporaryFolder, write } from './watch-testing'

it('sees a file come back, however soon that is', () => {
  const path = join(temporaryFolder(), 'server.mjs')
  const clock = fakeClock()
  const told: (string | undefined)[] = []
  const stop = watchTarget({ kind: 'file', path }, clock, {
    onChange: (file) => void told.push(`changed: ${file}`),
    onFailure: (failure) => void told.push(failure)
  })
  expect(told).toEqual([expect.stringMatching(/is not there/)])
  write(path, '')
  clock.pass(1_000)
  expect(told.slice(1)).toEqual([undefined, 'changed: server.mjs'])
  stop()
  expect(clock.timers.size).toBe(0)
})
