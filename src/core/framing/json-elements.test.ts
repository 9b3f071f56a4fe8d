import { describe, expect, it } from 'vitest'
import { jsonElements } from './json-elements'

describe('jsonElements', () => {
  it.each([
    ['{"messages":[]}', []],
    ['{"messages": [ {"a":1} ,\n{"b" : [1,2]} ]}', ['{"a":1}', '{"b" : [1,2]}']],
    ['{"messages":[12345678901234567890,1e400]}', ['12345678901234567890', '1e400']],
    ['{"messages":[{"a":1,"a":2}],"cursor":"]"}', ['{"a":1,"a":2}']],
    [String.raw`{"messages":["\"],[\\",{"k\"":"}"}]}`, [String.raw`"\"],[\\"`, '{"k\\"":"}"}']],
    ['{"x":{"messages":[1]},"y":["messages",[2]],"messages":[3]}', ['3']],
    ['{"messages":[1],"messages":[2,3]}', ['2', '3']],
    [String.raw`{"m\u0065ssages":[1]}`, ['1']],
    ['{"x":"messages","y":[1]}', []]
  ])('cuts out of %s what is in the list', (json, expected) => {
    JSON.parse(json)
    expect(jsonElements(json, 'messages')).toEqual(expected)
  })
})
