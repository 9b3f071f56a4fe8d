import { expect, it } from 'vitest'
import type { Advice } from '../../../../shared/advice/advice'
import { groupAdvice } from './advice-groups'

const undescribed = (name: string): Advice => ({
  rule: 'parameter-description',
  pointer: `/properties/${name}`,
  message: `The parameter "${name}" has no description.`,
  reason: 'A model guesses.'
})

const nameless: Advice = { rule: 'name-without-verb', message: 'No verb.', reason: 'Names first.' }

it('tells advice of one kind once, with all that it is about', () => {
  expect(groupAdvice([nameless, undescribed('a'), undescribed('b~1c')])).toEqual([
    { rule: 'name-without-verb', heading: 'No verb.', reason: 'Names first.', places: [] },
    {
      rule: 'parameter-description',
      heading: 'Parameters without a description',
      reason: 'A model guesses.',
      places: ['a', 'b/c']
    }
  ])
})

it('says of a single parameter the whole sentence', () => {
  expect(groupAdvice([undescribed('a')])).toMatchObject([
    { heading: 'The parameter "a" has no description.', places: [] }
  ])
})
