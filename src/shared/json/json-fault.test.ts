import { describe, expect, it } from 'vitest'
import { jsonFaultIn } from './json-fault'

function placeOf(text: string): string | undefined {
  const fault = jsonFaultIn(text)
  return fault && `${fault.line}:${fault.column}`
}

describe('a fault in JSON', () => {
  it('is found exactly where JSON.parse finds one', () => {
    const texts = [
      '{}',
      '[]',
      ' {"a": [1, -2.5e+3, true, null, "x\\u00e9\\n"], "": {}} ',
      '"text"',
      '0',
      '',
      '{',
      '{"a":1,}',
      '[1,]',
      '[1 2]',
      '{"a" 1}',
      "{'a':1}",
      '{a:1}',
      '01',
      '1.',
      '.5',
      '+1',
      'nulls',
      '"a\nb"',
      '"\\x"',
      '"\\u00"',
      '"\\"',
      '"\\\\"',
      '"a\\"b" ',
      '"a',
      '"\u2028"',
      '"a\tb"',
      '[}',
      '{]',
      '{} {}',
      '\u00a0{}',
      'undefined'
    ]
    expect(texts.filter((text) => (jsonFaultIn(text) === undefined) !== isJson(text))).toEqual([])
  })

  it('is told by line and column', () => {
    expect(placeOf('{\n  "a": 1,\n}')).toBe('3:1')
    expect(placeOf('{"a": oops}')).toBe('1:7')
    expect(placeOf('{"a": 1')).toBe('1:8')
  })

  it('says what has to be there instead', () => {
    expect(jsonFaultIn('{"a":1,}')?.message).toBe(
      'There is } where a name in double quotes has to be.'
    )
    expect(jsonFaultIn('[1')?.message).toBe(
      'The text ends where a comma or the closing bracket has to be.'
    )
  })

  it('is looked for in texts of any length', () => {
    const long = 'x\\n'.repeat(6_000_000)
    expect(jsonFaultIn(`{"a": "${long}"}`)).toBeUndefined()
    expect(jsonFaultIn(`["${long}",]`)?.offset).toBe(long.length + 4)
    expect(jsonFaultIn(`${' '.repeat(12_000_000)}${'1'.repeat(12_000_000)}`)).toBeUndefined()
  })

  it('is looked for without recursion', () => {
    expect(jsonFaultIn('['.repeat(100_000))?.column).toBe(100_001)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
