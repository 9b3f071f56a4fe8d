/** Which protocol a server speaks, and how it takes being asked in another. */
import { existsSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { ELICITATION } from './life-modes.mjs'
import { NO_ANSWER, Refusal, SERVER_INFO, textResult } from './line-server.mjs'

const MODERN = '2026-07-28'
const UNSUPPORTED_VERSION = -32022
const META = 'io.modelcontextprotocol/'
const CACHEABLE = { ttlMs: 0, cacheScope: 'private' }

export const eraModes = {
  modern: beModern,

  modernslow(server, ms = '3000') {
    beModern(server)
    const discover = server.handlers['server/discover']
    server.handlers['server/discover'] = async (request) => {
      await setTimeout(Number(ms))
      return discover(request)
    }
  },

  /** Asks for a name in the first answer, and greets when it gets one with its own state. */
  mrtr(server) {
    beModern(server)
    const state = 'asked for a name'
    server.go = ({ params: { inputResponses, requestState } }) => {
      if (inputResponses === undefined) {
        const inputRequests = { name: { method: 'elicitation/create', params: ELICITATION } }
        return { resultType: 'input_required', inputRequests, requestState: state }
      }
      if (requestState !== state) throw new Refusal(-32602, 'This is not the state I gave')
      return textResult(JSON.stringify(inputResponses.name ?? null))
    }
  },

  exitonprobe: untilInitialize((server) => {
    server.log('expected initialize')
    process.exit(1)
  }),

  deafprobe(server) {
    let isInitialized = false
    server.hear = ({ method }) => {
      isInitialized ||= method === 'initialize'
      return !isInitialized
    }
  },

  brokenprobe: untilInitialize((server) => {
    server.hear = ({ id, method }) => {
      if (id !== undefined && method !== undefined) {
        void server.refuse(id, -32600, 'Received a request before initialize')
      }
      return true
    }
  }),

  /** Legacy until it has been initialised once; modern at every start after that. */
  flip(server, file) {
    if (existsSync(file)) return beModern(server)
    const { initialize } = server.handlers
    server.handlers.initialize = (request) => {
      writeFileSync(file, 'modern next time\n')
      return initialize(request)
    }
  },

  /** Knows two methods, complains about notifications, and has its own idea of a result. */
  bare(server) {
    const { 'tools/list': list } = server.handlers
    server.handlers = {
      'tools/list': list,
      'tools/call': ({ params }) => ({ tool: params.name, output: params.arguments ?? null })
    }
    server.hear = ({ id, method }) => {
      if (id !== undefined || method === undefined) return false
      void server.refuse(null, -32601, 'Method not found')
      return true
    }
  },

  mutebare(server) {
    server.hear = ({ method }) => method !== 'tools/list' && method !== 'tools/call'
  },

  badversion(server) {
    answerVersion(server, '1999-01-01')
  },

  oldversion: answerVersion
}

/** Stateless: every request says what it is, and `initialize` is of another time. */
export function beModern(server) {
  const subscriptions = new Map()
  server.wrap = (result) => ({
    resultType: 'complete',
    ...result,
    _meta: { [`${META}serverInfo`]: SERVER_INFO }
  })
  server.handlers = {
    'server/discover': () => ({
      ...CACHEABLE,
      supportedVersions: [MODERN],
      capabilities: server.capabilities
    }),
    'tools/list': () => ({ ...CACHEABLE, tools: server.toolList }),
    'tools/call': (request) => server.callTool(request),
    'subscriptions/listen': ({ id, params: { notifications } }) => {
      const honoured = notifications?.toolsListChanged === true ? { toolsListChanged: true } : {}
      subscriptions.set(id, honoured)
      return acknowledge(server, id, honoured)
    }
  }
  server.hear = ({ id, method, params }) => {
    if (method === 'notifications/cancelled') subscriptions.delete(params?.requestId)
    if (id === undefined || method === undefined) return false
    return refusesEra(server, id, method, params)
  }
  /** Tells those who listen that the tools are others now. */
  server.go = async () => {
    for (const [id, honoured] of subscriptions) {
      if (honoured.toolsListChanged) {
        await server.notify('notifications/tools/list_changed', { _meta: subscription(id) })
      }
    }
    return textResult(`told ${subscriptions.size} listeners`)
  }
}

/** The request stays open: its answer would end the subscription. */
export async function acknowledge(server, id, notifications) {
  await server.notify('notifications/subscriptions/acknowledged', {
    _meta: subscription(id),
    notifications
  })
  return NO_ANSWER
}

export function subscription(id) {
  return { [`${META}subscriptionId`]: id }
}

/** Answers a request that is not of this era, and says whether it was one. */
function refusesEra(server, id, method, params) {
  const meta = params?._meta ?? {}
  const version = method === 'initialize' ? params?.protocolVersion : meta[`${META}protocolVersion`]
  if (method === 'initialize' || (version !== undefined && version !== MODERN)) {
    const data = { supported: [MODERN], requested: version }
    void server.refuse(id, UNSUPPORTED_VERSION, 'Unsupported protocol version', data)
    return true
  }
  if (version === undefined || meta[`${META}clientCapabilities`] === undefined) {
    void server.refuse(id, -32602, 'The request does not say its version and capabilities')
    return true
  }
  return false
}

/** A mode that takes a first message other than `initialize` badly. */
function untilInitialize(takeBadly) {
  return (server) => {
    server.hear = (message) => {
      server.hear = () => false
      if (message.method === 'initialize') return false
      takeBadly(server)
      return server.hear(message)
    }
  }
}

function answerVersion(server, version) {
  const { initialize } = server.handlers
  server.handlers.initialize = (request) => ({ ...initialize(request), protocolVersion: version })
}
