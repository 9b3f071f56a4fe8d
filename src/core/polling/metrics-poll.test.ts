import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportedMetrics } from '../../shared/traffic/metrics'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { addressOf, processOf } from '../server-file/config-testing'
import { fakeClock } from '../time/fake-clock'
import { MetricsPoll, reportedIn } from './metrics-poll'
import { TrafficLog } from '../traffic/traffic-log'
import { PLAIN_NETWORKS } from '../network/networks'

const SEED = {
  requests_total: 10_000,
  requests_per_second: 50,
  average_response_time_ms: 85,
  active_sessions: 9,
  error_rate: 0.002
}

const asked: { path: string; headers: IncomingHttpHeaders }[] = []
const held: ServerResponse[] = []
let onHeld = (): void => {}
let origin = ''

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/metrics': (response) => response.end(JSON.stringify(SEED)),
  '/broken': (response) => response.end('# HELP requests_total\nrequests_total 5'),
  '/list': (response) => response.end('[1, 2]'),
  '/empty': (response) => response.end(),
  '/huge': (response) => response.end(JSON.stringify({ ...SEED, more: 'x'.repeat(70_000) })),
  '/endless': (response) => {
    const pour = (): void => void (response.write('x'.repeat(60_000)) && setImmediate(pour))
    response.on('drain', pour)
    pour()
  },
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"requests_total":')
    setImmediate(() => response.destroy())
  },
  '/silent': (response) => hold(response),
  '/stalling': (response) => {
    response.writeHead(200).write('{"requests_total":')
    hold(response)
  },
  '/away': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/metrics' }).end(),
  '/moved': (response) => response.writeHead(302, { location: '/metrics' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end()
}

function hold(response: ServerResponse): void {
  held.push(response)
  onHeld()
}

const server = createServer(({ url: path = '', headers }, response) => {
  asked.push({ path, headers })
  const answer = ANSWERS[path]
  if (answer) answer(response)
  else response.writeHead(404).end('Not here.')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const response of held) response.destroy()
  server.close()
})

function polling(definition: ServerDefinition) {
  const clock = fakeClock()
  const log = new TrafficLog()
  const reports: ReportedMetrics[] = []
  let wake = (): void => {}
  const poll = new MetricsPoll({
    networks: PLAIN_NETWORKS,
    definition,
    log,
    clock,
    onReport: (reported) => {
      reports.push(reported)
      wake()
    }
  })
  const reported = (count: number): Promise<readonly ReportedMetrics[]> =>
    new Promise((resolve) => {
      wake = () => {
        if (reports.length >= count) resolve(reports)
      }
      wake()
    })
  return { poll, clock, log, reports, reported }
}

function remote(metricsUrl: string, headers: Readonly<Record<string, string>> = {}) {
  return addressOf(`${origin}/mcp`, headers, { metricsUrl })
}

function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}

async function firstReport(metricsUrl: string): Promise<ReportedMetrics | undefined> {
  const { poll, reported } = polling(remote(metricsUrl))
  poll.start()
  const [first] = await reported(1)
  poll.stop()
  return first
}

describe('MetricsPoll', () => {
  it('asks at once and every ten seconds, until it is stopped', async () => {
    const { poll, clock, reported } = polling(remote('/metrics'))
    const before = asked.length
    poll.start()
    expect(await reported(1)).toEqual([{ kind: 'numbers', time: 0, numbers: SEED, others: [] }])
    clock.pass(9_999)
    expect(asked.length - before).toBe(1)
    clock.pass(1)
    expect(await reported(2)).toMatchObject([{ time: 0 }, { time: 10_000, numbers: SEED }])
    poll.stop()
    expect(clock.timers.size).toBe(0)
    clock.pass(60_000)
    expect(asked.length - before).toBe(2)
  })

  it('sends the headers of the server, and hides them in the traffic', async () => {
    const { poll, log, reported } = polling(remote('/metrics', { Authorization: 'Bearer s3cret' }))
    poll.start()
    await reported(1)
    poll.stop()
    expect(asked.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      accept: 'application/json'
    })
    const [entry] = log.tail(10)
    expect(entry).toMatchObject({ kind: 'lifecycle', serverId: 'test', isBackground: true })
    expect(entry?.text).toMatch(/^GET \/metrics → 200/)
    expect(log.raw(entry?.seq ?? 0)).not.toContain('s3cret')
  })

  it('asks for the numbers of a process on this machine', async () => {
    const metricsUrl = `${origin}/metrics`
    const { poll, reported } = polling(processOf('node', [], { metricsUrl }))
    poll.start()
    expect(await reported(1)).toMatchObject([{ kind: 'numbers', numbers: SEED }])
    poll.stop()
  })

  it.each([
    ['/nowhere', /HTTP status 404\. It said: Not here\./],
    ['/broken', /not a JSON object\. It starts with: # HELP/],
    ['/list', /not a JSON object/],
    ['/empty', /not a JSON object\. It is empty\./],
    ['/huge', /has more than 65536 bytes/],
    ['/endless', /has more than 65536 bytes/],
    ['/cut', /ended in the middle/],
    ['/away', /redirects to .*another origin: nothing was sent there/],
    ['/loop', /after 5 other redirects/]
  ])('says why there are no numbers at %s', async (path, reason) => {
    expect(await firstReport(path)).toEqual({
      kind: 'failed',
      time: 0,
      reason: matching(reason)
    })
  })

  it('follows a redirect that stays with the server', async () => {
    expect(await firstReport('/moved')).toMatchObject({ kind: 'numbers', numbers: SEED })
  })

  it.each(['/silent', '/stalling'])(
    'gives up on %s in time for the next question',
    async (path) => {
      const { poll, clock, reported } = polling(remote(path))
      const isHeld = new Promise<void>((resolve) => (onHeld = resolve))
      poll.start()
      await isHeld
      clock.pass(5_000)
      expect(await reported(1)).toEqual([
        {
          ...{ kind: 'failed', time: 5_000 },
          reason: 'The server did not give its numbers within 5 s.'
        }
      ])
      const isHeldAgain = new Promise<void>((resolve) => (onHeld = resolve))
      clock.pass(5_000)
      await isHeldAgain
      poll.stop()
    }
  )

  it('says nothing more once it is stopped', async () => {
    const { poll, clock, reports } = polling(remote('/silent'))
    const isHeld = new Promise<void>((resolve) => (onHeld = resolve))
    poll.start()
    await isHeld
    const isCut = new Promise<void>((resolve) => held.at(-1)?.once('close', resolve))
    poll.stop()
    await isCut
    clock.pass(60_000)
    expect(reports).toEqual([])
  })

  it('says that nobody is there', async () => {
    const { poll, reported } = polling(addressOf('http://127.0.0.1:9/', {}, { metricsUrl: '/m' }))
    poll.start()
    const [first] = await reported(1)
    poll.stop()
    expect(first).toMatchObject({ kind: 'failed', reason: matching(/could not be reached/) })
  })

  it.each([
    [addressOf('http://127.0.0.1:9/', {}, { metricsUrl: 'http://127.0.0.1:10/' }), /same origin/],
    [processOf('x', [], { metricsUrl: 'http://192.0.2.1/' }), /on this machine/]
  ])('asks nobody but the server itself', async (definition, reason) => {
    const { poll, reported, log } = polling(definition)
    poll.start()
    expect(await reported(1)).toMatchObject([{ kind: 'failed', reason: matching(reason) }])
    expect(log.tail(10)).toEqual([])
  })
})

describe('reportedIn', () => {
  it('takes numbers that are written as text, and keeps what it does not know as text', () => {
    const text = JSON.stringify({
      requests_total: '12',
      error_rate: 'low',
      average_response_time_ms: null,
      active_sessions: 3,
      uptime: '5 days',
      queues: { mail: 1 },
      ok: true
    })
    expect(reportedIn(text)).toEqual({
      numbers: { requests_total: 12, active_sessions: 3 },
      others: [
        { name: 'error_rate', text: 'low' },
        { name: 'average_response_time_ms', text: 'null' },
        { name: 'uptime', text: '5 days' },
        { name: 'queues', text: '{"mail":1}' },
        { name: 'ok', text: 'true' }
      ]
    })
  })

  it('takes nothing from names that objects have anyway', () => {
    const text = '{"__proto__":{"requests_total":1},"constructor":2,"requests_total":1e999}'
    expect(reportedIn(text)).toEqual({
      numbers: {},
      others: [
        { name: '__proto__', text: '{"requests_total":1}' },
        { name: 'constructor', text: '2' },
        { name: 'requests_total', text: '1e999' }
      ]
    })
  })

  it('keeps only so many, and only so much of each', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_none, at) => [`${at}-${'n'.repeat(200)}`, 'x'.repeat(1_000)])
    )
    const found = reportedIn(JSON.stringify(many))
    const others = 'others' in found ? found.others : []
    expect(others).toHaveLength(100)
    expect(Math.max(...others.map(({ name, text }) => name.length + text.length))).toBe(302)
  })
})
