import { expect, it } from 'vitest'
import { ViolationNews } from './violation-news'

it('tells at once, then at most once a pause of all that came in it, and falls silent', () => {
  const said: string[] = []
  const waiting: (() => void)[] = []
  const pass = (): void => waiting.shift()?.()
  const news = new ViolationNews(
    2,
    (text) => said.push(text),
    (_ms, work) => waiting.push(work)
  )
  news.hear(2)
  news.hear(3)
  news.hear(4)
  news.hear(1_006)
  expect(said).toEqual(['1 new violation'])
  pass()
  pass()
  expect(said).toEqual(['1 new violation', '1,003 new violations', ''])
  news.hear(1_007)
  expect(said.at(-1)).toBe('1 new violation')
})
