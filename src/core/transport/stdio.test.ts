import { Client, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { StdioDefinition } from '../../shared/servers/server-config'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { systemClock } from '../time/clock'
import { fakeClock } from '../time/fake-clock'
import { LIMITS } from '../bounds/limits'
import { TrafficLog } from '../traffic/traffic-log'
import { StdioTransport, type StdioOptions } from './stdio'
import { Tap } from '../wire/tap'
import { isAlive } from '../process/process-testing'

const MIB = 1024 * 1024
const FRAME_LIMIT_BYTES = 16 * MIB
const SHORT_GRACE_MS = 50
/** For processes on a machine that has other things to do. */
const PATIENCE = { timeout: 30_000 }

vi.setConfig({ testTimeout: 60_000 })

const opened: StdioTransport[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((wire) => wire.close(SHORT_GRACE_MS)))
})

function wireTo(
  args: readonly string[],
  log = new TrafficLog(),
  more: Partial<StdioOptions> = {},
  clockOfTurns = systemClock
) {
  const id = ServerId.parse('faults')
  const definition: StdioDefinition = {
    id,
    name: 'faults',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: [resolve('e2e/servers/faults.mjs'), ...args],
    env: { ELECTRON_RUN_AS_NODE: '1' }
  }
  const tap = new Tap(log, id, clockOfTurns)
  const options = { definition, frameLimitBytes: FRAME_LIMIT_BYTES, ...more }
  const wire = new StdioTransport(options, tap, systemClock)
  opened.push(wire)
  return { wire, log }
}

/** A started server, everything that is written down about it, and its tool `go`. */
async function open(...given: Parameters<typeof wireTo>) {
  const { wire, log: kept } = wireTo(...given)
  const entries: TrafficEntry[] = []
  kept.onAppend((entry) => entries.push(entry))
  const closed = new Promise<void>((done) => (wire.onclose = done))
  const answers = new Map<unknown, (text: string) => void>()
  wire.onSighting = ({ origin, shape }) => {
    if (origin === 'server' && shape.kind === 'result') {
      const { content } = shape.result as { content?: { text: string }[] }
      answers.get(shape.id)?.(content?.[0]?.text ?? '')
    }
  }
  await wire.start()

  let lastId = 0
  const call = (name: string): JSONRPCMessage => {
    return { jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params: { name } }
  }
  /** Resolves with the text of the answer. */
  const go = async (): Promise<string> => {
    const message = call('go')
    const answered = new Promise<string>((done) => answers.set(lastId, done))
    await wire.send(message)
    return answered
  }
  const rawOf = (entry: TrafficEntry | undefined) => entry && kept.raw(entry.seq)
  return { wire, log: kept, entries, closed, call, go, rawOf }
}

describe('a server that ends by itself', () => {
  it('leaves its exit code, its last words and the requests it did not answer', async () => {
    const { wire, call, entries, closed } = await open(['crash'])
    await wire.send(call('go'))
    await closed
    expect(wire.end).toEqual({ kind: 'exited', exit: { code: 7, signal: null } })
    const words = entries.filter(({ kind }) => kind === 'stderr').map(({ text }) => text)
    expect(words).toEqual(['reading the index', 'out of cheese', 'giving up'])
    const request = entries.find(({ kind }) => kind === 'request')
    expect(entries.at(-1)).toMatchObject({
      kind: 'lifecycle',
      text: 'Exited with code 7.',
      abandons: [request?.seq]
    })
  })

  it('leaves the signal that ended it', async () => {
    const { wire, call, closed } = await open(['segv'])
    await wire.send(call('go'))
    await closed
    expect(wire.end).toEqual({ kind: 'exited', exit: { code: null, signal: 'SIGSEGV' } })
  })

  it('leaves the half line it wrote, marked as such', async () => {
    const { wire, call, entries, closed, rawOf } = await open(['partialcrash'])
    await wire.send(call('go'))
    await closed
    expect(wire.end).toEqual({ kind: 'exited', exit: { code: 3, signal: null } })
    const noise = entries.filter(({ kind }) => kind === 'noise')
    expect(noise).toMatchObject([{ violations: [{ rule: 'truncated' }] }])
    expect(rawOf(noise[0])).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"'
    )
  })

  it('refuses what is sent after its end as unsent', async () => {
    const { wire, call, closed } = await open(['crash'])
    await wire.send(call('go'))
    await closed
    await expect(wire.send(call('go'))).rejects.toMatchObject({
      failure: { class: 'closed', isUnsent: true }
    })
    expect(await wire.healthCheck()).toBe(false)
  })
})

describe('the bytes of a server', () => {
  it('make whole characters, however they were cut', async () => {
    const { go, entries } = await open(['splitutf8'])
    expect(await go()).toBe('naïve 😀 日本')
    expect(entries.at(-1)?.violations).toBeUndefined()
  })

  it('that are not UTF-8 are named by their place, and the frame still counts', async () => {
    const { go, entries, rawOf } = await open(['badutf8'])
    expect(await go()).toBe('bad: \uFFFD')
    const answer = entries.find(({ kind }) => kind === 'result')
    const at = rawOf(answer)?.indexOf('\uFFFD')
    expect(answer?.violations).toMatchObject([
      { rule: 'bad-utf8', message: `This is not UTF-8 at byte ${at}.` }
    ])
  })

  it('that are not UTF-8 are kept beside the text, on stdout and on stderr', async () => {
    const { go, entries, log } = await open(['notutf8'])
    expect(await go()).toBe('between bytes')
    const isOdd = ({ isNotUtf8 }: TrafficEntry): boolean => isNotUtf8 === true
    await expect.poll(() => entries.filter(isOdd), PATIENCE).toHaveLength(2)
    const kept = entries.filter(isOdd).map(({ kind, seq }) => {
      return [kind, Buffer.from(log.original(seq) ?? []).toString('hex')]
    })
    expect(Object.fromEntries(kept)).toEqual({ noise: 'fffec328', stderr: '6fff' })
  })

  it('are skipped to the next line where a frame is too large, without being held', async () => {
    const more = { endlessBytes: 1_024 * MIB }
    const { wire, call, entries, rawOf } = await open(['huge', '400'], undefined, more)
    const lost: [unknown, string][] = []
    wire.onRequestLost = (id, failure) => lost.push([id, failure.message])
    const before = process.memoryUsage().rss
    const wanted = call('go')
    await wire.send(wanted)
    await expect.poll(() => entries.some(({ kind }) => kind === 'noise'), PATIENCE).toBe(true)
    const told = expect.stringMatching(
      /a message of 400\.1 MiB, more than the limit of 16 MiB.*It starts with: \{"jsonrpc"/
    ) as string
    expect(lost).toEqual([['id' in wanted && wanted.id, told]])
    expect(wire.end).toBeUndefined()
    const [noise] = entries.filter(({ kind }) => kind === 'noise')
    expect(noise?.bytes).toBeGreaterThan(400 * MIB)
    expect(noise?.violations?.[0]?.message).toContain(noise?.bytes.toLocaleString('en-GB'))
    expect(rawOf(noise)).toHaveLength(64 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * MIB)
  })

  it('end the only request that waits where one is too large and hides its id', async () => {
    const { wire, call, entries } = await open(['midid'], undefined, { frameLimitBytes: 100_000 })
    const lost: unknown[] = []
    wire.onRequestLost = (id, failure) => lost.push([id, failure.isTooLong])
    await wire.send(call('go'))
    await expect.poll(() => lost, PATIENCE).toEqual([[1, true]])
    const [noise] = entries.filter(({ kind }) => kind === 'noise')
    expect(noise?.violations?.[0]?.message).not.toContain('Neither its start nor its end')
    expect(noise?.answers).toBe(entries.find(({ kind }) => kind === 'request')?.seq)
    expect(wire.end).toBeUndefined()
  })

  it('end the session where a frame has no end', async () => {
    const { wire, call, entries, closed } = await open(['huge', '400'])
    await wire.send(call('go'))
    await closed
    expect(wire.end).toEqual({ kind: 'too long', limitBytes: 128 * MIB })
    const [noise] = entries.filter(({ kind }) => kind === 'noise')
    expect(noise?.violations?.[0]?.message).toContain('without ending')
  })

  it('are read with pauses while another server has been asked, also where a frame has no end', async () => {
    const clock = fakeClock()
    const log = new TrafficLog()
    log.turns.of(ServerId.parse('other'), clock).asked()
    const more = { frameLimitBytes: 100_000, endlessBytes: 2 * MIB }
    const { wire, call, closed } = await open(['huge', '4'], log, more, clock)
    await wire.send(call('go'))
    await expect.poll(() => clock.timers.size, PATIENCE).toBe(1)
    expect(wire.end).toBeUndefined()
    clock.pass(1_000)
    await closed
    expect(wire.end).toEqual({ kind: 'too long', limitBytes: 2 * MIB })
  })

  it('that are not frames are kept as they were, around the answer', async () => {
    const { go, entries, rawOf } = await open(['garbage'])
    expect(await go()).toBe('between the noise')
    await expect
      .poll(() => entries.filter(({ kind }) => kind === 'noise'), PATIENCE)
      .toHaveLength(3)
    const heard = entries.filter(({ origin }) => origin === 'server')
    expect(heard.map(({ kind }) => kind)).toEqual(['noise', 'noise', 'result', 'noise'])
    expect(heard.filter(({ kind }) => kind === 'noise').map(rawOf)).toEqual([
      'listening on port 3000',
      '\u001b[32mready\u001b[0m',
      '[debug] answered'
    ])
  })
})

describe('a flood', () => {
  it('of notifications is written down to the last one, in order, before the answer', async () => {
    const { go, entries } = await open(['flood'])
    expect(await go()).toBe('after 200000 notifications')
    const heard = entries.filter(({ origin }) => origin === 'server')
    const firstOutOfOrder = heard.findIndex(({ kind, text }, index) =>
      index < 200_000 ? text !== String(index + 1) : kind !== 'result'
    )
    expect({ count: heard.length, firstOutOfOrder }).toEqual({
      count: 200_001,
      firstOutOfOrder: -1
    })
  })

  it('of stderr passes, and only its end is kept', async () => {
    const { wire, go, log } = await open(['stderrflood'], new TrafficLog(MIB))
    let lines = 0
    wire.onStderr = () => lines++
    expect(await go()).toBe('after 64 MiB of words')
    await expect.poll(() => lines, PATIENCE).toBe(64 * 1024)
    expect(log.tail(100_000).length).toBeLessThan(2_000)
  })
})

describe('closing', () => {
  it('lets a server end by itself', async () => {
    const { wire, closed, entries } = await open(['plain'])
    await wire.close()
    await closed
    expect({ forcedBy: wire.forcedBy, end: wire.end }).toEqual({})
    expect(entries.at(-1)).toMatchObject({ kind: 'lifecycle', text: 'Exited with code 0.' })
  })

  it('ends a server that ignores everything, and says how', async () => {
    const { wire, go, closed, entries } = await open(['ignoreterm'])
    await go()
    await wire.close(SHORT_GRACE_MS)
    await closed
    expect(wire.forcedBy).toBe('SIGKILL')
    expect(entries.filter(({ kind }) => kind === 'lifecycle').map(({ text }) => text)).toEqual([
      `Started, process ${wire.pid}.`,
      'Did not end when its stdin was closed; ended by SIGKILL.',
      'Ended by SIGKILL.'
    ])
  })

  it('ends a wrapper and the server in it', async () => {
    const { wire, go } = await open(['wrapper'])
    const { pid, parent } = JSON.parse(await go()) as { pid: number; parent: number }
    expect(parent).toBe(wire.pid)
    expect([pid, parent].map(isAlive)).toEqual([true, true])
    await wire.close(SHORT_GRACE_MS)
    await expect.poll(() => [pid, parent].map(isAlive), PATIENCE).toEqual([false, false])
  })

  it.runIf(process.platform === 'linux').each(['', 'holding'])(
    'ends what has left for a session of its own (%s)',
    async (how) => {
      const { wire, go, closed } = await open(['setsid', how])
      const pid = Number(await go())
      expect(isAlive(pid)).toBe(true)
      await wire.close(SHORT_GRACE_MS)
      await closed
      await expect.poll(() => isAlive(pid), PATIENCE).toBe(false)
    }
  )
})

describe('a server that does not read', () => {
  it('fails what is sent to it, and can still be closed', async () => {
    const { wire, go, call, closed } = await open(['closestdin'])
    await go()
    await expect(wire.send(call('go'))).rejects.toMatchObject({
      failure: { class: 'process', code: 'EPIPE', isUnsent: false }
    })
    await wire.close(SHORT_GRACE_MS)
    await closed
    expect(wire.forcedBy).toMatch(/^SIG(TERM|KILL)$/)
  })

  it('is sent no more than a bound, and nothing stays pending when it ends', async () => {
    const { wire, call, closed } = await open(['hangbusy', 'go'], new TrafficLog(MIB))
    await wire.send(call('go'))
    const sent: Promise<PromiseSettledResult<void>>[] = []
    const large = { ...call('echo'), params: { text: 'x'.repeat(4 * MIB) } } as JSONRPCMessage
    for (let count = 0; count < 20; count++) {
      sent.push(Promise.allSettled([wire.send(large)]).then(([outcome]) => outcome))
    }
    expect(await sent.at(-1)).toMatchObject({
      status: 'rejected',
      reason: { failure: { class: 'process', code: 'EAGAIN', isUnsent: true } }
    })
    await wire.close(SHORT_GRACE_MS)
    await closed
    const settled = await Promise.all(sent)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toEqual([])
  })

  it('is sent no more messages than a bound, however small they are', async () => {
    const { wire, call } = await open(['hangbusy', 'go'], new TrafficLog(MIB))
    await wire.send(call('go'))
    // As many as the pipe takes, and more than may wait behind it.
    const most = 2 * LIMITS.messagesWaiting.most
    const sent = Array.from({ length: most }, () => Promise.allSettled([wire.send(call('echo'))]))
    const [last] = (await sent.at(-1)) ?? []
    expect(last).toMatchObject({
      status: 'rejected',
      reason: { failure: { class: 'process', code: 'EAGAIN', isUnsent: true } }
    })
  })
})

it('gives the SDK all progress that comes in one piece with the answer', async () => {
  const { wire } = wireTo(['progressflood', '100'])
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(wire)
  const progress: number[] = []
  const result = await client.callTool(
    { name: 'go' },
    { onprogress: (news) => progress.push(news.progress) }
  )
  expect(result.content).toEqual([{ type: 'text', text: 'after 100 steps' }])
  expect(progress).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  await client.close()
})

describe('a server that writes faster than it can be kept', () => {
  it('waits until there is room, and nothing of it is lost', async () => {
    const log = new TrafficLog()
    const room = Promise.withResolvers<void>()
    let asked = 0
    let isFull = true
    log.waitFor(() => {
      asked++
      return isFull ? room.promise : undefined
    })
    const { entries, go } = await open(['flood', '20000'], log)
    const done = go()
    await expect.poll(() => asked, PATIENCE).toBeGreaterThan(0)
    const held = entries.length
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
    expect(entries.length).toBe(held)
    isFull = false
    room.resolve()
    await done
    const heard = entries.filter(({ method }) => method === 'notifications/message')
    expect(heard).toHaveLength(20_000)
  })
})
