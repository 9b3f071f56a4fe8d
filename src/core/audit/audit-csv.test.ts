import { expect, it } from 'vitest'
import { csvLine } from './audit-csv'

it.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1', `"'  =1"`],
  ['\t=1', `"'\t=1"`],
  ['\rx', `"'\rx"`],
  ['＝1', `"'＝1"`],
  ['say "hi", now', '"say ""hi"", now"'],
  ['one\ntwo', '"one\ntwo"'],
  ['bell\u0007\u0000\u202e', '"bell\\u0007\\u0000\\u202e"'],
  ['{"a":1}', '"{""a"":1}"']
])('writes %j so that a spreadsheet shows it and does nothing else', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

it('leaves numbers and what is missing alone', () => {
  expect(csvLine([1, undefined, 'a'])).toBe('1,,"a"\r\n')
})
