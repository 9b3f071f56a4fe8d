import { describe, expect, it } from 'vitest'
import { isAlive } from '../process/process-testing'
import { FAULTY, useFaultBenches } from '../workbench/fault-testing'

const { bench } = useFaultBenches()

describe('a server that dies during a call', () => {
  it('loses the call with its exit code and last words, and is started again', async () => {
    const faulty = bench('crash')
    await faulty.open()
    const first = faulty.pid()
    expect(await faulty.call()).toEqual({
      kind: 'connection-lost',
      reason: 'The server exited with code 7 before it answered.',
      lastStderr: ['reading the index', 'out of cheese', 'giving up']
    })
    await faulty.reaches('ready')
    expect(faulty.pid()).not.toBe(first)
    expect(await faulty.text('echo')).toBe('hi')
  })

  it('is named by the signal that ended it', async () => {
    const faulty = bench('segv', undefined, { maxRestarts: 0 })
    expect(await faulty.call()).toMatchObject({
      reason: 'The server was ended by SIGSEGV before it answered.'
    })
    expect(await faulty.reaches('failed')).toMatchObject({ blame: 'server' })
  })

  it('leaves half a line, which is kept and marked', async () => {
    const faulty = bench('partialcrash', undefined, { maxRestarts: 0 })
    expect(await faulty.call()).toMatchObject({ kind: 'connection-lost' })
    expect(faulty.entries.filter(({ kind }) => kind === 'noise')).toMatchObject([
      { violations: [{ rule: 'truncated' }] }
    ])
  })

  it('fails for good after three restarts, with its last words, and becomes a problem', async () => {
    const faulty = bench('crashloop')
    await faulty.open().catch(() => undefined)
    expect(await faulty.reaches('failed')).toMatchObject({
      reason: 'faulty is gone. Exited with code 1.',
      lastStderr: ['cannot open the database']
    })
    const starts = faulty.entries.filter(({ text }) => text?.startsWith('Started'))
    expect(starts).toHaveLength(4)
    expect(faulty.workbench.problems.list()).toMatchObject([{ kind: 'failed', serverId: FAULTY }])
  })

  it('is not started again by itself once the person has closed it', async () => {
    const faulty = bench('crash')
    await faulty.call()
    await faulty.reaches('waiting')
    await faulty.workbench.close(FAULTY)
    expect(faulty.state).toEqual({ phase: 'idle' })
    expect(faulty.entries.filter(({ text }) => text?.startsWith('Started'))).toHaveLength(1)
  })
})

describe('text that is not as it should be', () => {
  it('is whole again when a character was split', async () => {
    expect(await bench('splitutf8').text()).toBe('naïve 😀 日本')
  })

  it('is read all the same when it is not UTF-8, with the place marked', async () => {
    const faulty = bench('badutf8')
    expect(await faulty.text()).toBe('bad: \uFFFD')
    expect(faulty.violations).toEqual(['bad-utf8'])
    const [bad] = faulty.entries.filter(({ violations }) => violations)
    expect(bad?.violations?.[0]?.message).toMatch(/not UTF-8 at byte \d+/)
  })

  it('ends only its own request when it is too large, and the session stays open', async () => {
    const faulty = bench('huge', '20')
    await faulty.open()
    const reason = expect.stringMatching(
      /^The server answered with a message of 20\.1 MiB, more than the limit of 16 MiB, so Patchbay skipped it\. It starts with: \{"jsonrpc"/
    ) as string
    expect(await faulty.call()).toMatchObject({ reason })
    expect(faulty.violations).toContain('frame-too-long')
    expect(await faulty.text('echo')).toBe('hi')
    expect(faulty.entries.filter(({ text }) => text?.startsWith('Started'))).toHaveLength(1)
  })

  it('is read up to a larger limit, where one is set', async () => {
    const faulty = bench('huge', '20', { frameLimitBytes: 64 * 1024 * 1024 })
    expect(await faulty.text()).toHaveLength(20 * 1024 * 1024)
  })

  it('is noise when it is a log line, and the protocol goes on', async () => {
    const faulty = bench('garbage')
    expect(await faulty.text()).toBe('between the noise')
    expect(await faulty.text('echo')).toBe('hi')
    expect(faulty.violations).toEqual(Array(3).fill('stdout-noise'))
  })
})

describe('an answer that breaks the rules', () => {
  it.each([
    ['nojsonrpc', 'not-json-rpc', /has no "jsonrpc"/],
    ['batch', 'batch', /in a batch/],
    ['both', 'result-and-error', /both a result and an error/]
  ])('ends its request now: %s', async (mode, rule, why) => {
    const faulty = bench(mode)
    const outcome = await faulty.call()
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 0 } })
    expect(outcome.kind === 'error' && outcome.error.message).toMatch(why)
    expect(faulty.violations).toContain(rule)
    const request = faulty.entries.find(({ method }) => method === 'tools/call')
    expect(faulty.entries.map(({ answers }) => answers)).toContain(request?.seq)
  })

  it('ends the only request when it is an error without an id', async () => {
    const faulty = bench('nullid')
    await faulty.open()
    expect(await faulty.call()).toMatchObject({ kind: 'error', error: { code: -32603 } })
  })

  it('is a violation and no more when it belongs to nobody', async () => {
    for (const [mode, rule] of [
      ['notjsonrpc', 'not-json-rpc'],
      ['wrongid', 'unknown-id']
    ] as const) {
      const faulty = bench(mode)
      expect(await faulty.call('go', 200)).toEqual({ kind: 'timeout', afterMs: 200 })
      expect(faulty.violations).toContain(rule)
    }
  })

  it('counts once when it comes twice', async () => {
    const faulty = bench('dup')
    expect(await faulty.text()).toBe('once')
    expect(await faulty.text('echo')).toBe('hi')
    expect(faulty.violations).toEqual(['duplicate-answer'])
  })

  it('is accepted and marked when its id is a text', async () => {
    const faulty = bench('stringid')
    expect(await faulty.text()).toBe('as text')
    expect(faulty.violations).toEqual(['id-type'])
  })
})

describe('a server that does not answer', () => {
  it('is told that nobody waits any more, and what comes at that moment is no fault', async () => {
    const faulty = bench('late')
    expect(await faulty.call('go', 200)).toEqual({ kind: 'timeout', afterMs: 200 })
    expect(await faulty.text('echo')).toBe('hi')
    expect(faulty.entries.map(({ method }) => method)).toContain('notifications/cancelled')
    expect(faulty.violations).toEqual([])
  })

  it('is asked to wait by the person with no effect on other calls', async () => {
    const faulty = bench('never')
    const { call, done } = await faulty.workbench.startCall(FAULTY, 'go', {})
    expect(await faulty.text('echo')).toBe('hi')
    faulty.workbench.cancelCall(call.id)
    expect((await done).outcome).toEqual({ kind: 'cancelled' })
  })

  it('is hung when it says nothing to a probe either: ended, started again, and a problem until it answers', async () => {
    const faulty = bench('hang', 'go', { healthIntervalMs: 100, hungAfterMs: 300 })
    await faulty.open()
    const first = faulty.pid()
    const told: string[] = []
    faulty.workbench.problems.onChange((_, change) =>
      told.push('raised' in change ? change.raised.kind : `${change.ended.kind} ${change.how}`)
    )
    expect((await faulty.call()).kind).toBe('connection-lost')
    expect(told).toEqual(['hung'])
    await faulty.reaches('ready')
    expect(isAlive(first)).toBe(false)
    await expect.poll(() => told).toEqual(['hung', 'hung solved'])
  })

  it('is not said to be started again when it is hung and nobody wants that', async () => {
    const settings = { healthIntervalMs: 100, hungAfterMs: 300, maxRestarts: 0 }
    const faulty = bench('hang', 'go', settings)
    await faulty.open()
    await faulty.call()
    await faulty.reaches('failed')
    const [problem] = faulty.workbench.problems.list()
    expect(problem).toMatchObject({ kind: 'hung', action: { kind: 'reopen' } })
    expect(problem?.message).toMatch(/for 0\.3 s\.$/)
  })
})

describe('a server that sends too much', () => {
  it('has every one of 200,000 notifications written down, in order, and its answer heard', async () => {
    const faulty = bench('flood')
    expect(await faulty.text()).toBe('after 200000 notifications')
    const notes = faulty.entries.filter(({ method }) => method === 'notifications/message')
    const last = faulty.workbench.log.entry((notes.at(-1)?.seq ?? 0) + 1)
    expect(last).toMatchObject({ kind: 'result' })
    const first = notes[0]?.seq ?? 0
    expect(notes.map(({ seq }) => seq)).toEqual(notes.map((_, index) => first + index))
  })

  it('loses no progress that comes together with the answer', async () => {
    const faulty = bench('progressflood', '5000')
    const { done } = await faulty.workbench.startCall(FAULTY, 'go', {})
    expect(await done).toMatchObject({ progressCount: 5_000, outcome: { kind: 'result' } })
    expect(faulty.violations).toEqual([])
  })

  it('may write 64 MiB to stderr without harm', async () => {
    expect(await bench('stderrflood').text()).toBe('after 64 MiB of words')
  })

  it('is asked for its lists once or twice, not a thousand times', async () => {
    const faulty = bench('liststorm')
    await faulty.open()
    expect(await faulty.text()).toBe('stormed')
    const listed = (): number =>
      faulty.entries.filter(({ kind, method }) => kind === 'result' && method === 'tools/list')
        .length
    const before = listed()
    await new Promise<void>((resolve) => {
      const stop = faulty.workbench.onTraffic(({ kind, method }) => {
        if (kind !== 'result' || method !== 'tools/list') return
        stop()
        resolve()
      })
      if (listed() > before) resolve()
    })
    expect(Number(await faulty.text('count'))).toBeLessThanOrEqual(2)
  })
})

function tooMany(what: string, setting: string): string {
  return `it has more than ${what}. To read more, set ${setting} in the definition of the server.`
}

describe('a list', () => {
  it.each([
    ['cursorloop', 6, 'the server gave the same cursor twice.'],
    ['endlesspages', 200, tooMany('200 pages', 'pageLimit')],
    ['hugepage', 10_000, tooMany('10000 items', 'listLimit')]
  ])('is kept as far as it could be read, and said to be partial: %s', async (mode, count, why) => {
    const faulty = bench(mode)
    await faulty.open()
    const { tools, findings, incomplete } = faulty.workbench.report(FAULTY).catalogue
    expect(tools).toHaveLength(count)
    expect(findings).toEqual([
      { kind: 'tools', message: `The list of tools is not complete: ${why}` }
    ])
    expect(incomplete).toEqual(['tools'])
  })

  it.each([
    ['endlesspages', { pageLimit: 300 }, 300],
    ['endlesspages', { listLimit: 7 }, 7],
    ['hugepage', { listLimit: 15_000 }, 15_000]
  ])('is read as far as its definition says: %s, %j', async (mode, settings, count) => {
    const faulty = bench(mode, undefined, settings)
    await faulty.open()
    expect(faulty.workbench.report(FAULTY).catalogue.tools).toHaveLength(count)
  })

  it('is not hidden by what is malformed in it, and keeps everything as it was sent', async () => {
    const faulty = bench('malformedtools')
    await faulty.open()
    const { tools, findings } = faulty.workbench.report(FAULTY).catalogue
    expect(tools.map(({ name }) => name)).toEqual(['good', 'schemaless'])
    expect(findings).toHaveLength(2)
    expect(faulty.workbench.sent(FAULTY, 'tools')).toMatchObject([
      { 'x-extra': { kept: true } },
      { description: 'Has no name' },
      null,
      { name: 'schemaless' }
    ])
  })

  it('is read to its last page, of every kind', async () => {
    const faulty = bench('pages')
    await faulty.open()
    const { catalogue } = faulty.workbench.report(FAULTY)
    const { tools, resources, resourceTemplates, prompts } = catalogue
    expect([tools, resources, resourceTemplates, prompts].map(({ length }) => length)).toEqual([
      6, 6, 6, 6
    ])
    expect(catalogue.findings).toEqual([])
  })
})

describe('a process', () => {
  it('that ignores all requests to end is killed, and the session says so', async () => {
    const faulty = bench('ignoreterm')
    await faulty.open()
    const pid = faulty.pid()
    await faulty.workbench.close(FAULTY)
    expect(isAlive(pid)).toBe(false)
    expect(faulty.state).toEqual({
      phase: 'idle',
      note: 'It did not end when it was asked to, so it was killed.'
    })
  })

  it('takes what it wrapped with it', async () => {
    const faulty = bench('wrapper')
    const { pid, parent } = JSON.parse(await faulty.text()) as { pid: number; parent: number }
    await faulty.workbench.close(FAULTY)
    await expect.poll(() => [isAlive(pid), isAlive(parent)]).toEqual([false, false])
  })

  it('takes with it what left its group', async () => {
    const faulty = bench('setsid')
    const escaped = Number(await faulty.text())
    expect(isAlive(escaped)).toBe(true)
    await faulty.workbench.close(FAULTY)
    await expect.poll(() => isAlive(escaped)).toBe(false)
  })

  it('that reads no more loses calls, and nothing else breaks', async () => {
    const faulty = bench('closestdin')
    expect(await faulty.text()).toBe('no longer listening')
    const { done } = await faulty.workbench.startCall(FAULTY, 'echo', {
      pad: 'x'.repeat(1_000_000)
    })
    expect((await done).outcome).toMatchObject({
      kind: 'connection-lost',
      failure: { class: 'process' }
    })
  })

  it('that closes its stdout can never answer again, and is not waited for', async () => {
    const faulty = bench('closestdout', undefined, { maxRestarts: 0 })
    expect(await faulty.call()).toMatchObject({
      kind: 'connection-lost',
      reason: expect.stringContaining('closed its stdout') as unknown
    })
  })

  it('is heard to its last word, even without a line feed', async () => {
    const faulty = bench('unended', undefined, { maxRestarts: 0 })
    expect(await faulty.text()).toBe('all there')
    expect(faulty.violations).toEqual(['unended-line'])
  })

  it('may take its time to start, and can be closed meanwhile', async () => {
    const faulty = bench('slowstart', '60000', { initializeTimeoutMs: 120_000 })
    const opening = faulty.open().then(
      () => 'opened',
      () => 'refused'
    )
    await new Promise<void>((resolve) => {
      const stop = faulty.workbench.onTraffic(({ kind }) => {
        if (kind !== 'stderr') return
        stop()
        resolve()
      })
    })
    expect(faulty.state.phase).toBe('starting')
    await faulty.workbench.close(FAULTY)
    expect(await opening).toBe('refused')
  })
})
