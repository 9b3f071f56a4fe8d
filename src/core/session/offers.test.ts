import { describe, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import type { SessionReport } from '../../shared/ipc/ipc-contract'
import type { JsonObject } from '../../shared/json/json'
import { CatalogueMemory } from '../catalogue/catalogue-memory'
import { systemClock } from '../time/clock'
import { FAULTY, useFaultBenches, type FaultBench } from '../workbench/fault-testing'

const { bench } = useFaultBenches()
const ERAS = ['legacy', 'modern'] as const

function reportOf({ workbench }: FaultBench): SessionReport {
  return workbench.report(FAULTY)
}

async function call(
  { workbench }: FaultBench,
  tool: string,
  args: JsonObject,
  options = {}
): Promise<Call> {
  return (await workbench.startCall(FAULTY, tool, args, options)).done
}

/** The parameters of all that the server was told by a method. */
async function heard(faulty: FaultBench, method: string): Promise<JsonObject[]> {
  const { outcome } = await call(faulty, 'heard', { method })
  if (outcome?.kind !== 'result') throw new Error(JSON.stringify(outcome))
  const { content } = outcome.result as { content: [{ text: string }] }
  return (JSON.parse(content[0].text) as { params: JsonObject }[]).map(({ params }) => params)
}

async function opened(...args: Parameters<typeof bench>): Promise<FaultBench> {
  const faulty = bench(...args)
  await faulty.open()
  return faulty
}

describe('a call', () => {
  it.each(ERAS)('sends what the person adds to _meta beside what is ours: %s', async (era) => {
    const faulty = await opened('offers', era)
    const meta = {
      trace: 'mine',
      progressToken: 'mine',
      'io.modelcontextprotocol/protocolVersion': 'mine'
    }
    const done = await call(faulty, 'echo', { text: 'hi' }, { meta, timeoutMs: 5_000 })
    const [sent] = await heard(faulty, 'tools/call')
    const { trace, progressToken } = sent?.['_meta'] as JsonObject
    expect([trace, typeof progressToken]).toEqual(['mine', 'number'])
    expect(JSON.stringify(sent).includes('2026-07-28')).toBe(era === 'modern')
    expect(done).toMatchObject({ meta, timeoutMs: 5_000 })
    expect(done).not.toHaveProperty('isForced')
    expect(faulty.entries.flatMap(({ violations = [] }) => violations)).toEqual([])
  })

  it('sends what was shown when it began, whatever becomes of it meanwhile', async () => {
    const faulty = await opened('offers')
    const args = { list: [{ text: 'shown' }] }
    const { call: started, done } = await faulty.workbench.startCall(FAULTY, 'echo', args)
    args.list[0] = { text: 'changed' }
    await done
    const shown = { list: [{ text: 'shown' }] }
    expect([started.arguments, (await heard(faulty, 'tools/call'))[0]?.['arguments']]).toEqual([
      shown,
      shown
    ])
    expect(Object.isFrozen((started.arguments as typeof args).list)).toBe(true)
  })

  it('has a name that no call of another run has', async () => {
    const calls = await Promise.all([opened('plain'), opened('plain')])
    const names = await Promise.all(calls.map((one) => call(one, 'echo', {})))
    expect(new Set(names.map(({ id }) => id)).size).toBe(2)
  })

  it('keeps the newest of the log messages that came while it ran, and counts all', async () => {
    const faulty = await opened('offers')
    let reports = 0
    faulty.workbench.onCall(() => reports++)
    const { logs, logCount } = await call(faulty, 'chat', { count: 2_000 })
    expect([logs?.length, logCount]).toEqual([100, 2_000])
    expect([logs?.[0], logs?.at(-1)]).toMatchObject([
      { level: 'info', text: '1901', isGuess: true },
      { level: 'info', text: '2000', isGuess: true }
    ])
    expect(reports).toBeLessThan(200)
  })
})

describe('subscriptions', () => {
  it.each(ERAS)('count what the server says has changed, and what is below: %s', async (era) => {
    const faulty = await opened('offers', era)
    await faulty.workbench.subscribe(FAULTY, 'test://a')
    await faulty.workbench.subscribe(FAULTY, 'test://b')
    for (const uri of ['test://a', 'test://a/part', 'test://ab'])
      await call(faulty, 'touch', { uri })
    const counts = reportOf(faulty).subscriptions.map(({ uri, updates }) => [uri, updates])
    expect(counts).toEqual([
      ['test://a', 2],
      ['test://b', 0]
    ])
    await faulty.workbench.unsubscribe(FAULTY, 'test://a')
    await call(faulty, 'touch', { uri: 'test://a' })
    expect(reportOf(faulty).subscriptions).toMatchObject([{ uri: 'test://b', updates: 0 }])
    expect(faulty.violations).toEqual([])
  })

  it.each(ERAS)('are made again after a restart, and keep their counts: %s', async (era) => {
    const faulty = await opened('offers', era)
    await faulty.workbench.subscribe(FAULTY, 'test://a')
    await call(faulty, 'touch', { uri: 'test://a' })
    await faulty.workbench.restart(FAULTY)
    await call(faulty, 'touch', { uri: 'test://a' })
    expect(reportOf(faulty).subscriptions).toMatchObject([{ uri: 'test://a', updates: 2 }])
  })

  it.each(ERAS)('that the server will not have say so: %s', async (era) => {
    const faulty = await opened('offers', era)
    await faulty.workbench.subscribe(FAULTY, 'test://refused')
    await call(faulty, 'echo', {})
    const [refused] = reportOf(faulty).subscriptions
    expect(refused?.failure).toMatch(/Not this one|does not tell/)
  })

  it.each(['plain', 'bare'])('are refused where there are none: %s', async (mode) => {
    const faulty = await opened(mode)
    await expect(faulty.workbench.subscribe(FAULTY, 'test://a')).rejects.toThrow(/by hand/)
    expect(reportOf(faulty).subscriptions).toEqual([])
  })

  it('of a newer server are one request that names them all', async () => {
    const faulty = await opened('offers', 'modern')
    await faulty.workbench.subscribe(FAULTY, 'test://a')
    await faulty.workbench.subscribe(FAULTY, 'test://b')
    const listened = await heard(faulty, 'subscriptions/listen')
    expect(listened.map(({ notifications }) => notifications)).toEqual([
      { toolsListChanged: true },
      { toolsListChanged: true, resourceSubscriptions: ['test://a'] },
      { toolsListChanged: true, resourceSubscriptions: ['test://a', 'test://b'] }
    ])
    expect(await heard(faulty, 'notifications/cancelled')).toHaveLength(2)
  })
})

describe('the level of log messages', () => {
  it('is asked for once in the older era, and again after a restart', async () => {
    const faulty = await opened('offers')
    await faulty.workbench.setLogLevel(FAULTY, 'warning')
    expect(await heard(faulty, 'logging/setLevel')).toEqual([{ level: 'warning' }])
    await faulty.workbench.restart(FAULTY)
    expect(await heard(faulty, 'logging/setLevel')).toEqual([{ level: 'warning' }])
    expect(reportOf(faulty).logLevel).toBe('warning')
  })

  it('is said with each request in the newer era, until the server is to decide', async () => {
    const faulty = await opened('offers', 'modern')
    await faulty.workbench.setLogLevel(FAULTY, 'debug')
    await call(faulty, 'echo', {})
    await faulty.workbench.setLogLevel(FAULTY, undefined)
    const levels = (await heard(faulty, 'tools/call')).map(
      ({ _meta }) => (_meta as JsonObject)['io.modelcontextprotocol/logLevel']
    )
    expect(levels).toEqual(['debug', undefined])
    expect(await heard(faulty, 'logging/setLevel')).toEqual([])
  })

  it('that the server refuses is not shown as if it were so', async () => {
    const faulty = await opened('offers')
    await expect(faulty.workbench.setLogLevel(FAULTY, 'emergency')).rejects.toThrow(/Too severe/)
    expect(reportOf(faulty)).not.toHaveProperty('logLevel')
  })

  it('cannot be chosen where there are no log messages', async () => {
    const faulty = await opened('plain')
    await expect(faulty.workbench.setLogLevel(FAULTY, 'debug')).rejects.toThrow(/log messages/)
  })
})

describe('contents', () => {
  it('say when they were read, for how long they are kept, and where they are in the log', async () => {
    const faulty = await opened('offers')
    const first = await faulty.workbench.readResource(FAULTY, 'test://a')
    const second = await faulty.workbench.readResource(FAULTY, 'test://a')
    expect([first.isCached, typeof first.requestSeq]).toEqual([false, 'number'])
    expect(first.freshUntil).toBeGreaterThan(first.readAt)
    expect(second).toEqual({ ...first, isCached: true })
  })

  it('are read anew when a part of what is subscribed to has changed', async () => {
    const faulty = await opened('offers')
    const read = async () => (await faulty.workbench.readResource(FAULTY, 'test://a')).isCached
    await faulty.workbench.subscribe(FAULTY, 'test://a')
    const before = [await read(), await read()]
    await call(faulty, 'touch', { uri: 'test://a/part' })
    expect([...before, await read()]).toEqual([false, true, false])
  })

  it('are known to be the same without being compared, however large they are', async () => {
    const faulty = await opened('offers')
    const digest = async (uri: string): Promise<string | undefined> =>
      (await faulty.workbench.readResource(FAULTY, uri, { isForced: true })).digest
    const large = 'test://size/100000'
    expect(await digest(large)).toMatch(/^\w{64}$/)
    expect(await digest(large)).toBe(await digest(large))
    expect(await digest('test://a')).not.toBe(await digest('test://b'))
  })

  it('can be called off, and the server is told', async () => {
    const faulty = await opened('offers')
    const stop = new AbortController()
    const reading = faulty.workbench.readResource(FAULTY, 'test://never', { signal: stop.signal })
    await expect.poll(() => faulty.entries.at(-1)?.method).toBe('resources/read')
    stop.abort()
    expect((await reading).outcome).toEqual({ kind: 'cancelled' })
    expect(await heard(faulty, 'notifications/cancelled')).toHaveLength(1)
  })

  it('of a prompt come with their place in the log', async () => {
    const faulty = await opened('offers')
    const { outcome, answerSeq = 0 } = await faulty.workbench.getPrompt(FAULTY, 'greet', { a: 'b' })
    expect(outcome.kind).toBe('result')
    expect(faulty.workbench.log.raw(answerSeq)).toContain('greet')
  })
})

describe('completion', () => {
  const ref = { type: 'ref/prompt', name: 'greet' } as const
  const asked = (value = ''): { name: string; value: string } => ({ name: 'who', value })

  it('gives as many values as the protocol allows, and tells the other arguments', async () => {
    const faulty = await opened('offers')
    const question = { ref, argument: asked('a'), context: { other: 'x' } }
    const { values, total, hasMore } = await faulty.workbench.complete(FAULTY, question)
    expect([values.length, total, hasMore]).toEqual([100, 150, true])
    expect(await heard(faulty, 'completion/complete')).toEqual([
      { ref, argument: asked('a'), context: { arguments: { other: 'x' } } }
    ])
  })

  it('says why there is none', async () => {
    const faulty = await opened('plain')
    expect(await faulty.workbench.complete(FAULTY, { ref, argument: asked() })).toEqual({
      values: [],
      failure: 'faulty does not say that it completes arguments.'
    })
  })

  it('does not open a server', async () => {
    const faulty = bench('offers')
    const completing = faulty.workbench.complete(FAULTY, { ref, argument: asked() })
    await expect(completing).rejects.toThrow('faulty is not open.')
    expect(faulty.entries).toEqual([])
  })
})

describe('a server that dies', () => {
  it('leaves what it said, what it was asked, and how it ended', async () => {
    const faulty = await opened('offers')
    const pid = faulty.pid()
    const { call: dying, done } = await faulty.workbench.startCall(FAULTY, 'die', {})
    const { requestSeq } = await done
    await faulty.reaches('ready')
    const { postMortem } = reportOf(faulty)
    expect(postMortem).toMatchObject({
      exitCode: 3,
      pid,
      blame: 'server',
      lastStderr: [{ time: expect.any(Number) as unknown, text: 'out of cheese' }],
      inFlight: [{ seq: requestSeq, method: 'tools/call', target: 'die', callId: dying.id }]
    })
    expect(postMortem?.lastFrames.at(-1)).toBe(requestSeq)
    expect(postMortem?.uptimeMs).toBeGreaterThan(0)
    faulty.workbench.standings.dismissPostMortem(FAULTY)
    expect(reportOf(faulty)).not.toHaveProperty('postMortem')
  })

  it('twice leaves only what was said to the process that died last', async () => {
    const faulty = await opened('offers')
    const die = async (): Promise<number> => {
      const { done } = await faulty.workbench.startCall(FAULTY, 'die', {})
      const { requestSeq = 0 } = await done
      await faulty.reaches('ready')
      return requestSeq
    }
    const first = await die()
    const second = await die()
    const { lastFrames = [] } = reportOf(faulty).postMortem ?? {}
    expect(lastFrames).toContain(second)
    expect(lastFrames.filter((seq) => seq <= first)).toEqual([])
  })

  it('is known by its signal, and keeps its post-mortem after a restart by hand', async () => {
    const faulty = await opened('offers')
    process.kill(faulty.pid(), 'SIGKILL')
    await faulty.reaches('waiting')
    await faulty.workbench.restart(FAULTY)
    expect(reportOf(faulty)).toMatchObject({
      state: { phase: 'ready' },
      postMortem: { signal: 'SIGKILL', inFlight: [] }
    })
  })

  it('because the person wants it to has no post-mortem', async () => {
    const faulty = await opened('offers')
    await faulty.workbench.restart(FAULTY)
    await faulty.workbench.close(FAULTY)
    expect(reportOf(faulty)).not.toHaveProperty('postMortem')
  })

  it('by falling silent leaves what it did not answer', async () => {
    const settings = { healthIntervalMs: 100, hungAfterMs: 300, maxRestarts: 0 }
    const faulty = await opened('hang', 'go', settings)
    const { done } = await faulty.workbench.startCall(FAULTY, 'go', {})
    await done
    const { reason, inFlight } = reportOf(faulty).postMortem ?? {}
    expect(reason).toMatch(/neither answered/)
    expect(inFlight).toMatchObject([{ method: 'tools/call', target: 'go' }])
  })
})

describe('a catalogue', () => {
  it('has what changed since it was last seen, until that is seen too', async () => {
    const memory = new CatalogueMemory({ clock: systemClock })
    const faulty = await opened('offers', undefined, {}, { memory })
    expect(reportOf(faulty).changes).toEqual([])
    const changed = new Promise<SessionReport>((resolve) =>
      faulty.workbench.onSession((report) => {
        if (report.changes.length > 0) resolve(report)
      })
    )
    await call(faulty, 'go', {})
    expect((await changed).changes).toEqual([
      { kind: 'tools', key: 'echo', change: 'changed' },
      { kind: 'tools', key: 'fresh', change: 'new' },
      { kind: 'tools', key: 'fail', change: 'gone' }
    ])
    const { standings } = faulty.workbench
    expect(standings.before(FAULTY, 'tools', 'echo')).toContain('Says what it is told')
    standings.markSeen(FAULTY)
    expect(reportOf(faulty).changes).toEqual([])
  })

  it('does not call gone what could not be listed', async () => {
    const memory = new CatalogueMemory({ clock: systemClock })
    const faulty = await opened('offers', undefined, { maxRestarts: 0 }, { memory })
    process.kill(faulty.pid(), 'SIGKILL')
    await faulty.reaches('failed')
    expect(reportOf(faulty)).toMatchObject({ changes: [], catalogue: { prompts: [{}] } })
  })

  it('stays while its server is started again', async () => {
    const faulty = await opened('offers')
    const counts = new Set<number>()
    faulty.workbench.onSession(({ catalogue }) => counts.add(catalogue.tools.length))
    await faulty.workbench.restart(FAULTY)
    expect([...counts]).toEqual([7])
  })
})

describe('the way an era was found', () => {
  it.each([
    [
      'offers',
      'modern',
      'It answered server/discover, so it speaks 2026-07-28 without a handshake.'
    ],
    [
      'oldversion',
      '2025-06-18',
      'It does not know server/discover, and answered initialize with 2025-06-18.'
    ],
    [
      'bare',
      undefined,
      'It does not know server/discover, refused initialize, and lists its tools all the same.'
    ]
  ])('is told: %s', async (mode, argument, why) => {
    const faulty = await opened(mode, argument)
    expect(faulty.state).toMatchObject({ why, clientCapabilities: {} })
  })
})
