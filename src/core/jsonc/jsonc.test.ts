import { describe, expect, it } from 'vitest'
import fc from '../../shared/json/properties-testing'
import { isBlankJsonc, nodeAlong, parseJsonc, placesIn, valueOf } from './jsonc'

function read(text: string): unknown {
  const parsed = parseJsonc(text)
  return 'fault' in parsed ? parsed : valueOf(parsed.root)
}

function parsesStrictly(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('parseJsonc', () => {
  it('takes comments, trailing commas and a byte order mark', () => {
    expect(read('\uFEFF// a\n{ "a": [1, /* b */ 2,], }')).toEqual({ a: [1, 2] })
  })

  it('keeps the text as it was given, and counts offsets in it', () => {
    const parsed = parseJsonc('\uFEFF{}')
    expect(parsed).toMatchObject({ text: '\uFEFF{}', root: { offset: 1, length: 2 } })
  })

  it.each([
    ['{\n  "a": {,}\n}', 2, 9, 'A value is missing here.'],
    ['{"a":1,b:2}', 1, 8, 'This is not JSON: texts need double quotes'],
    ['{"a":1 "b":2}', 1, 8, 'A comma or a closing bracket is missing here.'],
    ['{"a" 1}', 1, 6, 'A colon is missing here.'],
    ['{"a":}', 1, 6, 'A value is missing here.'],
    ['{\r\n"a": [1,\r\n2', 3, 2, 'A closing bracket ] is missing here.'],
    ['{\r"a": 1,\r"b": x}', 3, 6, 'This is not JSON: texts need double quotes'],
    ['\uFEFF{x', 1, 2, 'This is not JSON: texts need double quotes'],
    ['{"a": "b\n"}', 1, 7, 'The text that begins here is not closed.'],
    ['{} /* a', 1, 4, 'The comment that begins here is not closed.'],
    ['{} {}', 1, 4, 'The JSON ends before this place, and something follows it.'],
    ['["\\x"]', 1, 2, 'This text has a backslash before a character that needs none.'],
    ['["\t"]', 1, 2, 'This text holds a control character'],
    ['', 1, 1, 'A value is missing here.'],
    ['"\ud800"', 1, 2, 'Half a character is here']
  ])('says where %j is wrong', (text, line, column, message) => {
    expect(parseJsonc(text)).toEqual({
      fault: { line, column, message: expect.stringContaining(message) as string }
    })
  })

  it.each(['[', '{"a":'])(
    'refuses ten thousand levels of %s without running out of stack',
    (open) => {
      expect(parseJsonc(open.repeat(10_000))).toEqual({
        fault: {
          message: 'There are more than 100 objects and lists inside each other here.',
          line: 1,
          column: open.length * 100 + 1
        }
      })
    }
  )

  it('understands exactly what JSON is, apart from comments and trailing commas', () => {
    const mutated = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ':', '"', '{', ']', '1', '\\', '\0', ' ', 'e')
      )
      .map(([text, at, added]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + added + text.slice(place + (at % 2))
      })
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutated), (text) => {
        fc.pre(!/,\s*[}\]]/.test(text) && !text.includes('/'))
        expect('root' in parseJsonc(text)).toBe(parsesStrictly(text))
      }),
      { numRuns: 2_000 }
    )
  })

  // Not compared with JSON.parse: that of V8 14.8 takes a key with an escape for another one that it
  // met before in the same place, such as "~\"" for "~\\".
  it('reads what JSON.stringify wrote', () => {
    // JSON.stringify writes -0 as 0.
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !!value)
    const values = [fc.string(), number, fc.boolean(), fc.constant(null)]
    fc.assert(
      fc.property(fc.anything({ values }), fc.nat(4), (value, space) => {
        expect(read(JSON.stringify(value, undefined, space))).toEqual(value)
      }),
      { numRuns: 2_000 }
    )
  })
})

describe('valueOf', () => {
  it('makes keys with names from the language properties like any other', () => {
    const value = read('{"__proto__":{"command":"x"},"constructor":1}') as object
    expect(Object.entries(value)).toEqual([
      ['__proto__', { command: 'x' }],
      ['constructor', 1]
    ])
    expect('command' in value).toBe(false)
    expect('command' in {}).toBe(false)
  })

  it('lets the last of several keys count', () => {
    expect(read('{"a":1,"a":2}')).toEqual({ a: 2 })
  })
})

describe('nodeAlong', () => {
  const parsed = parseJsonc('{"a.b": {"c": [1, 2]}, "a": 3}')
  const along = (path: string) =>
    'root' in parsed ? valueOf(nodeAlong(parsed.root, path)) : parsed

  it.each([
    ['a.b.c.1', 2],
    ['a', 3],
    ['a.b.c.7', [1, 2]],
    ['a.b.x.y', { c: [1, 2] }]
  ])('follows %s as far as it goes', (path, value) => {
    expect(along(path)).toEqual(value)
  })
})

describe('placesIn', () => {
  it('counts lines however they end', () => {
    const placeOf = placesIn('a\r\nb\rc\nd')
    expect([0, 3, 5, 7].map(placeOf)).toEqual([1, 2, 3, 4].map((line) => ({ line, column: 1 })))
  })
})

describe('isBlankJsonc', () => {
  it.each(['', ' \r\n', '\uFEFF', '// only a comment', '/* a */ // b\n'])(
    'is true of %j',
    (text) => {
      expect(isBlankJsonc(text)).toBe(true)
    }
  )

  it.each(['null', '{}', '\0', 'x'])('is false of %j', (text) => {
    expect(isBlankJsonc(text)).toBe(false)
  })
})
