import { describe, expect, it } from 'vitest'
import { connect, listen, REMOTE, usual } from '../workbench/http-testing'

function events(...messages: readonly object[]): string {
  return messages
    .map((message) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)
    .join('')
}

function said(data: string): object {
  return { method: 'notifications/message', params: { level: 'warning', data } }
}

describe('log messages over HTTP', () => {
  it('belong to the call on whose stream they came, and to no other', async () => {
    const { url } = await listen(({ message }, response) => {
      const { id, method, params } = message
      if (method !== 'tools/call') return usual(message)
      const { who } = params?.['arguments'] as { who: string }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(events(said(`for ${who}`), { id, result: { content: [] } }))
      return undefined
    })
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    const calls = await Promise.all(
      ['a', 'b'].map((who) => workbench.startCall(REMOTE, 'echo', { who }))
    )
    const done = await Promise.all(calls.map((call) => call.done))
    expect(done.map(({ logs = [] }) => logs.map(({ text, isGuess }) => [text, isGuess]))).toEqual([
      [['for a', false]],
      [['for b', false]]
    ])
  })

  it('that come on a stream of the server’s own belong to no call', async () => {
    let saySomething = (): void => {}
    let isListening = false
    const { url } = await listen(({ verb, message }, response) => {
      const { id, method } = message
      if (verb === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        saySomething = () => void response.write(events(said('to nobody')))
        isListening = true
      } else if (method === 'tools/call') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        saySomething()
        finish = () => void response.end(events({ id, result: { content: [] } }))
        return undefined
      }
      return usual(message)
    })
    let finish = (): void => {}
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE)
    await expect.poll(() => isListening).toBe(true)
    const { done } = await workbench.startCall(REMOTE, 'echo', {})
    await expect.poll(() => workbench.log.tail(1)[0]?.text).toBe('to nobody')
    finish()
    expect(await done).not.toHaveProperty('logs')
    expect(workbench.log.tail(10)).toContainEqual(expect.objectContaining({ level: 'warning' }))
  })
})
