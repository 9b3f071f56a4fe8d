// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { MixedLetters } from './MixedLetters'
import { drawn } from '../../testing'

it('says which alphabets a name mixes, in words where there is room', async () => {
  const place = await drawn(<MixedLetters name="reаd_file" />)
  expect(place.textContent).toBe('mixes Latin and Cyrillic letters')
})

it('is a mark with the same words where there is none', async () => {
  const place = await drawn(<MixedLetters name="reаd_file" isSmall />)
  const mark = place.querySelector('[role="img"]')
  expect(mark?.getAttribute('aria-label')).toBe('mixes Latin and Cyrillic letters')
})

it('says nothing of other names', async () => {
  expect((await drawn(<MixedLetters name="read_file" />)).childElementCount).toBe(0)
})
