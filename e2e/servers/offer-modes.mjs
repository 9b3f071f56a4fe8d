/** A server that offers everything there is to offer, correctly, in either era. */
import process from 'node:process'
import { acknowledge, beModern, subscription } from './era-modes.mjs'
import { NO_ANSWER, Refusal, textResult, tool } from './line-server.mjs'

/** It will not have this one subscribed to. */
const REFUSED = 'test://refused'
const VALUES = Array.from({ length: 150 }, (_, n) => `value ${n + 1}`)

export const offerModes = {
  /** Has a list of everything, and declares `declared`, or leaves its capabilities out. */
  undeclared(server, declared) {
    server.capabilities = declared === undefined ? {} : JSON.parse(declared)
    Object.assign(server.handlers, {
      'resources/list': () => ({ resources: [{ uri: 'test://a', name: 'a' }] }),
      'prompts/list': () => ({ prompts: [{ name: 'greet' }] })
    })
  },

  offers(server, era = 'legacy') {
    const heard = []
    const subscribed = new Map()
    server.capabilities = {
      tools: { listChanged: true },
      resources: { subscribe: true },
      prompts: {},
      logging: {},
      completions: {}
    }
    if (era === 'modern') beModern(server)
    const kept = era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {}
    const hear = server.hear
    server.hear = (message) => {
      heard.push({ method: message.method, params: message.params })
      if (message.method === 'notifications/cancelled') subscribed.delete(message.params.requestId)
      return hear(message)
    }
    Object.assign(server.handlers, {
      'resources/list': () => ({ ...kept, resources: [{ uri: 'test://a', name: 'a' }] }),
      'resources/templates/list': () => ({ ...kept, resourceTemplates: [] }),
      'resources/read': ({ params: { uri } }) =>
        uri === 'test://never' ? NO_ANSWER : { ...kept, contents: [{ uri, text: sizedText(uri) }] },
      'prompts/list': () => ({ ...kept, prompts: [{ name: 'greet' }] }),
      'prompts/get': ({ params: { name, arguments: args } }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify([name, args]) } }]
      }),
      'completion/complete': ({ params }) =>
        params.argument.value === 'never'
          ? NO_ANSWER
          : { completion: { values: VALUES, total: 150, hasMore: true } },
      ...(era === 'modern' ? modernSubscriptions(server, subscribed) : legacyOnes(subscribed))
    })
    server.toolList.push(
      tool('touch', 'Changes a resource', { uri: { type: 'string' } }),
      tool('heard', 'Tells what it was told', { method: { type: 'string' } }),
      tool('chat', 'Writes into the log', { count: { type: 'integer' } }),
      tool('die', 'Ends with a code, in the middle of it')
    )
    Object.assign(server.toolCalls, {
      touch: async ({ params }) => {
        for (const [id, meta] of subscribed) {
          const { uri } = params.arguments
          if (typeof id === 'string' && !uri.startsWith(id)) continue
          await server.notify('notifications/resources/updated', { uri, ...meta })
        }
        return textResult('touched')
      },
      heard: ({ params }) =>
        textResult(
          JSON.stringify(heard.filter(({ method }) => method === params.arguments.method))
        ),
      chat: async ({ params }) => {
        for (let n = 1; n <= params.arguments.count; n++) {
          await server.notify('notifications/message', { level: 'info', logger: 'chat', data: n })
        }
        return textResult('said')
      },
      die: async () => {
        server.log('out of cheese')
        await new Promise((resolve) => process.stderr.write('', resolve))
        process.exit(3)
      },
      go: async () => {
        server.toolList = server.toolList
          .filter(({ name }) => name !== 'fail')
          .map((one) => (one.name === 'echo' ? { ...one, description: 'Says it otherwise' } : one))
          .concat(tool('fresh', 'Is new'))
        await server.notify('notifications/tools/list_changed')
        return textResult('changed')
      }
    })
  }
}

/** As long as the address says. */
function sizedText(uri) {
  return 'x'.repeat(Number(/size\/(\d+)$/.exec(uri)?.[1] ?? 1))
}

function legacyOnes(subscribed) {
  return {
    'logging/setLevel': ({ params: { level } }) => {
      if (level === 'emergency') throw new Refusal(-32602, 'Too severe')
      return {}
    },
    'resources/subscribe': ({ params: { uri } }) => {
      if (uri === REFUSED) throw new Refusal(-32602, 'Not this one')
      subscribed.set(uri, {})
      return {}
    },
    'resources/unsubscribe': ({ params: { uri } }) => {
      subscribed.delete(uri)
      return {}
    }
  }
}

function modernSubscriptions(server, subscribed) {
  return {
    'subscriptions/listen': ({ id, params: { notifications } }) => {
      const wanted = notifications.resourceSubscriptions ?? []
      subscribed.set(id, { _meta: subscription(id) })
      const honoured = wanted.filter((uri) => uri !== REFUSED)
      return acknowledge(server, id, { ...notifications, resourceSubscriptions: honoured })
    }
  }
}
