import { describe, expect, it } from 'vitest'
import { compactJson, layOutBeginning, layOutJson, lossIn } from './json-text'

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

describe('layOutBeginning', () => {
  it('lays out what is cut off, wherever that is', () => {
    const text = String.raw`{"a":[1,{"b":"say \"hi"}],"c":{}}`
    for (let end = 1; end <= text.length; end++) {
      const cut = text.slice(0, end)
      expect(layOutBeginning(cut)?.replaceAll(/\n *|(?<=:) /g, '')).toBe(cut)
    }
    expect(layOutBeginning(text)).toBe(layOutJson(text))
    expect(layOutBeginning('listening')).toBeUndefined()
  })
})

describe('compactJson', () => {
  it('takes out space and nothing else', () => {
    expect(compactJson(' { "a b" : [ 1.0 , " c " ] } ')).toBe('{"a b":[1.0," c "]}')
    expect(compactJson('{')).toBeUndefined()
  })
})

describe('lossIn', () => {
  const placeOf = (json: string): unknown => {
    const loss = lossIn(json)
    return loss && [loss.line, loss.column, loss.message]
  }

  it('finds a name that an object has twice, however it is written', () => {
    const message = 'The name "a" is there twice, and only the last of both would be sent.'
    expect(placeOf('{"a":1,"a":2}')).toEqual([1, 8, message])
    expect(placeOf('[{"b": {"a": 1,\n  "\\u0061": 1}}]')).toEqual([2, 3, message])
  })

  it('finds nothing in what is sent as it is written', () => {
    const json =
      '{"a":[1,9007199254740992,0.1,-5,1e3,1.50,1e400,12345678901234567890,0.0e7,-0,{"a":"a","b":{"a":1}},"1e-400"]}'
    expect(lossIn(json)).toBeUndefined()
  })

  it('ends however deep and long the text is', () => {
    const deep = `${'['.repeat(100_000)}7${']'.repeat(100_000)}`
    const long = `{"a":1${'0'.repeat(100_000)}1,"a":1}`
    expect([lossIn(deep), lossIn(long)?.column]).toEqual([undefined, 100_009])
  })
})
