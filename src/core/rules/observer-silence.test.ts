import { expect, it } from 'vitest'
import { Observer } from './observer'
import {
  asks,
  discovered,
  envelope,
  everything,
  got,
  later,
  notes,
  opened,
  play,
  raw,
  server,
  us,
  type Script
} from '../wire/scripted-frames'

const log = { level: 'info', data: null }
const tool = { name: 'add', inputSchema: { type: 'object' } }
const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } }
const page = { mode: 'url', message: 'm', url: 'https://a.example', elicitationId: 'e' }
const withToken = us({ id: 3, method: 'tools/call', params: { _meta: { progressToken: 3 } } })
const progress = (value: number) =>
  notes('notifications/progress', { progressToken: 3, progress: value, total: 9, message: 'm' })
const sample = {
  messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
  maxTokens: 9
}
const client = { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} }
const complete = { resultType: 'complete' }
const fresh = { ...complete, ttlMs: 1, cacheScope: 'public' }
const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  serverInfo: { name: 's', version: '1' }
}

const kept: readonly (readonly [string, Script])[] = [
  [
    'an answer that may have been under way when the server was told that it is not wanted',
    [
      ...opened(),
      us({ id: 2, method: 'tools/call', params: { name: 'a' } }),
      us({ method: 'notifications/cancelled', params: { requestId: 2 } }),
      later(server({ id: 2, result: { content: [] } }), 100)
    ]
  ],
  [
    'a session that is opened, in every older revision',
    ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].flatMap((version) =>
      opened(version)
    )
  ],
  [
    'a batch in the revision that has them',
    [...opened('2025-03-26'), raw('[{"jsonrpc":"2.0","method":"notifications/x"}]')]
  ],
  [
    'an error about a request that could not be read',
    [...opened(), server({ id: null, error: { code: -32700, message: 'Parse error' } })]
  ],
  [
    'the same without any id, since the revision that allows it',
    [...opened(), server({ error: { code: -32700, message: 'Parse error' } })]
  ],
  [
    'an error answer',
    [
      ...opened(),
      us({ id: 2, method: 'ping' }),
      server({ id: 2, error: { code: -32601, message: 'No' } })
    ]
  ],
  [
    'an error answer to a method nobody declared',
    [
      ...opened('2025-11-25', {}),
      us({ id: 2, method: 'resources/list' }),
      server({ id: 2, error: { code: -32601, message: 'No' } })
    ]
  ],
  [
    'an id that is used again after its answer',
    [...opened(), asks(1, 'ping'), us({ id: 1, result: {} }), asks(1, 'ping')]
  ],
  [
    'an id that both sides use',
    [...opened(), us({ id: 7, method: 'ping' }), asks(7, 'ping'), server({ id: 7, result: {} })]
  ],
  [
    'a log message and a ping before the session is open',
    [notes('notifications/message', log), asks(1, 'ping'), ...opened()]
  ],
  [
    'notifications of all declared capabilities',
    [
      ...opened(),
      ...['tools', 'prompts', 'resources'].map((of) => notes(`notifications/${of}/list_changed`)),
      notes('notifications/resources/updated', { uri: 'a:b' }),
      notes('notifications/message', log)
    ]
  ],
  [
    'notifications of a method that nobody knows',
    [...opened(), notes('notifications/x-mine', { a: 1 })]
  ],
  [
    'requests of a method that nobody knows',
    [...opened(), asks(1, 'consent/request', { action: 'a' })]
  ],
  [
    'requests that the client declared',
    [
      ...opened('2025-11-25', everything, client),
      asks(1, 'sampling/createMessage', sample),
      asks(2, 'elicitation/create', form),
      asks(3, 'elicitation/create', page),
      asks(4, 'roots/list')
    ]
  ],
  [
    'a form where elicitation is declared without saying more',
    [...opened('2025-06-18', {}, { elicitation: {} }), asks(1, 'elicitation/create', form)]
  ],
  [
    'progress that increases, and its answer',
    [
      ...opened(),
      withToken,
      progress(0),
      progress(0.5),
      progress(2),
      server({ id: 3, result: { content: [] } })
    ]
  ],
  [
    'progress that crosses a cancellation',
    [
      ...opened(),
      withToken,
      us({ method: 'notifications/cancelled', params: { requestId: 3 } }),
      progress(1)
    ]
  ],
  [
    'progress of a task after its first answer',
    [...opened(), withToken, server({ id: 3, result: { task: { taskId: 't' } } }), progress(1)]
  ],
  [
    'structured content that follows its schema',
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [{ ...tool, outputSchema: sum }] }),
      got(3, 'tools/call', { name: 'add' }, { content: [], structuredContent: { sum: 3 } })
    ]
  ],
  [
    'a failed call without structured content',
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [{ ...tool, outputSchema: sum }] }),
      got(3, 'tools/call', { name: 'add' }, { content: [], isError: true })
    ]
  ],
  [
    'structured content of a tool that was never listed',
    [
      ...opened(),
      got(3, 'tools/call', { name: 'add' }, { content: [], structuredContent: { a: 1 } })
    ]
  ],
  [
    'structured content whose schema cannot be checked',
    [
      ...opened(),
      got(
        2,
        'tools/list',
        {},
        { tools: [{ ...tool, outputSchema: { $ref: 'http://127.0.0.1:9/' } }] }
      ),
      got(3, 'tools/call', { name: 'add' }, { content: [], structuredContent: {} })
    ]
  ],
  [
    'a tool whose output schema is gone from the list',
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [{ ...tool, outputSchema: sum }] }),
      got(3, 'tools/list', {}, { tools: [tool] }),
      got(4, 'tools/call', { name: 'add' }, { content: [] })
    ]
  ],
  [
    'any tool name before there were rules for them',
    [...opened('2025-06-18'), got(2, 'tools/list', {}, { tools: [{ ...tool, name: 'a b/c' }] })]
  ],
  [
    'a list of several pages',
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [tool], nextCursor: '' }),
      got(3, 'tools/list', { cursor: '' }, { tools: [{ ...tool, name: 'sub' }], nextCursor: 'b' }),
      got(4, 'tools/list', { cursor: 'b' }, { tools: [] })
    ]
  ],
  [
    'the same list read again',
    [1, 2].flatMap((round) => [
      ...(round === 1 ? opened() : []),
      got(2, 'tools/list', {}, { tools: [tool], nextCursor: 'b' }),
      got(3, 'tools/list', { cursor: 'b' }, { tools: [{ ...tool, name: 'sub' }] })
    ])
  ],
  [
    'the same list read twice at the same time',
    [
      ...opened(),
      got(2, 'tools/list', {}, { tools: [tool], nextCursor: 'b' }),
      got(3, 'tools/list', {}, { tools: [tool], nextCursor: 'b' }),
      us({ id: 4, method: 'tools/list', params: { cursor: 'b' } }),
      us({ id: 5, method: 'tools/list', params: { cursor: 'b' } }),
      server({ id: 4, result: { tools: [{ ...tool, name: 'sub' }] } }),
      server({ id: 5, result: { tools: [{ ...tool, name: 'sub' }] } })
    ]
  ],
  [
    'a server that is never initialized and still answers',
    [
      us({ id: 1, method: 'initialize' }),
      server({ id: 1, error: { code: -32601, message: 'No' } }),
      got(2, 'tools/list', {}, { tools: [] }),
      notes('notifications/tools/list_changed'),
      asks(1, 'consent/request')
    ]
  ],
  [
    'an older server that is probed first',
    [
      us({ id: 9, method: 'server/discover', params: envelope() }),
      server({ id: 9, error: { code: -32601, message: 'No' } }),
      ...opened(),
      notes('notifications/message', log)
    ]
  ],
  [
    'structured content before there was such a thing: more members are allowed',
    [
      ...opened('2025-03-26'),
      got(2, 'tools/call', { name: 'a' }, { content: [], structuredContent: {} })
    ]
  ],
  ['a session that is opened anew on the same wire', [...opened(), ...opened('2025-06-18')]],
  [
    'a newer server',
    [
      ...discovered,
      got(2, 'tools/list', envelope(), { ...fresh, tools: [tool] }),
      got(3, 'tools/call', { name: 'add', ...envelope() }, { ...complete, content: [] })
    ]
  ],
  [
    'a newer server that is never asked what it is',
    [
      got(
        3,
        'tools/call',
        { name: 'add', ...envelope() },
        { ...complete, content: [], structuredContent: [1] }
      )
    ]
  ],
  [
    'a newer server that answers both ways of asking',
    [
      us({ id: 1, method: 'server/discover', params: envelope() }),
      us({ id: 2, method: 'initialize', params: { capabilities: {} } }),
      server(discoverAnswer()),
      server({ id: 2, result: initialized }),
      got(3, 'tools/call', { name: 'a', ...envelope() }, { ...complete, content: [] })
    ]
  ],
  [
    'log messages that a request of the newer era asked for',
    [
      ...discovered,
      us({
        id: 2,
        method: 'tools/call',
        params: envelope({ 'io.modelcontextprotocol/logLevel': 'info' })
      }),
      notes('notifications/message', log)
    ]
  ],
  [
    'a newer server that asks for input',
    [
      ...discovered,
      got(
        2,
        'tools/call',
        { name: 'a', ...envelope({}, client) },
        {
          resultType: 'input_required',
          inputRequests: { a: { method: 'elicitation/create', params: form } },
          requestState: 's'
        }
      )
    ]
  ],
  [
    'a newer server that makes a task of a call',
    [
      ...discovered,
      got(2, 'tools/call', { name: 'a', ...envelope() }, { resultType: 'task', taskId: 't' })
    ]
  ],
  [
    'frames of ours, whatever they are',
    [
      us({ id: 1, method: 'tools/list', params: { cursor: 7 } }),
      us({ id: 1, method: 'ping' }),
      us({ id: 5, result: null }),
      { origin: 'workbench', raw: 'no frame' }
    ]
  ]
]

function discoverAnswer(): object {
  return {
    id: 1,
    result: { ...fresh, supportedVersions: ['2026-07-28'], capabilities: everything }
  }
}

it.each(kept)('The observer finds nothing wrong with %s', (_what, script) => {
  expect(play(script).flat()).toEqual([])
})

it('The observer makes no list where there is nothing to list', () => {
  const observer = new Observer()
  const lists = ['a', 'b'].map((data) => {
    const params = { level: 'info', data }
    const shape = { kind: 'notification', method: 'notifications/message', params } as const
    return observer.observe({ origin: 'server', shape, message: { params }, raw: '' })
  })
  expect(lists[0]).toBe(lists[1])
})
