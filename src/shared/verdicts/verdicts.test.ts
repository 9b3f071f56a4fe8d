import { describe, expect, it } from 'vitest'
import { heldIfLarge, type HeldResult, type Outcome } from '../calls/call'
import type { Tool } from '../calls/catalogue'
import { isSchemaInvalid, reactionOf, verdictsOn, type Verdict } from './verdicts'
import { schemaDigests, type SchemaDigests } from '../calls/schema-digests'

const tool: Tool = {
  name: 'weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  outputSchema: {
    type: 'object',
    properties: { temperature: { type: 'number' } },
    required: ['temperature']
  }
}
const LARGE = 100_000
const right = { arguments: { city: 'Bern' } }

function text(value: unknown): object {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
}

function verdicts(result: unknown, given: Partial<Parameters<typeof verdictsOn>[0]> = {}) {
  const reaction = reactionOf({ kind: 'result', result })
  const schemas = schemaDigests(given.tool ?? tool)
  return verdictsOn({ tool, schemas, ...right, result, reaction, ...given })
}

function about(
  what: Verdict['about'],
  result: unknown,
  given: Partial<Parameters<typeof verdictsOn>[0]> = {}
): Verdict | undefined {
  return verdicts(result, given).find((verdict) => verdict.about === what)
}

describe('A call in which everything is right', () => {
  it('is said to be right in all three respects', () => {
    const structuredContent = { temperature: 20 }
    const found = verdicts({ content: [text(structuredContent)], structuredContent })
    expect(found.map(({ about: what, kind, blame }) => [what, kind, blame])).toEqual([
      ['input', 'right', undefined],
      ['output', 'right', undefined],
      ['agreement', 'right', undefined]
    ])
  })
})

describe('Structured content that does not fit the output schema', () => {
  const structuredContent = { temperature: 'warm' }

  it('is the doing of the server, never of the arguments', () => {
    const found = verdicts({ content: [text(structuredContent)], structuredContent })
    expect(found.map(({ about: what, kind, blame }) => [what, kind, blame])).toEqual([
      ['input', 'right', undefined],
      ['output', 'wrong', 'server'],
      ['agreement', 'right', undefined]
    ])
  })

  it('is marked where it is wrong', () => {
    expect(about('output', { content: [], structuredContent })?.findings).toEqual([
      { pointer: '/temperature', keyword: 'type', message: 'The type is string, not number.' }
    ])
  })

  it('is not judged when the tool says that it failed', () => {
    const failed = { content: [], structuredContent, isError: true }
    expect(about('output', failed)).toBeUndefined()
  })
})

describe('An output schema', () => {
  it('without structured content is a promise that the server broke', () => {
    expect(about('output', { content: [text('20 degrees')] })).toMatchObject({
      kind: 'wrong',
      blame: 'server',
      message: expect.stringContaining('Output Schema') as unknown
    })
  })

  it('is not missed by a result that is an error, a task or a question', () => {
    const results = [{ isError: true, content: [] }, { task: {} }, { resultType: 'input_required' }]
    expect(results.map((result) => about('output', result))).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })

  it('that cannot be used leaves open whether the result is right', () => {
    const odd = { ...tool, outputSchema: { $ref: 'http://127.0.0.1:9/x' } }
    const structuredContent = {}
    expect(about('output', { content: [], structuredContent }, { tool: odd })).toMatchObject({
      kind: 'unknown',
      blame: 'schema'
    })
  })

  it('that is more than Patchbay takes in is not to blame for that', () => {
    const odd = { ...tool, outputSchema: { description: 'x'.repeat(300_000) } }
    expect(about('output', { content: [], structuredContent: {} }, { tool: odd })).toMatchObject({
      kind: 'unknown',
      blame: 'patchbay',
      message: expect.stringContaining('256 KiB that Patchbay takes in') as unknown
    })
  })

  it('that is not there promises nothing', () => {
    const { outputSchema: _none, ...free } = tool
    expect(about('output', { content: [], structuredContent: [1] }, { tool: free })).toBeUndefined()
  })

  it('may be of something that is no object', () => {
    const list = { ...tool, outputSchema: { type: 'array', items: { type: 'number' } } }
    expect(about('output', { content: [], structuredContent: [1] }, { tool: list })).toMatchObject({
      kind: 'right'
    })
  })

  it('is too much to check a result of any size with, which is our limit', () => {
    const structuredContent = Array.from({ length: 60_000 }, () => 1)
    expect(about('output', { content: [], structuredContent })).toMatchObject({
      kind: 'unknown',
      blame: 'patchbay'
    })
  })
})

describe('Arguments that do not fit the input schema', () => {
  const given = { arguments: { city: 1 } }

  it('are refused by a server that is right, and are the doing of the person', () => {
    expect(about('input', { content: [], isError: true }, given)).toEqual({
      about: 'input',
      kind: 'remark',
      message: 'The arguments do not fit the input schema; the server refused them, as it should.',
      findings: [{ pointer: '/city', keyword: 'type', message: 'The type is number, not string.' }],
      blame: 'person'
    })
  })

  it('are accepted by a server that does not check them, which is its doing', () => {
    expect(about('input', { content: [] }, given)).toMatchObject({
      kind: 'warning',
      blame: 'server',
      message: expect.stringMatching(/^The server does not check its arguments/) as unknown,
      findings: [{ pointer: '/city' }]
    })
  })

  it('are not said to be accepted or refused before the answer tells', () => {
    for (const result of [undefined, { task: {} }, { resultType: 'input_required' }]) {
      expect(about('input', result, given)).toMatchObject({
        kind: 'remark',
        blame: 'person',
        message: 'The arguments do not fit the input schema; whether the server minds is not known.'
      })
    }
  })

  it.each<[Outcome | HeldResult, string | undefined]>([
    [{ kind: 'result', result: { content: [] } }, 'accepted'],
    [{ kind: 'result', result: { content: [], isError: true } }, 'refused'],
    [{ kind: 'result', result: { task: {} } }, undefined],
    [heldIfLarge({ kind: 'result', result: { content: [] } }, LARGE), 'accepted'],
    [heldIfLarge({ kind: 'result', result: { content: [], isError: true } }, LARGE), 'refused'],
    [heldIfLarge({ kind: 'result', result: { task: {} } }, LARGE), undefined],
    [heldIfLarge({ kind: 'result', result: { resultType: 'input_required' } }, LARGE), undefined],
    [heldIfLarge({ kind: 'result', result: 'odd' }, LARGE), undefined],
    [{ kind: 'error', error: { code: -32602, message: 'no' } }, 'refused'],
    [{ kind: 'error', error: { code: -32603, message: 'It broke.' } }, undefined],
    [{ kind: 'error', error: { code: -32601, message: 'no' } }, undefined],
    [{ kind: 'error', error: { code: 0, message: 'no answer' } }, undefined],
    [{ kind: 'timeout', afterMs: 1 }, undefined],
    [{ kind: 'cancelled' }, undefined]
  ])('were refused, or not, by %j', (outcome, reaction) => {
    expect(reactionOf(outcome)).toBe(reaction)
  })

  it('are not known when the schema has a pattern that looks ahead', () => {
    const odd = { ...tool, inputSchema: { properties: { city: { pattern: '(?=B)' } } } }
    expect(about('input', undefined, { tool: odd })).toMatchObject({
      kind: 'right',
      message:
        'The arguments fit the input schema, apart from pattern, which could not be checked here.'
    })
  })
})

describe('A call that was made by other schemas than those of today', () => {
  const structuredContent = { temperature: 'warm' }
  const result = { content: [text(structuredContent)], structuredContent }
  const wrong = { arguments: { city: 1 } }
  const judged = (schemas: SchemaDigests | undefined) =>
    verdicts(result, { ...wrong, schemas }).map(({ about: what, kind, message, blame }) => [
      what,
      kind,
      message,
      blame
    ])
  const agreement = expect.arrayContaining(['agreement', 'right']) as unknown

  it('is not judged by those of today', () => {
    const { inputSchema: _in, outputSchema: _out, ...earlier } = tool
    expect(judged(schemaDigests(earlier))).toEqual([
      [
        'input',
        'unknown',
        'The arguments could not be checked. The schema has changed since this call.',
        undefined
      ],
      [
        'output',
        'unknown',
        'The structured content could not be checked. The schema has changed since this call.',
        undefined
      ],
      agreement
    ])
  })

  it('is judged by the one that is still the same', () => {
    const found = judged(schemaDigests({ ...tool, inputSchema: {} }))
    expect(found.map(([what, kind]) => [what, kind])).toEqual([
      ['input', 'unknown'],
      ['output', 'wrong'],
      ['agreement', 'right']
    ])
  })

  it('is not judged when nobody knows what they were', () => {
    const reason = expect.stringContaining('The schema of that time is not known.') as unknown
    expect(judged(undefined)).toEqual([
      ['input', 'unknown', reason, undefined],
      ['output', 'unknown', reason, undefined],
      agreement
    ])
  })
})

describe('What stands for a hidden value', () => {
  const hidden = 'a hidden value, which is not known here.'
  const doubts = (found: readonly Verdict[]) =>
    found.map(({ about: what, kind, message, blame }) => [
      what,
      kind,
      message.includes(hidden),
      blame
    ])
  const structuredContent = { temperature: '•••' }

  it('is not judged, wherever it is', () => {
    const found = verdicts(
      { content: [text(structuredContent)], structuredContent },
      { arguments: { city: 1, key: 'Bearer •••' } }
    )
    expect(doubts(found)).toEqual([
      ['input', 'unknown', true, 'patchbay'],
      ['output', 'unknown', true, 'patchbay'],
      ['agreement', 'unknown', true, 'patchbay']
    ])
  })

  it('is not judged by, even where the schema seems to have changed because of it', () => {
    const odd = {
      ...tool,
      inputSchema: { properties: { city: { enum: ['•••'] } } },
      outputSchema: { properties: { temperature: { const: '•••' } } }
    }
    const result = { content: [], structuredContent: { temperature: 20 } }
    expect(doubts(verdicts(result, { tool: odd, schemas: schemaDigests(tool) }))).toEqual([
      ['input', 'unknown', true, 'patchbay'],
      ['output', 'unknown', true, 'patchbay']
    ])
  })

  it('does not make a schema invalid', () => {
    const inputSchema = { type: '•••' }
    expect(isSchemaInvalid({ name: 'a', inputSchema })).toBeUndefined()
    expect(isSchemaInvalid({ name: 'a', inputSchema: {}, outputSchema: inputSchema })).toBe(
      undefined
    )
  })

  it('does not let texts and structured content be compared that were not before', () => {
    const prose = { content: [text('It is •••.')], structuredContent: { a: 1 } }
    expect(about('agreement', prose)).toBeUndefined()
  })
})

describe('Text and structured content', () => {
  it.each<[string, unknown, readonly object[], Verdict['kind'] | undefined]>([
    [
      'agree in any order and layout',
      { a: 1, b: [2] },
      [text('{ "b": [2],\n "a": 1.0 }')],
      'right'
    ],
    ['agree when one block of several does', { a: 1 }, [text('Here:'), text({ a: 1 })], 'right'],
    ['agree when a list is wrapped', { entities: [1, 'x'] }, [text([1, 'x'])], 'right'],
    [
      'agree when its items are one text each',
      { result: [1, 'x'] },
      [text('1'), text('x')],
      'right'
    ],
    ['agree when a plain text is wrapped', { content: 'hello' }, [text('hello')], 'right'],
    ['agree when a text that is JSON is wrapped', { content: '[1]' }, [text('[1]')], 'right'],
    ['agree when a number is wrapped', { a: 1 }, [text('1')], 'right'],
    ['agree when both are a number', 12, [text('12')], 'right'],
    ['contradict each other', { a: 1 }, [text({ a: 2 })], 'warning'],
    ['contradict each other in type', { a: 1 }, [text({ a: '1' })], 'warning'],
    ['contradict each other in a wrapped list', { all: [1] }, [text([2])], 'warning'],
    ['may differ in what is left out', { a: 1, b: null }, [text({ a: 1 })], 'remark'],
    ['may differ in what is added', { a: 1 }, [text({ a: 1, b: 2 })], 'remark'],
    ['may be a part and the whole', { all: [1], count: 1 }, [text([1])], 'remark'],
    ['may be a list and an object', { a: 1 }, [text([1, 2])], 'remark'],
    ['are not compared when the text is prose', { a: 1 }, [text('It is 1.')], undefined],
    ['are not compared when the text is one word of many', { a: 1, b: 2 }, [text('1')], undefined],
    ['are not compared when there is no text', { a: 1 }, [], undefined]
  ])('%s', (_how, structuredContent, content, kind) => {
    expect(about('agreement', { content, structuredContent })?.kind).toBe(kind)
  })

  it('contradict each other first at a place that is named with both values', () => {
    const structuredContent = { items: [{ id: 1 }, { 'a/b': 2 }], late: null }
    const content = [text({ items: [{ id: 1 }, { 'a/b': 3 }] })]
    expect(about('agreement', { content, structuredContent })).toMatchObject({
      blame: 'server',
      message: expect.stringMatching(
        /at \/items\/1\/a~1b the text says 3, the structured content 2 \(MCP, .*\)/
      ) as unknown,
      findings: [{ pointer: '/items/1/a~1b' }]
    })
  })

  it.each([
    [{ content: 'x' }, [text('x')], 'The text is what stands at /content'],
    [{ all: [1], n: 1 }, [text([1])], 'The text is only what stands at /all'],
    [{ a: 1, b: { c: 2 } }, [text({ a: 1, b: {} })], 'The text leaves out /b/c'],
    [[1], [text([1, 2])], 'The text has /1, which the structured content leaves out'],
    [[1], [text({ a: 1 })], 'The text is an object, the structured content a list']
  ])('say how they differ: %j', (structuredContent, content, words) => {
    const found = about('agreement', { content, structuredContent })
    expect(found?.message).toContain(words)
    expect([found?.blame, found?.findings]).toEqual([undefined, []])
  })

  it('are not compared when there is no structured content', () => {
    expect(about('agreement', { content: [text({ a: 1 })] })).toBeUndefined()
  })

  it('end the comparison, not the program, when they are nested without end', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const found = about('agreement', { content: [text(deep)], structuredContent: [] })
    expect(found).toMatchObject({ kind: 'unknown', blame: 'patchbay' })
  })
})

describe('A tool has an invalid schema', () => {
  it.each<[string, object, RegExp | undefined]>([
    ['when it has none', {}, /^The tool has no inputSchema, .*any arguments\.$/],
    [
      'when its input schema refers elsewhere',
      { inputSchema: { $ref: 'http://a/b' } },
      /^The input.*fetched/
    ],
    [
      'when its input schema is more than Patchbay takes in',
      { inputSchema: { $schema: 'urn:mine' } },
      /^Patchbay cannot use the input schema\..*Patchbay does not know/
    ],
    ['when its output schema is no schema', { inputSchema: {}, outputSchema: 1 }, /output.*object/],
    ['unless all of them can be used', { inputSchema: { type: 'object' } }, undefined]
  ])('%s', (_when, schemas, reason) => {
    const found = isSchemaInvalid({ name: 'a', ...schemas })
    if (reason) expect(found).toMatch(reason)
    else expect(found).toBeUndefined()
  })
})
