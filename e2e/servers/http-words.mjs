// The words that the modes of the HTTP fixture have in common.

export function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Leaves a response open and hands it to the test. */
export function hold({ message, response, state }) {
  const held = {
    id: message?.id,
    isClosed: false,
    answer: () => json(response, 200, answerTo(message)),
    refuse: (status) => response.writeHead(status).end(),
    say: (frame) => response.write(event(frame))
  }
  response.once('close', () => {
    held.isClosed = true
    state.onHeldClosed?.(held)
  })
  if (state.opens) events(response)
  state.onHeld?.(held)
}

/** Opens a stream of events. */
export function events(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.flushHeaders()
  return response
}

export function event(message, { id, type } = {}) {
  const lines = [type && `event: ${type}`, id && `id: ${id}`, `data: ${JSON.stringify(message)}`]
  return `${lines.filter(Boolean).join('\n')}\n\n`
}

export function answerTo({ id, method, params }, text = 'done') {
  const result =
    method === 'initialize'
      ? {
          protocolVersion: params?.protocolVersion ?? '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'http-faults', version: '1.0.0' }
        }
      : method === 'tools/list'
        ? { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
        : { content: [{ type: 'text', text }] }
  return { jsonrpc: '2.0', id, result }
}

export function progressOf({ params }) {
  const progressToken = params?._meta?.progressToken ?? 0
  return [1, 2, 3].map((progress) => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress, total: 3 }
  }))
}
