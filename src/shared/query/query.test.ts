import { describe, expect, it } from 'vitest'
import fc from '../json/properties-testing'
import { dependsOnEnding, parseFrameFilter, type FrameCondition as Condition } from './frames'
import { needsText } from './query'

function conditionsOf(text: string): readonly Condition[] {
  const { terms, errors } = parseFrameFilter(text)
  expect(errors).toEqual([])
  return terms.map(({ condition }) => condition)
}

function textTerm(text: string): Condition {
  return { field: 'text', text }
}

describe('A filter reads', () => {
  it.each<[string, readonly Condition[]]>([
    ['', []],
    ['   ', []],
    ['server:files', [{ field: 'server', anyOf: [{ parts: ['files'] }] }]],
    ['METHOD:tools/*', [{ field: 'method', anyOf: [{ parts: ['tools/', ''] }] }]],
    ['tool:a*b**c', [{ field: 'tool', anyOf: [{ parts: ['a', 'b', 'c'] }] }]],
    [
      'server:"my files"|git',
      [{ field: 'server', anyOf: [{ parts: ['my files'] }, { parts: ['git'] }] }]
    ],
    ['tool:"a*|b"', [{ field: 'tool', anyOf: [{ parts: ['a*|b'] }] }]],
    ['resource:file:///a', [{ field: 'resource', anyOf: [{ parts: ['file:///a'] }] }]],
    ['prompt:greet', [{ field: 'prompt', anyOf: [{ parts: ['greet'] }] }]],
    ['log:"timed out"|*', [{ field: 'log', texts: ['timed out', '*'] }]],
    ['target:x', [{ field: 'target', anyOf: [{ parts: ['x'] }] }]],
    ['rule:stdout-noise', [{ field: 'rule', anyOf: [{ parts: ['stdout-noise'] }] }]],
    ['kind:request|Event', [{ field: 'kind', anyOf: ['request', 'lifecycle'] }]],
    ['is:error|pending|', [{ field: 'is', anyOf: ['error', 'pending'] }]],
    ['kind:lifecycle|"not a frame"', [{ field: 'kind', anyOf: ['lifecycle', 'noise'] }]],
    ['origin:sent|received', [{ field: 'origin', anyOf: ['workbench', 'server'] }]],
    ['origin:server', [{ field: 'origin', anyOf: ['server'] }]],
    ['level:error|alert', [{ field: 'level', anyOf: ['error', 'alert'] }]],
    ['id:7', [{ field: 'id', anyOf: [7] }]],
    ['id:"7"', [{ field: 'id', anyOf: ['7'] }]],
    ['id:-1.5e2|01|abc|1e999', [{ field: 'id', anyOf: [-150, '01', 'abc', '1e999'] }]],
    ['id:""', [{ field: 'id', anyOf: [''] }]],
    ['took:>500ms', [{ field: 'took', anyOf: [[{ operator: '>', value: 500 }]] }]],
    ['took:>=0.5S', [{ field: 'took', anyOf: [[{ operator: '>=', value: 500 }]] }]],
    ['took:<250us', [{ field: 'took', anyOf: [[{ operator: '<', value: 0.25 }]] }]],
    ['took:<=2m', [{ field: 'took', anyOf: [[{ operator: '<=', value: 120_000 }]] }]],
    ['took:>20', [{ field: 'took', anyOf: [[{ operator: '>', value: 20 }]] }]],
    [
      'took:100ms..2s',
      [
        {
          field: 'took',
          anyOf: [
            [
              { operator: '>=', value: 100 },
              { operator: '<=', value: 2_000 }
            ]
          ]
        }
      ]
    ],
    ['took:1.5s..', [{ field: 'took', anyOf: [[{ operator: '>=', value: 1_500 }]] }]],
    ['size:>10kb', [{ field: 'size', anyOf: [[{ operator: '>', value: 10_240 }]] }]],
    ['size:..1mb', [{ field: 'size', anyOf: [[{ operator: '<=', value: 1_048_576 }]] }]],
    ['size:121', [{ field: 'size', anyOf: [[{ operator: '=', value: 121 }]] }]],
    ['#41', [{ field: 'frame', anyOf: [[{ operator: '=', value: 41 }]] }]],
    ['frame:>41', [{ field: 'frame', anyOf: [[{ operator: '>', value: 41 }]] }]],
    [
      '#41..60',
      [
        {
          field: 'frame',
          anyOf: [
            [
              { operator: '>=', value: 41 },
              { operator: '<=', value: 60 }
            ]
          ]
        }
      ]
    ],
    [
      'after:14:02',
      [{ field: 'after', moment: { kind: 'of day', hours: 14, minutes: 2, seconds: 0 } }]
    ],
    [
      'before:9:02:33.5',
      [{ field: 'before', moment: { kind: 'of day', hours: 9, minutes: 2, seconds: 33.5 } }]
    ],
    ['hello', [textTerm('hello')]],
    ['hello world', [textTerm('hello'), textTerm('world')]],
    ['"hello world"', [textTerm('hello world')]],
    ['"say \\"hi\\" \\\\ \\n"', [textTerm('say "hi" \\ \\n')]],
    ['"not clo sed ', [textTerm('not clo sed ')]],
    ['tool:"not clo sed', [{ field: 'tool', anyOf: [{ parts: ['not clo sed'] }] }]],
    ['"method":"tools/call"', [textTerm('method'), textTerm(':"tools/call"')]],
    ['""', []],
    ['-', []],
    ['! x', [textTerm('x')]],
    ['#4f2a', [textTerm('#4f2a')]],
    ['http://localhost', [textTerm('http://localhost')]],
    ['resource://a', [textTerm('resource://a')]],
    ['elephant:x', [textTerm('elephant:x')]],
    ['{"id":1}', [textTerm('{"id":1}')]],
    ['/a b/', [{ field: 'pattern', pattern: { source: 'a b', isCaseInsensitive: false } }]],
    ['/a[/]b/i', [{ field: 'pattern', pattern: { source: 'a[/]b', isCaseInsensitive: true } }]],
    ['/a\\/b/', [{ field: 'pattern', pattern: { source: 'a\\/b', isCaseInsensitive: false } }]],
    ['/not clo', [{ field: 'pattern', pattern: { source: 'not clo', isCaseInsensitive: false } }]],
    ['/', []],
    ['//', []],
    ['/home/karl', [textTerm('/home/karl')]]
  ])('%s', (text, conditions) => {
    expect(conditionsOf(text)).toEqual(conditions)
  })

  it.each(['-', '!'])('%s before any term as its opposite', (sign) => {
    const { terms } = parseFrameFilter(
      `${sign}is:error ${sign}"a b" ${sign}/x y/i ${sign}#41 ${sign}word is:log`
    )
    expect(terms.map(({ isNegated }) => isNegated)).toEqual([true, true, true, true, true, false])
  })

  it('dates in local time, or in the zone that they name', () => {
    const moments = conditionsOf(
      'after:2026-01-31 after:2026-01-31T14:02:33.25 after:"2026-01-31 14:02" ' +
        'before:2026-01-31T14:02Z before:2026-01-31T14:02:00.5+02:00'
    ).map((condition) => condition.field !== 'text' && 'moment' in condition && condition.moment)
    expect(moments).toEqual(
      [
        new Date(2026, 0, 31).getTime(),
        new Date(2026, 0, 31, 14, 2, 33, 250).getTime(),
        new Date(2026, 0, 31, 14, 2).getTime(),
        Date.UTC(2026, 0, 31, 14, 2),
        Date.UTC(2026, 0, 31, 12, 2, 0, 500)
      ].map((time) => ({ kind: 'instant', time }))
    )
  })

  it('where each term stands', () => {
    const text = '  -server:"my files"|git "two words"x /a b/i  is:error'
    const { terms } = parseFrameFilter(text)
    expect(terms.map(({ start, end }) => text.slice(start, end))).toEqual([
      '-server:"my files"|git',
      '"two words"',
      'x',
      '/a b/i',
      'is:error'
    ])
  })

  it('whatever is typed, and finds its faults inside of it', () => {
    const letters = fc.constantFrom(...'-!":/|#*.>< \\[(a1iserverkndtoo', '\0', 'é', '\ud83d')
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
        const { terms, errors, remarks } = parseFrameFilter(text)
        for (const { start, end } of [...terms, ...errors, ...remarks]) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 2_000 }
    )
  })
})

describe('What has to be known to apply a filter', () => {
  it.each([
    ['method:x is:violation|pinned', false],
    ['is:log|pending', true],
    ['-is:error', true],
    ['is:slow', true],
    ['is:cancelled', true],
    ['is:answered', true],
    ['is:unanswered', true],
    ['took:>1s', true],
    ['size:>1kb text', false]
  ])('%s: what became of the requests: %s', (text, isNeeded) => {
    expect(dependsOnEnding(parseFrameFilter(text))).toBe(isNeeded)
  })

  it.each([
    ['method:x #41', false],
    ['method:x word', true],
    ['-/x/', true]
  ])('%s: the text of the frames: %s', (text, isNeeded) => {
    expect(needsText(parseFrameFilter(text))).toBe(isNeeded)
  })
})
