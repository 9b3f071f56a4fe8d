import { expect, it } from 'vitest'
import { withoutEnd } from './without-end'

it('takes away what is at the end only, however much of it is elsewhere', () => {
  expect(withoutEnd('/a/b//', '/')).toBe('/a/b')
  expect(withoutEnd('. .', '. ')).toBe('')
  expect(withoutEnd('a', '/')).toBe('a')
  const long = `${'/'.repeat(1_000_000)}x`
  expect(withoutEnd(`${long}/`, '/')).toBe(long)
})
