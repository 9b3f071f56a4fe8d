import { describe, expect, it } from 'vitest'
import { jsonFaultIn } from './json-fault'

describe('jsonFaultIn', () => {
  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a": foo}', 1, 7],
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['[1 2]', 1, 4],
    ['{"a" 1}', 1, 6],
    ['{a: 1}', 1, 2],
    ["{'a': 1}", 1, 2],
    ['{"a": 01}', 1, 7],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": 1}\n// the end', 2, 1],
    ['{"\x7f": 1} 2', 1, 10],
    ['[}', 1, 2],
    ['{"a": {"b": [1, {"c": null}]}]', 1, 30]
  ])('finds the fault in %j at %i:%i', (text, line, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow()
    expect(jsonFaultIn(text)).toEqual({ line, column })
  })
})
