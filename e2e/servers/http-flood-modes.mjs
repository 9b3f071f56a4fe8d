// Servers that ask without end, and never reply to a POST that brings an answer.
import { answerTo, event, events, hold, json } from './http-words.mjs'

const ASKED_AT_ONCE = 500
const ASKED_IN_ONE_WRITE = 5_000

export const floodModes = {
  /** Over the stream of its own that Streamable HTTP has. */
  askFlood: (exchange) => {
    if (exchange.method === 'GET') return pour(events(exchange.response))
    takeOrHold(exchange)
  },

  sseAskFlood: (exchange) => {
    const { method, response, path, state } = exchange
    if (method !== 'GET') return takeOrHold(exchange, state.stream)
    state.stream = events(response)
    state.stream.write(`event: endpoint\ndata: ${path}\n\n`)
  },

  longPollAskFlood: (exchange) => {
    const { method, response, state } = exchange
    if (method !== 'GET') return takeOrHold(exchange)
    state.cursor = (state.cursor ?? 0) + 1
    const ping = (_, index) => pingOf(`${state.cursor}-${index}`)
    const messages = Array.from({ length: ASKED_AT_ONCE }, ping)
    json(response, 200, { cursor: state.cursor, messages })
  }
}

/** With a `stream`, it begins to ask there once its tools are listed. */
function takeOrHold(exchange, stream) {
  const { message, response } = exchange
  if (message?.method === undefined) return hold(exchange)
  if (message.id === undefined) return response.writeHead(202).end()
  json(response, 200, answerTo(message))
  if (stream && message.method === 'tools/list') pour(stream)
}

function pour(stream, from = 0) {
  let id = from
  const some = () => Array.from({ length: ASKED_IN_ONE_WRITE }, () => event(pingOf(id++))).join('')
  while (!stream.destroyed && stream.write(some()));
  if (!stream.destroyed) stream.once('drain', () => pour(stream, id))
}

function pingOf(id) {
  return { jsonrpc: '2.0', id: `ask-${id}`, method: 'ping' }
}
