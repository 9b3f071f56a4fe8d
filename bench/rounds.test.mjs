import { expect, it } from 'vitest'
import { inLongTurns } from './rounds.mjs'

const BEFORE = { name: 'before', folder: 'a' }
const NOW = { name: 'now', folder: 'b' }

it('measures one build after the other in each round', async () => {
  const measured = []
  await inLongTurns([BEFORE, NOW], 2, async ({ name }) => void measured.push(name))
  expect(measured).toEqual(['before', 'now', 'before', 'now'])
})

it('goes on without another build that cannot be measured, but not without its own', async () => {
  const measured = []
  const without = (missing) => async (build) => {
    measured.push(build.name)
    if (build === missing) throw new Error('There is no such button.')
  }
  await inLongTurns([BEFORE, NOW], 2, without(BEFORE))
  expect(measured.splice(0)).toEqual(['before', 'now', 'now'])
  await expect(inLongTurns([BEFORE, NOW], 2, without(NOW))).rejects.toThrow('no such button')
  expect(measured).toEqual(['before', 'now'])
})
