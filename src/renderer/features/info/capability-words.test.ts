import { describe, expect, it } from 'vitest'
import { extensionsOf, ownCapabilities, serverCapabilities } from './capability-words'

describe('what a server can do', () => {
  it('is said in words, with what it does not tell', () => {
    const { capabilities } = serverCapabilities({
      tools: { listChanged: true },
      resources: { subscribe: true },
      logging: {}
    })
    expect(capabilities).toEqual([
      { name: 'tools', words: 'It offers tools to call. It tells when the list changes.' },
      {
        name: 'resources',
        words:
          'It offers resources to read. One can subscribe to a resource and is told when it changes. ' +
          'It does not tell when its resources change.'
      },
      {
        name: 'logging',
        words: 'It sends log messages, from the level on that it is asked for.'
      }
    ])
  })

  it.each([[{}], ['yes'], [1], [false], [null]])(
    'is not to be subscribed to where it declares %j',
    (subscribe) => {
      const { capabilities } = serverCapabilities({ resources: { subscribe } })
      expect(capabilities[0]?.words).toContain('One cannot subscribe to them.')
    }
  )

  it('names what is missing', () => {
    expect(serverCapabilities({ tools: {}, prompts: {} }).missing).toEqual([
      'resources',
      'logging',
      'completions',
      'tasks'
    ])
  })

  it('takes what it does not know for unknown, whatever it is called', () => {
    const declared = JSON.parse('{"toString": {}, "__proto__": true, "tools": 7}') as Record<
      string,
      unknown
    >
    const { capabilities } = serverCapabilities(declared)
    expect(capabilities.map(({ name, isUnknown }) => [name, isUnknown])).toEqual([
      ['toString', true],
      ['__proto__', true],
      ['tools', undefined]
    ])
  })

  it('lists experiments one by one', () => {
    const { capabilities } = serverCapabilities({ experimental: { 'consent/request': {} } })
    expect(capabilities.map(({ name }) => name)).toEqual(['consent/request'])
  })

  it('names the requests that can become tasks', () => {
    const { capabilities } = serverCapabilities({
      tasks: { list: {}, requests: { tools: { call: {} } } }
    })
    expect(capabilities[0]?.words).toBe(
      'It can answer a request with a task, which goes on by itself. Its tasks can be listed. ' +
        'This holds for tools/call.'
    )
  })
})

describe('what Patchbay declared', () => {
  it('is said in words', () => {
    const { capabilities } = ownCapabilities({
      roots: { listChanged: true },
      elicitation: { form: {}, url: {} }
    })
    expect(capabilities.map(({ words }) => words)).toEqual([
      'The server may ask which folders it should work in. Patchbay tells it when they change.',
      'The server may ask you for something: with a form or by a web page.'
    ])
    expect(ownCapabilities({ elicitation: {} }).capabilities[0]?.words).toContain('with a form.')
  })
})

describe('extensions', () => {
  it('are told apart by who declared them', () => {
    const server = { extensions: { 'io.example/a': {}, 'io.example/b': {} } }
    const own = { extensions: { 'io.example/b': {}, 'io.example/c': {} } }
    expect(extensionsOf(server, own)).toEqual([
      { name: 'io.example/a', by: 'server' },
      { name: 'io.example/b', by: 'both' },
      { name: 'io.example/c', by: 'patchbay' }
    ])
  })
})
