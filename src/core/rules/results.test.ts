import { describe, expect, it } from 'vitest'
import { Overheard } from './overheard'
import { checkResult } from './results'

function legacy(): Overheard {
  const overheard = new Overheard()
  overheard.era = 'legacy'
  overheard.revision = '2025-11-25'
  return overheard
}

function modern(): Overheard {
  const overheard = new Overheard()
  overheard.era = 'modern'
  overheard.revision = '2026-07-28'
  return overheard
}

const server = { name: 's', version: '1' }
const tool = { name: 'add', inputSchema: { type: 'object' } }
const resource = { uri: 'a:b', name: 'n' }
const said = (message: object) => ({ messages: [message] })
const block = { type: 'text', text: 'x' }
const content = (...blocks: unknown[]) => ({ content: blocks })
const complete = { resultType: 'complete' }
const fresh = { ...complete, ttlMs: 0, cacheScope: 'private' }
const asking = { resultType: 'input_required' }

describe('A result is invalid', () => {
  it.each<[string, unknown, string]>([
    ['initialize', { serverInfo: server }, 'result.capabilities is missing'],
    ['initialize', { capabilities: {} }, 'result.serverInfo is missing'],
    [
      'initialize',
      { capabilities: {}, serverInfo: { name: 's' } },
      'result.serverInfo.version is missing'
    ],
    ['tools/list', [], 'result is an empty array, not an object'],
    ['tools/list', { tools: {} }, 'result.tools is an object, not an array'],
    ['tools/list', { tools: [tool, {}] }, 'result.tools[1].name is missing'],
    ['tools/list', { tools: [{ name: 'a' }] }, 'result.tools[0].inputSchema is missing'],
    [
      'tools/list',
      { tools: [{ name: 'a', inputSchema: {} }] },
      'result.tools[0].inputSchema.type is missing'
    ],
    [
      'tools/list',
      { tools: [{ ...tool, inputSchema: { type: 'string' } }] },
      'result.tools[0].inputSchema.type is "string", not one of "object"'
    ],
    [
      'tools/list',
      { tools: [{ ...tool, description: 1 }] },
      'result.tools[0].description is 1, not a string'
    ],
    ['tools/list', { tools: [], nextCursor: null }, 'result.nextCursor is null, not a string'],
    ['tools/call', { content: 'x' }, 'result.content is "x", not an array'],
    ['tools/call', content({ type: 'text' }), 'result.content[0].text is missing'],
    ['tools/call', content('x'), 'result.content[0] is "x", not an object'],
    ['tools/call', content({ text: 'x' }), 'result.content[0].type is missing'],
    ['tools/call', content({ type: 'image', data: 'x' }), 'result.content[0].mimeType is missing'],
    [
      'tools/call',
      content({ type: 'json' }),
      'result.content[0].type is "json", not one of "text", "image", "audio", "resource", "resource_link"'
    ],
    [
      'tools/call',
      content({ type: 'resource', resource: { uri: 'a:b' } }),
      'result.content[0].resource has neither "text" nor "blob"'
    ],
    [
      'tools/call',
      content({ type: 'resource_link', uri: 'a:b' }),
      'result.content[0].name is missing'
    ],
    ['tools/call', { content: [], isError: 'no' }, 'result.isError is "no", not a boolean'],
    [
      'tools/call',
      { content: [], structuredContent: [] },
      'result.structuredContent is an empty array, not an object'
    ],
    ['resources/list', { resources: [{ uri: 'a:b' }] }, 'result.resources[0].name is missing'],
    [
      'resources/templates/list',
      { resourceTemplates: [{ name: 'n' }] },
      'result.resourceTemplates[0].uriTemplate is missing'
    ],
    ['resources/read', { contents: [{ text: 'x' }] }, 'result.contents[0].uri is missing'],
    [
      'resources/read',
      { contents: [{ uri: 'a:b' }] },
      'result.contents[0] has neither "text" nor "blob"'
    ],
    [
      'prompts/list',
      { prompts: [{ name: 'n', arguments: {} }] },
      'result.prompts[0].arguments is an object, not an array'
    ],
    [
      'prompts/get',
      said({ role: 'user', content: 'hi' }),
      'result.messages[0].content is "hi", not an object'
    ],
    [
      'prompts/get',
      said({ role: 'system', content: block }),
      'result.messages[0].role is "system", not one of "user", "assistant"'
    ],
    [
      'completion/complete',
      { completion: { values: [1] } },
      'result.completion.values[0] is 1, not a string'
    ],
    [
      'completion/complete',
      { completion: { values: Array(101).fill('x') } },
      'result.completion.values has 101 values, and 100 are allowed'
    ],
    ['ping', 'pong', 'result is "pong", not an object'],
    [
      'tools/call',
      { content: 'x'.repeat(999) },
      `result.content is "${'x'.repeat(80)}"…, not an array`
    ]
  ])('of %s %j', (method, result, problem) => {
    expect(checkResult(method, result, legacy())?.message).toBe(
      `This is not a valid result of "${method}": ${problem}.`
    )
  })

  it.each<[string, unknown, string]>([
    ['server/discover', { ...fresh, capabilities: {} }, 'result.supportedVersions is missing'],
    ['tools/list', { tools: [] }, 'result.resultType is missing'],
    ['tools/list', { ...complete, tools: [] }, 'result.ttlMs is missing'],
    [
      'tools/list',
      { ...fresh, tools: [], ttlMs: -1 },
      'result.ttlMs is -1, not a number from 0 on'
    ],
    ['tools/call', content(), 'result.resultType is missing'],
    [
      'tools/call',
      { resultType: 'done', content: [] },
      'result.resultType is "done", not one of "complete", "input_required", "task"'
    ],
    ['tools/call', asking, 'result has neither "inputRequests" nor "requestState"'],
    [
      'tools/call',
      { ...asking, inputRequests: { a: {} } },
      'result.inputRequests["a"].method is missing'
    ],
    ['tools/call', { ...asking, requestState: 1 }, 'result.requestState is 1, not a string'],
    [
      'tools/list',
      { ...asking, requestState: 's' },
      'result.resultType is "input_required", which this method may not answer'
    ]
  ])('in the newer era, of %s %j', (method, result, problem) => {
    expect(checkResult(method, result, modern())?.message).toBe(
      `This is not a valid result of "${method}": ${problem}.`
    )
  })
})

describe('A result is valid', () => {
  it.each<[string, unknown]>([
    [
      'initialize',
      { protocolVersion: 'x', capabilities: {}, serverInfo: server, instructions: 'i' }
    ],
    [
      'tools/list',
      { tools: [tool, { ...tool, annotations: { readOnlyHint: true }, x: 1 }], nextCursor: '' }
    ],
    ['tools/call', content(block, { type: 'image', data: '', mimeType: 'image/png' })],
    ['tools/call', content({ type: 'resource', resource: { uri: 'a:b', blob: '' } })],
    ['tools/call', content({ ...block, annotations: { audience: ['user'], priority: 1 } })],
    ['tools/call', { content: [], isError: true, structuredContent: {} }],
    ['tools/call', { task: { taskId: 't' } }],
    ['resources/list', { resources: [resource] }],
    ['resources/templates/list', { resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'n' }] }],
    ['resources/read', { contents: [{ uri: 'a:b', text: '' }] }],
    ['prompts/list', { prompts: [{ name: 'n', arguments: [{ name: 'a', required: true }] }] }],
    ['prompts/get', said({ role: 'assistant', content: block })],
    ['completion/complete', { completion: { values: ['a'], total: 1, hasMore: false } }],
    ['ping', {}],
    ['logging/setLevel', { anything: 1 }],
    ['x/unknown', { anything: 1 }]
  ])('of %s %j', (method, result) => {
    expect(checkResult(method, result, legacy())).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['server/discover', { ...fresh, supportedVersions: ['2026-07-28'], capabilities: {} }],
    ['tools/list', { ...fresh, tools: [tool] }],
    ['tools/call', { ...complete, content: [], structuredContent: [1] }],
    ['resources/read', { ...asking, requestState: 's' }],
    ['tools/call', { resultType: 'task', taskId: 't' }],
    ['subscriptions/listen', complete]
  ])('in the newer era, of %s %j', (method, result) => {
    expect(checkResult(method, result, modern())).toBeUndefined()
  })
})
