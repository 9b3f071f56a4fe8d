import { describe, expect, it } from 'vitest'
import {
  byHand,
  asks,
  discovered,
  envelope,
  got,
  later,
  notes,
  opened,
  play,
  raw,
  server,
  us,
  type Script,
  type Step
} from '../wire/scripted-frames'
import { RULE_NAMES, type Rule } from '../traffic/violations'

const tool = (more: object = {}) => ({ name: 'add', inputSchema: { type: 'object' }, ...more })
const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
const listed = (...tools: object[]): readonly Step[] => got(2, 'tools/list', {}, { tools })
const called = (result: object, params: object = { name: 'add' }): readonly Step[] =>
  got(3, 'tools/call', params, result)
const withToken = us({ id: 3, method: 'tools/call', params: { _meta: { progressToken: 'p' } } })
const progress = (value: unknown, token: unknown = 'p'): Step =>
  notes('notifications/progress', { progressToken: token, progress: value })
const text = { type: 'string' }
const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } }
const nameless = (code: number): Step => server({ id: null, error: { code, message: 'x' } })

const cancelled: Script = [
  ...opened(),
  us({ id: 2, method: 'tools/call', params: { name: 'a' } }),
  us({ method: 'notifications/cancelled', params: { requestId: 2 } })
]

/** The last frame breaks the rule, and no frame breaks another. */
const broken: readonly (readonly [Rule, RegExp, Script])[] = [
  ['stdout-noise', /stderr/, [raw('listening on 3000')]],
  ['not-json', /not valid JSON/, [raw('  {"jsonrpc":"2.0",')]],
  ['not-json-rpc', /has no "jsonrpc": "2.0"/, [raw('{"id":1}')]],
  ['not-json-rpc', /not an object/, [raw('7')]],
  [
    'not-json-rpc',
    /without an id/,
    [...opened('2025-06-18'), raw('{"jsonrpc":"2.0","error":{"code":-32700}}')]
  ],
  ['result-and-error', /both/, [...opened(), server({ id: 2, result: {}, error: {} })]],
  ['batch', /batch of 1/, [...opened(), raw('[{"jsonrpc":"2.0","method":"notifications/x"}]')]],
  ['null-id-error', /-32601/, [...opened(), nameless(-32601)]],
  ['unknown-id', /"x", which was never sent/, [...opened(), server({ id: 'x', result: {} })]],
  [
    'duplicate-answer',
    /"ping".* 2 once more/,
    [...opened(), got(2, 'ping', {}, {}), server({ id: 2, result: {} })]
  ],
  [
    'answer-after-cancel',
    /after that was cancelled, which it should not/,
    [...cancelled, later(server({ id: 2, result: {} }), 10_000)]
  ],
  [
    'id-type',
    /"2".* 2,/,
    [...opened(), us({ id: 2, method: 'ping' }), server({ id: '2', result: {} })]
  ],
  [
    'undeclared-list',
    /offers tools but does not declare them/,
    [...opened('2025-11-25', {}), listed(tool())]
  ],
  [
    'cancels-our-request',
    /id 2, which is not the server’s own/,
    [...opened(), us({ id: 2, method: 'ping' }), notes('notifications/cancelled', { requestId: 2 })]
  ],
  [
    'duplicate-key',
    /the key "id" more than once/,
    [
      ...opened(),
      us({ id: 4, method: 'ping' }),
      raw('{"jsonrpc":"2.0","id":9,"result":{"id":1},"id":4}')
    ]
  ],
  ['reused-id', /id 2, which #\d+ has used/, [...opened(), got(2, 'ping', {}, {}), byHand(2)]],
  ['duplicate-id', /"a"/, [...opened(), asks('a', 'ping'), asks('a', 'ping')]],
  [
    'invalid-error',
    /error\.code is missing/,
    [...opened(), us({ id: 2, method: 'ping' }), server({ id: 2, error: {} })]
  ],
  [
    'invalid-error',
    /error is "no", not an object/,
    [...opened(), us({ id: 2, method: 'ping' }), server({ id: 2, error: 'no' })]
  ],
  ['invalid-result', /result\.content is missing/, [...opened(), called({})]],
  ['invalid-result', /result is null, not an object/, [...opened(), got(2, 'ping', {}, null)]],
  [
    'invalid-params',
    /params\.level is "loud"/,
    [...opened(), notes('notifications/message', { level: 'loud', data: 1 })]
  ],
  [
    'invalid-params',
    /params\.data is missing/,
    [...opened(), notes('notifications/message', { level: 'info' })]
  ],
  [
    'invalid-params',
    /params\.uri is missing/,
    [...opened(), notes('notifications/resources/updated')]
  ],
  [
    'invalid-params',
    /params\.requestId is missing/,
    [...opened(), notes('notifications/cancelled', {})]
  ],
  [
    'invalid-params',
    /params\.progressToken is missing/,
    [...opened(), notes('notifications/progress', { progress: 1 })]
  ],
  [
    'invalid-params',
    /params is an array/,
    [...opened(), server({ method: 'notifications/x', params: [1] })]
  ],
  [
    'invalid-params',
    /params\.maxTokens is missing/,
    [
      ...opened('2025-11-25', {}, { sampling: {} }),
      asks(1, 'sampling/createMessage', { messages: [] })
    ]
  ],
  ['progress-unknown-token', /"p"/, [...opened(), progress(1)]],
  [
    'progress-unknown-token',
    /"3"/,
    [
      ...opened(),
      us({ id: 2, method: 'ping', params: { _meta: { progressToken: 3 } } }),
      progress(1, '3')
    ]
  ],
  [
    'progress-after-end',
    /answered already/,
    [...opened(), withToken, server({ id: 3, result: { content: [] } }), progress(1)]
  ],
  ['progress-not-increasing', /is 1 after 1/, [...opened(), withToken, progress(1), progress(1)]],
  ['invalid-progress', /params\.progress is "1"/, [...opened(), withToken, progress('1')]],
  [
    'undeclared-capability',
    /"logging".* server/,
    [...opened('2025-11-25', {}), notes('notifications/message', { level: 'info', data: 1 })]
  ],
  [
    'undeclared-capability',
    /"tools\.listChanged"/,
    [...opened('2025-11-25', { tools: {} }), notes('notifications/tools/list_changed')]
  ],
  [
    'undeclared-capability',
    /"sampling".* client/,
    [...opened(), asks(1, 'sampling/createMessage', { messages: [], maxTokens: 1 })]
  ],
  [
    'invalid-params',
    /properties\.home is neither a single value nor a choice/,
    [
      ...opened('2025-11-25', {}, { elicitation: {} }),
      asks(1, 'elicitation/create', {
        ...form,
        requestedSchema: { type: 'object', properties: { name: text, home: { type: 'object' } } }
      })
    ]
  ],
  ['undeclared-capability', /"elicitation"/, [...opened(), asks(1, 'elicitation/create', form)]],
  ['undeclared-capability', /"roots"/, [...opened(), asks(1, 'roots/list')]],
  [
    'undeclared-capability',
    /"elicitation\.url"/,
    [
      ...opened('2025-11-25', {}, { elicitation: {} }),
      asks(1, 'elicitation/create', { mode: 'url', message: 'm', url: 'https://a.example' })
    ]
  ],
  [
    'undeclared-capability',
    /"roots"/,
    [
      ...discovered,
      got(
        2,
        'tools/call',
        { name: 'a', ...envelope() },
        { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } }
      )
    ]
  ],
  ['wrong-era', /a request, ping/, [...discovered, asks(1, 'ping')]],
  [
    'wrong-era',
    /log message/,
    [...discovered, notes('notifications/message', { level: 'info', data: 1 })]
  ],
  [
    'wrong-era',
    /2025-06-18/,
    [...opened('2025-03-26', {}, { elicitation: {} }), asks(1, 'elicitation/create', form)]
  ],
  [
    'wrong-era',
    /by URL/,
    [
      ...opened('2025-06-18', {}, { elicitation: { url: {} } }),
      asks(1, 'elicitation/create', { mode: 'url', message: 'm', url: 'https://a.example' })
    ]
  ],
  [
    'wrong-era',
    /"resource_link"/,
    [
      ...opened('2025-03-26'),
      called({ content: [{ type: 'resource_link', uri: 'a:b', name: 'n' }] })
    ]
  ],
  [
    'wrong-era',
    /"audio"/,
    [
      ...opened('2024-11-05'),
      called({ content: [{ type: 'audio', data: '', mimeType: 'audio/wav' }] })
    ]
  ],
  ['before-initialized', /roots\/list/, [asks(1, 'roots/list')]],
  ['before-initialized', /list_changed/, [notes('notifications/tools/list_changed')]],
  ['unsupported-version', /"1\.0"/, opened('1.0').slice(0, 2)],
  ['unsupported-version', /"2026-07-28"/, opened('2026-07-28').slice(0, 2)],
  [
    'structured-content',
    /there is none/,
    [...opened(), listed(tool({ outputSchema: sum })), called({ content: [] })]
  ],
  [
    'structured-content',
    /of "add": at \/sum, the type is "?string"?, not "?number"?\./,
    [
      ...opened(),
      listed(tool({ outputSchema: sum })),
      called({ content: [], structuredContent: { sum: '3' } })
    ]
  ],
  ['tool-name', /"a b" should have only/, [...opened(), listed(tool({ name: 'a b' }))]],
  ['tool-name', /is empty/, [...opened(), listed(tool({ name: '' }))]],
  ['tool-name', /129 characters/, [...opened(), listed(tool({ name: 'a'.repeat(129) }))]],
  ['tool-name', /"add" is in the list twice/, [...opened(), listed(tool(), tool())]],
  [
    'tool-name',
    /twice/,
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [tool()], nextCursor: 'b' }),
      got(3, 'tools/list', { cursor: 'b' }, { tools: [tool()] })
    ]
  ],
  [
    'cursor-repeated',
    /"b"/,
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [], nextCursor: 'b' }),
      got(3, 'tools/list', { cursor: 'b' }, { tools: [], nextCursor: 'b' })
    ]
  ],
  [
    'cursor-repeated',
    /"b"/,
    [
      ...opened(),
      got(2, 'prompts/list', {}, { prompts: [], nextCursor: 'b' }),
      got(3, 'prompts/list', { cursor: 'b' }, { prompts: [], nextCursor: 'c' }),
      got(4, 'prompts/list', { cursor: 'c' }, { prompts: [], nextCursor: 'b' })
    ]
  ]
]

const long = (end: string) => 'x'.repeat(5_000) + end
const longToken = us({
  id: 3,
  method: 'tools/call',
  params: { _meta: { progressToken: long('1') } }
})

/** As above, with ids and names that are too long to be kept, and differ only at their ends. */
const brokenAtLength: typeof broken = [
  ['progress-unknown-token', /"x{80}"…/, [...opened(), longToken, progress(1, long('2'))]],
  [
    'progress-not-increasing',
    /is 1 after 1/,
    [...opened(), longToken, progress(1, long('1')), progress(1, long('1'))]
  ],
  [
    'progress-after-end',
    /answered already/,
    [...opened(), longToken, server({ id: 3, result: { content: [] } }), progress(1, long('1'))]
  ],
  [
    'structured-content',
    /"x{80}"….*there is none/,
    [
      ...opened('2025-06-18'),
      listed(
        tool({ name: long('1') }),
        tool({ name: long('2'), outputSchema: sum }),
        tool({ name: long('3') })
      ),
      got(3, 'tools/call', { name: long('1') }, { content: [] }),
      got(4, 'tools/call', { name: long('2') }, { content: [] })
    ]
  ],
  [
    'tool-name',
    /twice/,
    [...opened('2025-06-18'), listed(tool({ name: long('1') }), tool({ name: long('1') }))]
  ],
  [
    'cursor-repeated',
    /"x{80}"…/,
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [], nextCursor: long('1') }),
      got(3, 'tools/list', { cursor: long('1') }, { tools: [], nextCursor: long('2') }),
      got(4, 'tools/list', { cursor: long('2') }, { tools: [], nextCursor: long('1') })
    ]
  ],
  ['wrong-era', /a request, x{1000}…, which/, [...discovered, asks(1, long(''))]]
]

describe('The observer finds', () => {
  it.each(broken)('%s %s', (rule, sentence, script) => {
    const found = play(script)
    expect(found.flat().map((violation) => violation.rule)).toEqual([rule])
    const [violation] = found.at(-1) ?? []
    expect(violation?.message).toMatch(sentence)
    expect(violation?.message).toMatch(/^[A-Z].*\.$/)
    expect(violation?.clause).toMatch(/^(JSON-RPC 2\.0|RFC 8259|MCP \d{4}-\d\d-\d\d), ./)
  })

  it.each(brokenAtLength)('%s %s, however long the names are', (rule, sentence, script) => {
    const found = play(script)
    expect(found.flat().map((violation) => violation.rule)).toEqual([rule])
    expect(found.at(-1)?.[0]?.message).toMatch(sentence)
  })

  it.each([
    ['streamable-http', 'MCP 2025-11-25, Basic, Transports, Streamable HTTP'],
    ['sse', 'MCP 2024-11-05, Basic, Transports, HTTP with SSE'],
    ['websocket', 'MCP 2025-11-25, Basic, Transports, Custom Transports'],
    ['long-poll', 'MCP 2025-11-25, Basic, Transports, Custom Transports'],
    ['auto', 'MCP 2025-11-25, Basic, Transports']
  ] as const)('no stdout over %s, only what is not JSON', (transport, clause) => {
    expect(play([raw('<html>'), raw('{"jsonrpc":')], transport).flat()).toEqual([
      {
        rule: 'not-json',
        message: 'This is not a message: it is not JSON, and a server may send nothing else here.',
        clause
      },
      {
        rule: 'not-json',
        message: 'This begins like a message, but it is not valid JSON.',
        clause
      }
    ])
  })

  it('only the length wrong with a batch that is too long where batches are allowed', () => {
    const one = '{"jsonrpc":"2.0","method":"notifications/x"}'
    const batch = raw(`[${Array(1_001).fill(one).join(',')}]`)
    expect(play([...opened('2025-03-26'), batch]).at(-1)).toEqual([
      {
        rule: 'batch-too-long',
        message: 'And 1 more part was not looked at.',
        clause: 'Patchbay’s limit'
      }
    ])
  })

  it('every rule there is', () => {
    expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(RULE_NAMES))
  })
})
