import { describe, expect, it } from 'vitest'
import { inexactNumberIn, layOutJson } from './json-text'

describe('layOutJson', () => {
  it('lays out like JSON.stringify', () => {
    const value = { a: [1, 'two', { b: null }], c: {}, d: [], e: 'say "hi", {you}: \\' }
    expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    expect(layOutJson(' { "a" : 1 , "b" : [ ] } ')).toBe('{\n  "a": 1,\n  "b": []\n}')
  })

  it('keeps what parsing would change', () => {
    expect(layOutJson('{"n":12345678901234567890,"n":1.0,"s":"\\u0041"}')).toBe(
      '{\n  "n": 12345678901234567890,\n  "n": 1.0,\n  "s": "\\u0041"\n}'
    )
  })

  it('leaves alone what is not JSON', () => {
    expect(layOutJson('{"a":')).toBeUndefined()
    expect(layOutJson('listening on 3000')).toBeUndefined()
  })
})

describe('inexactNumberIn', () => {
  it('finds a number that would not be sent as it is written', () => {
    expect(inexactNumberIn('{"a":[1,12345678901234567890]}')).toBe('12345678901234567890')
    expect(inexactNumberIn('{"a":[1,9007199254740992,0.1,-5,1e3]}')).toBeUndefined()
  })
})
