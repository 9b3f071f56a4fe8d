import { expect, it } from 'vitest'
import { folded, needsFolding } from './fold'

const LAST_CODE_POINT = 0x10ffff

it('folding keeps every character in its place', () => {
  const moved: string[] = []
  for (let code = 0; code <= LAST_CODE_POINT; code++) {
    const char = String.fromCodePoint(code)
    if (folded(char).length !== char.length) moved.push(char)
  }
  expect(moved).toEqual([])
})

it('folding makes letters alike only where a database is told that it has to', () => {
  const untold: string[] = []
  for (let code = 0x80; code <= LAST_CODE_POINT; code++) {
    const char = String.fromCodePoint(code)
    const small = folded(char)
    if (small !== char && !(needsFolding(char) && needsFolding(small))) untold.push(char)
  }
  expect(untold).toEqual([])
})

it('folding makes capitals like small letters, in any part of a word', () => {
  expect(folded('ΟΔΟΣ Straße ÉCOLE')).toBe('οδοσ straße école')
  expect(folded('ΟΔΟΣΑ').includes(folded('ΟΔΟΣ'))).toBe(true)
})
