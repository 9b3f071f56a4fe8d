// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { drawn } from '../../testing'
import { MarkedText } from './MarkedText'

async function shown(text: string, ...texts: readonly string[]): Promise<string> {
  const place = await drawn(<MarkedText text={text} texts={texts} />)
  for (const mark of place.querySelectorAll('mark')) mark.textContent = `[${mark.textContent}]`
  return place.textContent ?? ''
}

it('marks what was looked for, however often, and loses nothing of the text', async () => {
  expect(await shown('get_Get', 'get')).toBe('[get]_[Get]')
  expect(await shown('Cheese, cheese and CHEESE.', 'cheese')).toBe(
    '[Cheese], [cheese] and [CHEESE].'
  )
  expect(await shown('İx', 'x')).toBe('İ[x]')
  expect(await shown('nothing of it', 'x')).toBe('nothing of it')
})
