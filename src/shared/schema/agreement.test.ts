import { describe, expect, it } from 'vitest'
import fc from '../json/properties-testing'
import type { Json } from '../json/json'
import { ajvFor } from './ajv-testing'
import { HARD_SCHEMAS } from './fixtures/hard-schemas'
import { REAL_TOOLS } from './fixtures/real-tools'
import { someJson, someSchema } from './schemas-testing'
import { checkAgainst } from './validate'
import { brokenCopies, valueFor } from './values-testing'

const SERVERS = [...new Set(REAL_TOOLS.map(({ server }) => server))]
/** Ajv makes code of each schema, which takes its time on a busy machine. */
const LONG_MS = 120_000

describe('Ajv agrees about', () => {
  it.each(HARD_SCHEMAS)('$name', ({ schema, valid, invalid }) => {
    const byAjv = ajvFor(schema)
    const kinds = (values: readonly unknown[]): unknown[] =>
      values.map((value) => [value, checkAgainst(schema, value).kind, byAjv(value)])
    expect([...kinds(valid), ...kinds(invalid)]).toEqual([
      ...valid.map((value) => [value, 'fits', true]),
      ...invalid.map((value) => [value, 'fails', false])
    ])
  })

  it.each(SERVERS)(
    'each schema of the tools of %s',
    (server) => {
      const schemas = REAL_TOOLS.filter((tool) => tool.server === server).flatMap((tool) =>
        tool.outputSchema ? [tool.inputSchema, tool.outputSchema] : [tool.inputSchema]
      )
      const disagreements: unknown[] = []
      const met = new Set<string>()
      for (const schema of schemas) {
        const byAjv = ajvFor(schema)
        const wholes = [valueFor(schema, schema, true), valueFor(schema, schema, false)]
        if (!wholes.some((whole) => byAjv(whole))) disagreements.push({ schema })
        for (const value of [...wholes, ...wholes.flatMap((whole) => [...brokenCopies(whole)])]) {
          const { kind } = checkAgainst(schema, value)
          met.add(kind)
          if (kind !== (byAjv(value) ? 'fits' : 'fails'))
            disagreements.push({ schema, value, kind })
        }
      }
      expect(disagreements.slice(0, 5)).toEqual([])
      expect(met).toEqual(new Set(['fits', 'fails']))
    },
    LONG_MS
  )

  it('all real tools that there are', () => {
    expect([SERVERS.length, REAL_TOOLS.length]).toEqual([24, 193])
  })

  it(
    'any small schema and value',
    () => {
      fc.assert(
        fc.property(someSchema, fc.array(someJson, { maxLength: 6 }), (schema, values) => {
          // Ajv does not count the items that `contains` has evaluated, and forgets it beside a tuple.
          const text = JSON.stringify(schema)
          fc.pre(!text.includes('"contains"') || !/"(?:unevaluatedItems|prefixItems)"/.test(text))
          const byAjv = ajvFor(schema)
          const wrong = values.filter((value) => {
            const { kind } = checkAgainst(schema, value)
            const theirs = kindByAjv(byAjv, value)
            return kind !== 'not checked' && theirs !== undefined && kind !== theirs
          })
          expect(wrong).toEqual([])
        }),
        { numRuns: 200 }
      )
    },
    LONG_MS
  )

  it.each<[string, readonly Json[]]>([
    ['date', ['2000-02-29', '1900-02-29', '2024-04-31', '2024-1-1', '2024-00-10', ' 2024-01-01']],
    [
      'time',
      ['00:00:00z', '23:59:60Z', '22:59:60Z', '01:00:00.5-01:30', '1:00:00Z', '12:00:00+24:00']
    ],
    [
      'date-time',
      ['2024-01-01 10:00:00Z', '2024-01-01T10:00:00', '2024-01-01T10:00:00.1z', '2024']
    ],
    ['duration', ['P1Y2M3DT4H5M6S', 'P2W', 'PT1S', 'P', 'PT', 'P1W1D', '1D', 'P1S', 'P1D2Y']],
    [
      'email',
      ['a@b.c', 'a.b@c.d', '.a@b.c', 'a..b@c.d', 'a@b', 'a@-b.c', '"a"@b.c', 'a@b@c.d', 'ä@b.c']
    ],
    [
      'hostname',
      ['a', 'a.b.', '-a', 'a-', 'a_b', `${'a'.repeat(64)}.b`, `${'ab.'.repeat(90)}`, '', '.']
    ],
    ['ipv4', ['1.2.3.4', '01.2.3.4', '256.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.4 ', '0.0.0.0']],
    [
      'ipv6',
      [
        '::',
        '::1',
        '1::',
        '1:2:3:4:5:6:7:8',
        '1:2:3:4:5:6:7',
        '1::2::3',
        '::1.2.3.4',
        '1:2:3:4:5:6:1.2.3.4',
        '1:2:3:4:5:6:7:1.2.3.4',
        '12345::',
        ':1',
        '1:',
        '1:2:3:4:5:6:7::',
        'g::',
        '1.2.3.4',
        ''
      ]
    ],
    [
      'uri',
      [
        'http://a',
        'http://[::1]:80/x',
        'http://[::z]',
        'a:b',
        '//a',
        'http://a/%zz',
        'http://ä',
        'http://u:p@h:1/p?q#f',
        'mailto:a@b.c',
        '1a:b',
        'data:,x',
        'http://a/b c',
        'http://a/[x]',
        'http:///x',
        'http://a#b#c'
      ]
    ],
    ['uri-reference', ['', '/', 'a/b', '?q', '#f', '//h', 'a b', 'http://a', '../x', '%', '[']],
    ['uri-template', ['/a/{b}', '/{a,b*}', '{', '/{+a}{?b:3}', 'a b', '/{}']],
    ['uuid', ['0e3a4f1c-8f7a-4c5e-9b1d-2a3b4c5d6e7F', '0e3a4f1c8f7a4c5e9b1d2a3b4c5d6e7f', '{}']],
    ['json-pointer', ['', '/', '/a/b', 'a', '/~0~1', '/~2', '/~']],
    ['relative-json-pointer', ['0', '1/a', '0#', '01', '-1', '1/~']],
    ['json-pointer-uri-fragment', ['#', '#/a', '/a', '#/%25', '#/%']],
    ['regex', ['a', '(', '[a-z]+', '*', '']],
    ['byte', ['', 'YQ==', 'YWI=', 'YWJj', 'YWJ', 'YQ=', '====']],
    ['int32', [1, 2 ** 31, -(2 ** 31), 1.5, 'x']],
    ['int64', [1, 2 ** 60, 1.5]]
  ])('the format %s', (format, values) => {
    const byAjv = ajvFor({ format })
    expect(values.map((value) => [value, checkAgainst({ format }, value).kind])).toEqual(
      values.map((value) => [value, byAjv(value) ? 'fits' : 'fails'])
    )
  })

  it.each<[string, readonly string[]]>([
    ['^a.c$', ['abc', 'a\nc', 'a\rc', 'a\u2028c', 'a👍c', 'abc\n']],
    ['^\\s+$', [' ', '\u00a0', '\ufeff', '\u3000\t', 'x', '']],
    ['^\\S$', ['a', '\u00a0', ' ']],
    ['^[\\s\\S]*$', ['a\nb\u00a0']],
    ['^[\\w.-]+$', ['a.b-c_1', 'ä', '']],
    ['^[\\[:alph]$', [':', 'a', '[', 'z']],
    ['\\bword\\b', ['a word here', 'sword']],
    ['^\\p{L}+$', ['äé', 'a1']],
    ['^\\p{Script=Greek}$', ['α', 'a']],
    ['^(?:\\u0041|\\u{1F44D}|\\x42|\\cA)$', ['A', 'B', '👍', '\u0001', 'u']],
    ['^(?<year>\\d{4})-(?<month>\\d\\d)$', ['2024-01', '24-01']],
    ['^a{2,3}?b*?c+?$', ['aac', 'aaabbcc', 'ac']],
    ['^[^\\d\\n]$', ['a', '1', '\n']],
    ['^[\\b]$', ['\b', 'b']],
    ['^\\/api\\/v\\d+$', ['/api/v1', '/api/']],
    ['a|^$', ['', 'b', 'ba']],
    ['^[^]$', ['a', '\n', '']]
  ])('the pattern %s', (pattern, values) => {
    const byAjv = ajvFor({ pattern })
    expect(values.map((value) => [value, checkAgainst({ pattern }, value)])).toMatchObject(
      values.map((value) => [value, { kind: byAjv(value) ? 'fits' : 'fails', leavesOut: [] }])
    )
  })
})

/** Undefined where the code that Ajv makes of a schema does not run, which is its own mistake. */
function kindByAjv(
  byAjv: (value: unknown) => boolean,
  value: unknown
): 'fits' | 'fails' | undefined {
  try {
    return byAjv(value) ? 'fits' : 'fails'
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}
