import { describe, expect, it } from 'vitest'
import { hasHidden, visibleParts } from './visible-text'

const marksIn = (text: string) =>
  visibleParts(text).flatMap((part) => (part.kind === 'hidden' ? [part.mark] : []))

describe('visibleParts', () => {
  it('leaves ordinary text alone, whatever its script', () => {
    const text = 'Grüezi 世界 مرحبا 😀\n\tindented'
    expect(visibleParts(text).map((part) => part.text)).toEqual([text])
    expect(marksIn(text)).toEqual([])
  })

  it('takes the parts of an emoji for what they are', () => {
    expect(marksIn('⚠️ ❤️ 👩‍💻')).toEqual([])
    expect(marksIn('⚠️\ufe0f')).toEqual(['U+FE0F'])
  })

  it.each([
    ['an escape sequence', '\x1b[31m', 'U+001B'],
    ['a carriage return', 'a\rb', 'U+000D'],
    ['a bidi override', 'a\u202eb', 'U+202E'],
    ['a bidi isolate', 'a\u2066b', 'U+2066'],
    ['a zero-width space', 'a\u200bb', 'U+200B'],
    ['a byte order mark', '\ufeffa', 'U+FEFF'],
    ['a soft hyphen', 'a\u00adb', 'U+00AD'],
    ['a variation selector', 'a\ufe01b', 'U+FE01'],
    ['a line separator', 'a\u2028b', 'U+2028'],
    ['a tag character', 'a\u{e0041}b', 'U+E0041'],
    ['a private character', 'a\ue000b', 'U+E000'],
    ['a letter without a shape', 'a\u3164b', 'U+3164'],
    ['a joiner of letters', 'a\u034fb', 'U+034F'],
    ['a blank of Braille', 'a\u2800b', 'U+2800']
  ])('shows %s', (_name, text, mark) => {
    expect(marksIn(text)).toContain(mark)
  })

  it('is asked of a text without being made of it', () => {
    const texts = ['a\n\tb 👩‍💻', '👩‍💻\u200b', 'a\rb', '⚠️\ufe0f', '']
    expect(texts.map(hasHidden)).toEqual(texts.map((text) => marksIn(text).length > 0))
  })

  it('loses nothing', () => {
    const text = 'a\u200b\u200bb\x00c'
    expect(
      visibleParts(text)
        .map((part) => part.text)
        .join('')
    ).toBe(text)
  })
})
