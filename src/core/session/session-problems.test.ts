import { describe, expect, it } from 'vitest'
import { systemClock, type Clock } from '../time/clock'
import { Problems } from '../problems/problems'
import { Workbench } from '../workbench/workbench'
import { FaultBench, FAULTY } from '../workbench/fault-testing'
import { call, connect, listen, REMOTE, stops, usual } from '../workbench/http-testing'
import { SessionProblems } from './session-problems'
import { PLAIN_NETWORKS } from '../network/networks'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Time that the test adds to the real one, so that nobody has to wait an hour. */
function movedClock(): { readonly clock: Clock; readonly pass: (ms: number) => void } {
  let extra = 0
  const due = new Set<{ readonly at: number; readonly work: () => void }>()
  const now = (): number => performance.now() + extra
  const run = (): void => {
    for (const timer of due) {
      if (timer.at > now()) continue
      due.delete(timer)
      timer.work()
    }
  }
  return {
    clock: {
      wall: () => systemClock.wall() + extra,
      monotonic: now,
      after: (ms, work) => {
        const timer = { at: now() + ms, work }
        due.add(timer)
        const stop = systemClock.after(ms, run)
        return () => {
          stop()
          due.delete(timer)
        }
      }
    },
    pass: (ms) => {
      extra += ms
      run()
    }
  }
}

async function remote(serve: Parameters<typeof listen>[0]) {
  const { url } = await listen(serve)
  const { clock, pass } = movedClock()
  const workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    servers: [
      {
        id: REMOTE,
        name: 'remote',
        scope: 'user',
        transport: 'streamable-http',
        url,
        headers: {},
        settings: { era: 'legacy', retry: 'none' }
      }
    ],
    version: '0',
    clock
  })
  stops.push(() => workbench.closeAll())
  const kinds = (): readonly string[] => workbench.problems.list().map(({ kind }) => kind)
  return { workbench, clock, pass, kinds }
}

describe('a server that wants to know who is asking', () => {
  it('is a problem until it opens', async () => {
    let status = 401
    const { url } = await listen(({ message }, response) =>
      status === 200 ? usual(message) : void response.writeHead(status).end()
    )
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await workbench.open(REMOTE).catch(() => undefined)
    expect(workbench.problems.list()).toMatchObject([
      { kind: 'auth', serverId: REMOTE, action: { kind: 'reopen', serverId: REMOTE } }
    ])
    status = 200
    await workbench.open(REMOTE)
    expect(workbench.problems.list()).toEqual([])
  })

  it('is one from the call that it refuses to the next that it accepts', async () => {
    let status = 403
    const { url } = await listen(({ message }, response) =>
      status !== 200 && message.method === 'tools/call'
        ? void response.writeHead(status).end()
        : usual(message)
    )
    const workbench = connect(url, 'streamable-http', { era: 'legacy' })
    await call(workbench)
    expect(workbench.problems.list()).toMatchObject([{ kind: 'auth' }])
    await workbench.list(REMOTE, { isForced: true })
    expect(workbench.problems.list()).toMatchObject([{ kind: 'auth' }])
    status = 200
    await call(workbench)
    expect(workbench.problems.list()).toEqual([])
  })
})

describe('a server that has had too many requests', () => {
  it('is a problem that says until when, and no longer than that', async () => {
    const { workbench, clock, pass, kinds } = await remote(({ message }, response) =>
      message.method === 'tools/call'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : usual(message)
    )
    const before = clock.wall()
    await call(workbench)
    const [problem] = workbench.problems.list()
    expect(problem).toMatchObject({ kind: 'rate-limit', action: { kind: 'show' } })
    expect(problem?.until).toBeGreaterThanOrEqual(before + 3_600_000)
    pass(3_590_000)
    expect(kinds()).toEqual(['rate-limit'])
    pass(11_000)
    expect(kinds()).toEqual([])
  })

  it('is none when it is short, and is one when it does not end', async () => {
    const { workbench, pass, kinds } = await remote(({ message }, response) =>
      message.method === 'tools/call'
        ? void response.writeHead(429, { 'retry-after': '20' }).end()
        : usual(message)
    )
    for (const expected of [[], [], ['rate-limit']]) {
      await call(workbench)
      expect(kinds()).toEqual(expected)
      pass(21_000)
    }
  })

  it('is none any more once it answers, whatever it said', async () => {
    let isLimited = true
    const { workbench, kinds } = await remote(({ message }, response) =>
      isLimited && message.method === 'tools/call'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : usual(message)
    )
    await call(workbench)
    await workbench.list(REMOTE, { isForced: true })
    expect(kinds()).toEqual(['rate-limit'])
    isLimited = false
    await call(workbench)
    expect(kinds()).toEqual([])
  })

  it('is one when it says so in an answer, and when it cannot even be opened', async () => {
    const reset = { code: -32000, message: 'slow down', data: { reset: 7_200 } }
    const answering = await remote(({ message }, response) => {
      if (message.method !== 'tools/call') return usual(message)
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: reset }))
    })
    await call(answering.workbench)
    expect(answering.kinds()).toEqual(['rate-limit'])

    const closed = await remote(
      (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
    )
    await closed.workbench.open(REMOTE).catch(() => undefined)
    expect(closed.kinds()).toEqual(['rate-limit'])
  })

  it.each(['99999999', '9'.repeat(18), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'is one with an end that can be told and waited for, whatever it says: %s',
    async (wanted) => {
      const { workbench, clock, pass, kinds } = await remote(({ message }, response) =>
        message.method === 'tools/call'
          ? void response.writeHead(429, { 'retry-after': wanted }).end()
          : usual(message)
      )
      await call(workbench)
      const [problem] = workbench.problems.list()
      expect(problem?.until).toBeLessThanOrEqual(clock.wall() + 7 * DAY_MS)
      pass(6 * DAY_MS)
      expect(kinds()).toEqual(['rate-limit'])
      pass(DAY_MS)
      expect(kinds()).toEqual([])
    }
  )
})

describe('a server that hung until it was given up', () => {
  it('is one problem, which says nothing of a start that did not help', () => {
    const problems = new Problems({ clock: systemClock })
    const session = new SessionProblems(problems, { id: REMOTE, name: 'remote' }, systemClock)
    session.hung('It fell silent.', true)
    session.gaveUp('It fell silent.')
    expect(problems.list()).toMatchObject([
      { kind: 'failed', message: 'remote broke too often. It fell silent.' }
    ])
  })
})

describe('a server that sends messages without end', () => {
  it('is a problem that says so, until it is closed', async () => {
    const faulty = new FaultBench('notifyflood')
    const { workbench } = faulty
    stops.push(() => workbench.closeAll())
    await faulty.open()
    await expect.poll(() => workbench.problems.list(), { timeout: 60_000 }).not.toEqual([])
    const [problem] = workbench.problems.list()
    expect(problem).toMatchObject({ kind: 'flood', serverId: FAULTY })
    expect(problem?.message).toMatch(
      /^faulty floods Patchbay: it sent 100,000 messages within [\d.]+ s\. All of them are recorded\. /
    )
    expect(faulty.state.phase).toBe('ready')
    await workbench.close(FAULTY)
    expect(workbench.problems.list()).toEqual([])
  }, 90_000)
})
