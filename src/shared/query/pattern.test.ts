import { expect, it } from 'vitest'
import fc from '../json/properties-testing'
import { patternMatches, readPattern } from './pattern'

it('a pattern means what it means in JavaScript, or cannot be used', () => {
  const letters = fc.constantFrom(...'ab.*+?|()[]^$\\dswb{12,}-:=!<é ')
  const texts = ['', 'ab', 'a\nb', 'A.b', 'é 12', '{"a":1}', 'bb--aa', '\u00a0']
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 8 }), (source) => {
      const pattern = { source, isCaseInsensitive: false }
      if (!readPattern(pattern).isRead) return
      const byJavaScript = inJavaScript(source)
      const matched = texts.filter((text) => patternMatches(pattern, text))
      expect(matched).toEqual(texts.filter((text) => byJavaScript.test(text)))
    }),
    { numRuns: 3_000 }
  )
})

/** Some are patterns only without the Unicode mode. */
function inJavaScript(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

it('a pattern that would take others forever takes no time', () => {
  const pattern = { source: '(a+)+b', isCaseInsensitive: true }
  expect(patternMatches(pattern, 'a'.repeat(100_000))).toBe(false)
})

it('a pattern is matched as before after many others', () => {
  const pattern = { source: 'x1\\d', isCaseInsensitive: false }
  for (let number = 0; number < 50; number++) {
    expect(patternMatches({ source: `x${number}`, isCaseInsensitive: true }, 'X49')).toBe(
      number === 4 || number === 49
    )
    expect(patternMatches(pattern, 'x12')).toBe(true)
  }
})
