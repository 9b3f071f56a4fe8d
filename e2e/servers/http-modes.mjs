// What the HTTP fixture does in each mode. Every mode gets one request at a time.
import { Buffer } from 'node:buffer'
import { floodModes } from './http-flood-modes.mjs'
import { longPoll, sse, sseEvilEndpoint, sseRpc } from './http-older-modes.mjs'
import { answerTo, event, events, hold, json, progressOf } from './http-words.mjs'

const SESSION = 'session-1'
const METRICS = {
  requests_total: 10_000,
  requests_per_second: 50,
  average_response_time_ms: 85,
  active_sessions: 9,
  error_rate: 0.002
}

export const modes = {
  ...floodModes,

  /** A legacy server in good health: a session, answers as JSON, no stream of its own. */
  ok: (exchange) => legacy(exchange, plainAnswer),

  /** The same, with numbers of its own at /mcp/metrics: `metrics`, or made-up ones. */
  measured: (exchange) => {
    const { method, path, response, state } = exchange
    if (method !== 'GET' || path !== '/mcp/metrics') return legacy(exchange, plainAnswer)
    json(response, 200, state.metrics ?? METRICS)
  },

  /** One POST, one JSON answer, and nothing else; even the content type is missing. */
  bare: ({ method, message, response }) => {
    if (method !== 'POST') return response.writeHead(404).end()
    if (message.id === undefined) return response.writeHead(200).end()
    response.writeHead(200).end(JSON.stringify(answerTo(message)))
  },

  /** All progress and the answer in one chunk. */
  progress: (exchange) =>
    legacy(exchange, ({ message, response }) => {
      const frames = [...progressOf(message), answerTo(message)]
      events(response).end(frames.map((frame) => event(frame)).join(''))
    }),

  /** A stream of the server's own; `close` ends it after one message. */
  listen: (exchange) => {
    const { method, response, state } = exchange
    if (method !== 'GET') return legacy(exchange, plainAnswer)
    const count = state.streams.push(response)
    if (state.ownStatus) return response.writeHead(state.ownStatus).end()
    if (state.isMute) return hold(exchange)
    events(response).write(event(notification(`stream ${count}`), { id: `own-${count}` }))
    if (state.close) response.end()
  },

  batch: (exchange) =>
    legacy(exchange, ({ message, response }) =>
      json(response, 200, [notification('first'), answerTo(message)])
    ),

  badUtf8: (exchange) =>
    legacy(exchange, ({ message, response }) => {
      const text = JSON.stringify(answerTo(message, 'bad: \u0001')).replace('\\u0001', '\u0001')
      const bytes = Buffer.from(text)
      bytes[bytes.indexOf(1)] = 0xff
      if (!exchange.state.isStream) return response.writeHead(200, JSON_TYPE).end(bytes)
      const frame = Buffer.concat([Buffer.from('data: '), bytes, Buffer.from('\n\n')])
      events(response).end(frame)
    }),

  /** Refuses everything with `status`, `headers` and `body` (or `getBody`), which `hangs` if it never ends. */
  status: ({ method, response, state, message }) => {
    const body = state.answersId
      ? JSON.stringify({ jsonrpc: '2.0', id: message.id, error: state.answersId })
      : (method === 'GET' && state.getBody) || (state.body ?? '')
    response.writeHead(state.status, { ...JSON_TYPE, ...state.headers })
    if (state.hangs) response.write(body)
    else response.end(body)
  },

  /** Forgets the session after the first call; a new one is opened by a new initialize. */
  forgetful: (exchange) => {
    const { message, response, state, headers } = exchange
    const isForgotten = state.calls === 1 && message?.id !== undefined
    if (message?.method === 'initialize') state.session = `session-${++state.calls}`
    else if (headers['mcp-session-id'] !== state.session || isForgotten) {
      return json(response, 404, {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32001, message: 'gone' }
      })
    }
    legacy(exchange, plainAnswer, state.session)
  },

  /** Names another session in each answer. */
  otherSession: (exchange) =>
    legacy(exchange, ({ message, response, state }) => {
      response.setHeader('mcp-session-id', `session-${++state.calls + 1}`)
      json(response, 200, answerTo(message))
    }),

  /** Says 200 and sends `body` with `type`; `lies` about its length, or never ends. */
  body: ({ response, state }) => {
    const headers = state.type === undefined ? {} : { 'content-type': state.type }
    if (state.lies) headers['content-length'] = String(state.body.length + 100)
    response.writeHead(200, { ...headers, ...state.headers })
    response.write(state.body, () => {
      if (state.lies) response.socket.destroy()
      else if (!state.isEndless) response.end()
    })
    if (state.isEndless) flood(response, state.body.repeat(1_000))
  },

  /** Opens and lists as it should, and answers calls with `status`, `type` and `body`, or `cuts`. */
  wrongCalls: (exchange) =>
    legacy(exchange, ({ message, response, state }) => {
      if (message.method !== 'tools/call') return plainAnswer(exchange)
      const { status = 200, type = 'application/json', body = '', headers } = state
      if (state.cuts) {
        response.writeHead(200, { 'content-type': type, 'content-length': '100' })
        return response.write('{"jsonrpc":', () => response.socket.destroy())
      }
      if (state.chunks) return response.socket.end(`${RAW_HEAD}${state.chunks}`)
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    }),

  /** A stream that ends after an event with an id (`isAbrupt`: is cut), and goes on where it is asked to. */
  cutWithId: (exchange) => {
    const { method, message, response, state, headers } = exchange
    const from = headers['last-event-id']
    if (method === 'GET' && from === undefined) return response.writeHead(405).end()
    if (method === 'GET') {
      const refusal = state.refusals?.shift()
      if (refusal) return response.writeHead(refusal.status, refusal.headers).end()
      if (state.neverAnswers) return events(response).end()
      const again = event(progressOf(state.asked)[0], { id: 'e2' })
      const answer = event(answerTo(state.asked), { id: 'e3' })
      return events(response).end(again + answer)
    }
    legacy(exchange, () => {
      state.asked = message
      const stream = events(response)
      stream.write(`id: e1\nretry: ${state.retry ?? 10}\ndata: \n\n`)
      const last = event(progressOf(message)[0], { id: 'e2' })
      if (!state.isAbrupt) return stream.end(last)
      stream.write(last, () => response.socket.destroy())
    })
  },

  /** A stream that is cut with nothing to take it up by; `isAbrupt` without a proper end. */
  cutWithoutId: (exchange) =>
    legacy(exchange, ({ message, response, state }) => {
      const text = event(progressOf(message)[0])
      if (!state.isAbrupt) return events(response).end(text)
      events(response).write(text, () => response.socket.destroy())
    }),

  /** A stream that opens and then says nothing, and a server that says nothing at all any more. */
  silent: (exchange) => {
    const { path, response, state } = exchange
    if (path.endsWith('/health')) {
      if (state.isHealthy) response.writeHead(200).end()
      return
    }
    legacy(exchange, () => {
      state.streams.push(response)
      events(response)
    })
  },

  /** Leaves requests open, with `opens` as streams; refuses cancellations with `cancelStatus`. */
  held: (exchange) => {
    const { method, message, response, state } = exchange
    if (method === 'GET' && state.holdsGets) return hold(exchange)
    if (message?.method === 'notifications/cancelled' && state.cancelStatus) {
      return response.writeHead(state.cancelStatus).end()
    }
    if (message?.method === 'server/discover') return hold(exchange)
    legacy(exchange, hold)
  },

  /** The same, and does not react to cancellations either. */
  heldCancels: (exchange) => {
    if (exchange.message?.method !== 'notifications/cancelled') legacy(exchange, hold)
  },

  /** Answers what needs no answer with an empty body of unknown length and type. */
  emptyBody: (exchange) => {
    const { message, response } = exchange
    if (message && message.id === undefined) {
      response.writeHead(200)
      response.flushHeaders()
      return response.end()
    }
    legacy(exchange, ({ message, response }) =>
      response.writeHead(200).end(JSON.stringify(answerTo(message)))
    )
  },

  /** Accepts everything and answers nothing. */
  mute: () => undefined,

  /** Redirects to `location` with `status` until the path is `/moved`. */
  redirect: (exchange) => {
    const { path, response, state } = exchange
    if (path.startsWith('/moved')) return legacy(exchange, plainAnswer)
    const headers = state.location === undefined ? {} : { location: state.location }
    response.writeHead(state.status, headers).end(state.body)
  },

  /** The modern era: no session, each request its own stream. */
  modern: ({ method, message, response, state }) => {
    if (method !== 'POST') return response.writeHead(405).end()
    if (message.id === undefined) return response.writeHead(202).end()
    if (message.params?.name === 'hang') {
      response.once('close', () => state.onHangClosed?.())
      return events(response).write(event(progressOf(message)[0], { id: 'm1' }))
    }
    if (message.params?.name === 'cut') {
      return events(response).end(event(progressOf(message)[0], { id: 'm2' }))
    }
    json(response, 200, answerTo(message))
  },

  sse,
  sseRpc,
  sseEvilEndpoint,
  longPoll,

  /** Knows nothing of POST at its address, and speaks HTTP+SSE. */
  oldOnly: (exchange) => {
    const { method, path, response, state } = exchange
    if (method === 'POST' && path === '/mcp') return response.writeHead(state.status ?? 405).end()
    return sse(exchange)
  }
}

const RAW_HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
const JSON_TYPE = { 'content-type': 'application/json' }

function legacy(exchange, answer, session = SESSION) {
  const { method, message, response } = exchange
  if (method === 'DELETE') return response.writeHead(200).end()
  if (method !== 'POST') return response.writeHead(405).end()
  if (message.method === undefined || message.id === undefined) return response.writeHead(202).end()
  if (message.method === 'initialize') {
    response.setHeader('mcp-session-id', session)
    return plainAnswer(exchange)
  }
  return answer(exchange)
}

function plainAnswer({ message, response }) {
  json(response, 200, answerTo(message))
}

function notification(data) {
  return { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } }
}

function flood(response, chunk) {
  const more = () => {
    if (response.destroyed) return
    response.write(chunk, more)
  }
  more()
}
