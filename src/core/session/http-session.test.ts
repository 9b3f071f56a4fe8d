import { describeWaiting } from '../../shared/calls/call'
import { describe, expect, it } from 'vitest'
import {
  call,
  connect,
  listen,
  methodsOf,
  REMOTE,
  stateOf,
  stops,
  usual
} from '../workbench/http-testing'

describe('a session over HTTP', () => {
  it('finds a server of the newer era, and mirrors in headers what it is asked to', async () => {
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } }
    }
    const { url, asked } = await listen(({ message }) => {
      if (message.method === 'server/discover') {
        return { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
      }
      return message.method === 'tools/list'
        ? { tools: [{ name: 'echo', inputSchema }] }
        : usual(message)
    })
    const workbench = connect(url)
    expect((await call(workbench))?.kind).toBe('result')
    expect(stateOf(workbench)).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' })
    expect(asked.find(({ message }) => message.method === 'tools/call')?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'mcp-param-region': 'eu west'
    })
  })

  it.each([400, 404, 405])('goes back to the older era after %i', async (status) => {
    const { url } = await listen(({ message }, response) => {
      if (message.method !== 'server/discover') return usual(message)
      return void response.writeHead(status).end('no')
    })
    const workbench = connect(url)
    expect((await call(workbench))?.kind).toBe('result')
    expect(stateOf(workbench)).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' })
  })

  it('works with a server that has no handshake, no session and no stream', async () => {
    const { url, asked } = await listen(({ message }) =>
      message.method === 'initialize' ? undefined : usual(message)
    )
    const workbench = connect(url, 'streamable-http')
    expect((await call(workbench))?.kind).toBe('result')
    expect(stateOf(workbench)).toMatchObject({ era: 'bare' })
    expect(asked.some(({ verb }) => verb === 'DELETE')).toBe(false)
  })

  it('asks once for a list that the server refuses', async () => {
    const { url, asked } = await listen(({ message }) => {
      const { method } = message
      if (method !== 'initialize') return method === 'tools/list' ? undefined : usual(message)
      return { ...usual(message), capabilities: { tools: {}, resources: {} } }
    })
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE)
    const lists = methodsOf(asked).filter((method) => method?.endsWith('/list'))
    expect(lists).toEqual(['tools/list', 'resources/list', 'resources/templates/list'])
  })

  it.each([401, 403])(
    'asks once, becomes a problem and is not repeated after %i',
    async (status) => {
      const { url, asked } = await listen(
        (_, response) => void response.writeHead(status, { 'www-authenticate': 'Bearer' }).end()
      )
      const workbench = connect(url)
      await expect(workbench.open(REMOTE)).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
      expect(asked).toHaveLength(1)
      expect(stateOf(workbench)).toMatchObject({ phase: 'failed', blame: 'server' })
      expect(workbench.problems.list()).toMatchObject([{ kind: 'auth', serverId: REMOTE }])
    }
  )

  it('finds the headers that are missing', async () => {
    const refusing = await listen((_, response) => void response.writeHead(401).end())
    const workbench = connect(refusing.url)
    await workbench.open(REMOTE).catch(() => undefined)
    const found = workbench.log.tail(100).flatMap(({ violations = [] }) => violations)
    expect(found).toMatchObject([{ rule: 'missing-header' }])
  })

  it('opens a new session when the server has forgotten the old one', async () => {
    let known = 0
    const { url, asked } = await listen(({ message, headers }, response) => {
      if (message.method === 'initialize') response.setHeader('mcp-session-id', `s${++known}`)
      else if (
        headers['mcp-session-id'] !== undefined &&
        headers['mcp-session-id'] !== `s${known}`
      ) {
        return void response.writeHead(404).end()
      }
      return usual(message)
    })
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE)
    known++
    const lost = await call(workbench)
    expect(lost).toMatchObject({ kind: 'not-an-answer', failure: { class: 'session-gone' } })
    expect((await call(workbench))?.kind).toBe('result')
    known++
    await workbench.list(REMOTE, { isForced: true })
    expect(workbench.report(REMOTE).catalogue).toMatchObject({ findings: [] })
    expect(methodsOf(asked).filter((method) => method === 'initialize')).toHaveLength(3)
  })

  it('renews a session once, however many requests find it gone', async () => {
    let known = 0
    const { url, asked } = await listen(({ message, headers }, response) => {
      if (message.method === 'initialize') response.setHeader('mcp-session-id', `s${++known}`)
      else if (headers['mcp-session-id'] !== `s${known}` && message.id !== undefined) {
        return void response.writeHead(404).end()
      }
      return message.method === 'prompts/get' ? { messages: [] } : usual(message)
    })
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE)
    known++
    const reads = [1, 2, 3, 4].map((n) => workbench.getPrompt(REMOTE, `p${n}`, {}))
    expect((await Promise.all(reads)).map(({ outcome }) => outcome.kind)).toEqual(
      Array(4).fill('result')
    )
    expect(methodsOf(asked).filter((method) => method === 'initialize')).toHaveLength(2)
  })

  it('does not stay ready when a session cannot be renewed', async () => {
    let isBroken = false
    const { url } = await listen(({ message }, response) => {
      if (message.method === 'initialize') {
        if (isBroken) return void response.writeHead(502).end()
        response.setHeader('mcp-session-id', 's')
      } else if (isBroken && message.id !== undefined) return void response.writeHead(404).end()
      return usual(message)
    })
    const workbench = connect(url, 'streamable-http', { era: 'legacy', maxRestarts: 1 })
    await workbench.open(REMOTE)
    isBroken = true
    expect((await call(workbench))?.kind).toBe('not-an-answer')
    expect(stateOf(workbench).phase).not.toBe('ready')
    isBroken = false
    await workbench.open(REMOTE)
    expect((await call(workbench))?.kind).toBe('result')
  })

  it('ends a call that waits to be made again, when the session is closed', async () => {
    const { url } = await listen(({ message }, response) =>
      message.method === 'tools/call'
        ? void response.writeHead(429, { 'retry-after': '200' }).end()
        : usual(message)
    )
    const workbench = connect(url)
    const waiting = new Promise<void>((resolve) => {
      workbench.onCall(({ waiting: pause }) => pause && resolve())
    })
    const outcome = call(workbench)
    await waiting
    await workbench.close(REMOTE)
    expect((await outcome)?.kind).toBe('connection-lost')
  })

  it('tells the server of a cancelled call before it goes', async () => {
    const { url, asked } = await listen(({ message }, response) =>
      message.method === 'tools/call' ? void response.flushHeaders() : usual(message)
    )
    const workbench = connect(url)
    const { call: started, done } = await workbench.startCall(REMOTE, 'echo', {})
    workbench.cancelCall(started.id)
    await done
    await workbench.closeAll()
    expect(methodsOf(asked)).toContain('notifications/cancelled')
  })

  it('waits as long as it is told to, visibly, and then calls again', async () => {
    let calls = 0
    const { url } = await listen(({ message }, response) => {
      if (message.method === 'tools/call' && ++calls === 1) {
        return void response.writeHead(429, { 'retry-after': '1' }).end()
      }
      return usual(message)
    })
    const workbench = connect(url)
    const waits: boolean[] = []
    workbench.onCall(({ waiting }) => waits.push(waiting !== undefined))
    expect((await call(workbench))?.kind).toBe('result')
    expect([calls, waits.includes(true), waits.at(-1)]).toEqual([2, true, false])
  })

  it('does not wait for hours: says how long, and leaves it to the person', async () => {
    const { url } = await listen(({ message }, response) =>
      message.method === 'tools/call'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : usual(message)
    )
    expect(await call(connect(url))).toMatchObject({
      kind: 'not-an-answer',
      failure: { class: 'rate-limit', retryAfterMs: 3_600_000 }
    })
  })

  it('repeats a list after 502, and never a call after 500', async () => {
    const counts: Record<string, number> = {}
    const { url } = await listen(({ message }, response) => {
      const { method = '' } = message
      const count = (counts[method] = (counts[method] ?? 0) + 1)
      if (method === 'tools/list' && count === 1) return void response.writeHead(502).end()
      if (method === 'tools/call') return void response.writeHead(500).end()
      return usual(message)
    })
    const workbench = connect(url)
    expect(await call(workbench)).toMatchObject({ failure: { class: 'http', status: 500 } })
    expect(counts).toMatchObject({ 'tools/list': 2, 'tools/call': 1 })
  })

  it('says that nobody is there, after having tried again', async () => {
    const { url } = await listen(() => undefined)
    await stops.pop()?.()
    const workbench = connect(url)
    const phases: string[] = []
    workbench.onSession(({ state }) => phases.push(state.phase))
    await expect(workbench.open(REMOTE)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    expect(phases.filter((phase) => phase === 'waiting')).toHaveLength(3)
    expect(stateOf(workbench)).toMatchObject({
      phase: 'failed',
      tier: 'transport',
      blame: 'network',
      reason: expect.stringContaining('ECONNREFUSED') as unknown
    })
  })

  it('does not stay ready when a call finds nobody, and says why each wait is', async () => {
    const { url } = await listen(({ message }, response) => {
      response.setHeader('connection', 'close') // so that the call has to connect anew
      return usual(message)
    })
    const workbench = connect(url, 'auto', { maxRestarts: 1 })
    await workbench.open(REMOTE)
    expect(stateOf(workbench)).toMatchObject({
      phase: 'ready',
      foundTransport: 'streamable-http'
    })
    await stops[0]?.()
    stops.splice(0, 1)
    const waits: string[] = []
    workbench.onCall(({ waiting }) => {
      if (waiting) waits.push(describeWaiting(waiting, '1 s'))
    })
    const states: object[] = []
    const left = new Promise<void>((resolve) => {
      workbench.onSession(({ state, postMortem }) => {
        states.push({ state, postMortem })
        if (state.phase !== 'ready') resolve()
      })
    })
    expect(await call(workbench)).toMatchObject({
      kind: 'connection-lost',
      failure: { code: 'ECONNREFUSED' }
    })
    await left
    expect(waits).toEqual([
      'Not reachable. Trying again in 1 s (1 of 3).',
      'Not reachable. Trying again in 1 s (2 of 3).',
      'Not reachable. Trying again in 1 s (3 of 3).'
    ])
    const reason = expect.stringContaining('ECONNREFUSED') as unknown
    expect(states.at(-1)).toMatchObject({
      state: { phase: 'waiting', blame: 'network', reason },
      postMortem: { reason, blame: 'network' }
    })
  })

  it.each([
    ['an error page', 500, 'text/html', '<h1>Oops</h1>'],
    ['a page with a status of success', 200, 'text/html', '<h1>Welcome</h1>'],
    ['JSON that is no frame', 200, 'application/json', '{"ok":true}'],
    ['JSON with an id of its own', 200, 'application/json', '{"id":"x","result":1}'],
    ['a list of something else', 200, 'application/json', '[1,2]'],
    ['half of a text', 200, 'application/json', '{"jsonrpc":']
  ])('links %s to the call that it answers', async (_, status, type, body) => {
    const { url } = await listen(({ message }, response) =>
      message.method === 'tools/call'
        ? void response.writeHead(status, { 'content-type': type }).end(body)
        : usual(message)
    )
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await call(workbench)
    const entries = workbench.log.tail(100)
    const request = entries.find(({ method }) => method === 'tools/call')
    const noise = entries.filter(({ kind }) => kind === 'noise')
    expect(noise).toMatchObject([{ answers: request?.seq, method: 'tools/call' }])
    expect(entries.flatMap(({ abandons = [] }) => abandons)).toEqual([])
  })

  it('loses a call whose stream is cut, at once', async () => {
    const { url } = await listen(({ message }, response) =>
      message.method === 'tools/call'
        ? void response
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .write(': hello\n\n', () => response.destroy())
        : usual(message)
    )
    expect(await call(connect(url))).toMatchObject({
      kind: 'connection-lost',
      failure: { class: 'network', isUnsent: false }
    })
  })

  it('asks once only where initialize is answered by a stream without an answer', async () => {
    const { url, asked } = await listen(({ message }, response) => {
      if (message.method !== 'initialize') return usual(message)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: not json\n\n')
      return undefined
    })
    const workbench = connect(url)
    await workbench.open(REMOTE).catch(() => undefined) // the state says why
    expect(methodsOf(asked).filter((method) => method === 'initialize')).toHaveLength(1)
    expect(stateOf(workbench)).toMatchObject({
      phase: 'failed',
      reason: expect.stringContaining('is a stream that ends without an answer') as unknown
    })
  })

  it('fails with the status where a refusal of initialize never ends', async () => {
    const { url } = await listen(({ message }, response) => {
      if (message.method !== 'initialize') return usual(message)
      response.writeHead(500, { 'content-type': 'text/plain' }).write('partial')
      return undefined
    })
    const workbench = connect(url, 'auto', { initializeTimeoutMs: 500 })
    await workbench.open(REMOTE).catch(() => undefined) // the state says why
    expect(stateOf(workbench)).toMatchObject({
      phase: 'failed',
      reason: expect.stringMatching(/HTTP status 500.*partial/) as unknown
    })
  })
})
