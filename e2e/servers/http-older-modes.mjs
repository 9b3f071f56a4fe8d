// Servers that are heard on one stream and spoken to elsewhere.
import { answerTo, event, events, hold, json, progressOf } from './http-words.mjs'

/** HTTP+SSE as it was specified: the stream says where to post to. */
export function sse(exchange) {
  const { method, message, response, state } = exchange
  if (method === 'GET') {
    if (exchange.path.endsWith('/health')) return response.writeHead(404).end()
    state.stream = events(response)
    response.write(`event: endpoint\ndata: ${state.endpoint ?? '/messages?session=1'}\n\n`)
    if (state.secondEndpoint) response.write(`event: endpoint\ndata: ${state.secondEndpoint}\n\n`)
    return
  }
  if (state.posted) return json(response, state.posted.status ?? 200, state.posted.body)
  if (state.holds && message.id !== undefined) {
    if (state.answers) say(state.stream, message, state)
    return hold(exchange)
  }
  response.writeHead(202).end('Accepted')
  say(state.stream, message, state)
}

/** A stream that never says where to post to; what is posted is answered in the response as well. */
export function sseRpc(exchange) {
  const { method, path, message, response, state } = exchange
  if (path.startsWith('/mcp/health')) return response.writeHead(200).end('ok')
  if (method === 'GET') {
    state.stream = events(response)
    return response.write(': hello\n\n')
  }
  if (!path.startsWith('/mcp/rpc')) return response.writeHead(404).end()
  if (message.id === undefined) return response.writeHead(202).end()
  if (state.answersInBody) return json(response, 200, answerTo(message))
  response.writeHead(202).end()
  say(state.stream, message, state)
}

/** Wants our messages to be posted at `location`. */
export function sseEvilEndpoint({ method, response, state }) {
  if (method !== 'GET') return response.writeHead(202).end()
  events(response).write(`event: endpoint\ndata: ${state.location}\n\n`)
}

/** Messages are fetched with a cursor; `failures` counts how many fetches go wrong first. */
export function longPoll(exchange) {
  const { method, path, message, response, state } = exchange
  state.queue ??= []
  if (method === 'POST') {
    if (state.holds && message.id !== undefined) return hold(exchange)
    if (message.id !== undefined) state.queue.push(...progressOf(message), answerTo(message))
    response.writeHead(202).end()
    return state.wake?.()
  }
  if ((state.failures ?? 0) > 0) {
    state.failures--
    return response.writeHead(500).end('broken')
  }
  if (state.batches) {
    const batch = state.batches((state.polls = (state.polls ?? 0) + 1))
    return response.writeHead(200, { 'content-type': 'application/json' }).end(batch)
  }
  const cursor = Number(
    new globalThis.URL(path, 'http://localhost').searchParams.get('cursor') ?? 0
  )
  const reply = () => {
    state.wake = undefined
    const messages = state.queue.slice(cursor)
    if (messages.length === 0) return response.writeHead(204).end()
    json(response, 200, { cursor: String(state.queue.length), messages })
  }
  if (state.queue.length > cursor) reply()
  else state.wake = reply
}

function say(stream, message, state) {
  if (!stream || message?.id === undefined) return
  if (message.params?.name === 'leave') return stream.end()
  if (message.params?.name === 'huge') {
    return stream.write(event(answerTo(message, 'x'.repeat(state.size))))
  }
  const frames = [...progressOf(message), answerTo(message)]
  stream.write(frames.map((frame) => event(frame, { type: 'message' })).join(''))
}
