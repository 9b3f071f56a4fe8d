import { describe, expect, it } from 'vitest'
import { mixedLettersIn } from './mixed-letters'

describe('letters of several alphabets in a name', () => {
  it.each([
    ['reаd_file', 'Latin and Cyrillic'],
    ['sеnd-mail', 'Latin and Cyrillic'],
    ['υpload', 'Latin and Greek'],
    ['get_uѕer', 'Latin and Cyrillic'],
    ['rеαd', 'Latin and Cyrillic and Greek'],
    ['Ꭱead', 'Latin and Cherokee']
  ])('are found: %s', (name, alphabets) => {
    expect(mixedLettersIn(name)).toBe(alphabets)
  })

  it.each([
    'read_file',
    'größe_lesen',
    'файл',
    'αρχείο',
    'ファイルを読む',
    'read 文件',
    '',
    'read✓'
  ])('are none where they cannot be mistaken for each other: %s', (name) => {
    expect(mixedLettersIn(name)).toBeUndefined()
  })
})
