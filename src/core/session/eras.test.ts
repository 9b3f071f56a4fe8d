import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULTY, hurriedClock, useFaultBenches, type FaultBench } from '../workbench/fault-testing'

const { bench, folder } = useFaultBenches()

describe('an era', () => {
  it.each([
    ['modern', 'modern', '2026-07-28'],
    ['modernslow', 'modern', '2026-07-28'],
    ['plain', 'legacy', '2025-11-25'],
    ['exitonprobe', 'legacy', '2025-11-25'],
    ['deafprobe', 'legacy', '2025-11-25'],
    ['brokenprobe', 'legacy', '2025-11-25'],
    ['bare', 'bare', 'none']
  ])('is found out by itself: %s', async (mode, era, protocolVersion) => {
    const faulty = bench(mode)
    await faulty.open()
    expect(faulty.state).toMatchObject({ phase: 'ready', era, protocolVersion })
    expect((await faulty.call('echo')).kind).toBe('result')
    expect(faulty.workbench.report(FAULTY).catalogue.tools).toHaveLength(3)
  })

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'has a revision that the server chooses: %s',
    async (version) => {
      const faulty = bench('oldversion', version)
      await faulty.open()
      expect(faulty.state).toMatchObject({ era: 'legacy', protocolVersion: version })
    }
  )

  it('may be none: a server that ignores the handshake is opened bare', async () => {
    const faulty = bench('mutebare', undefined, { initializeTimeoutMs: 1_000 })
    await faulty.open()
    expect(faulty.state).toMatchObject({ phase: 'ready', era: 'bare' })
    expect(await faulty.text('echo')).toBe('hi')
  })

  it('that nobody knows is refused with a clear reason', async () => {
    const faulty = bench('badversion')
    await expect(faulty.open()).rejects.toThrow(/offers protocol version 1999-01-01/)
    expect(faulty.state).toMatchObject({ phase: 'failed', tier: 'protocol', blame: 'server' })
  })

  it('may be another after a restart', async () => {
    const faulty = bench('flip', join(folder(), 'flipped'))
    await faulty.open()
    expect(faulty.state).toMatchObject({ era: 'legacy' })
    await faulty.workbench.restart(FAULTY)
    expect(faulty.state).toMatchObject({ era: 'modern' })
    expect(await faulty.text('echo')).toBe('hi')
  })

  it('is listened to for as long as the session lives, and no longer', async () => {
    const faulty = bench('modern')
    await faulty.open()
    await faulty.workbench.close(FAULTY)
    const said = faulty.entries.map(({ kind, method }) => `${kind} ${method}`)
    expect(said).toContain('request subscriptions/listen')
    expect(said.filter((one) => one === 'notification notifications/cancelled')).toHaveLength(1)
  })

  it('tells of changed lists to those who listen', async () => {
    const faulty = bench('modern')
    await faulty.open()
    const lists = (): number =>
      faulty.entries.filter(({ kind, method }) => kind === 'request' && method === 'tools/list')
        .length
    const before = lists()
    expect(await faulty.text()).toBe('told 1 listeners')
    await new Promise<void>((resolve) => {
      const stop = faulty.workbench.onTraffic(() => {
        if (lists() <= before) return
        stop()
        resolve()
      })
    })
    expect(faulty.violations).toEqual([])
  })
})

describe('what a server asks', () => {
  const inputs = {
    capabilities: { elicitation: { form: {} } },
    handlers: {
      'elicitation/create': async () => ({ action: 'accept', content: { name: 'Ada' } })
    }
  }

  it.each(['elicit', 'mrtr'])('is answered in the manner of its era: %s', async (mode) => {
    const faulty = bench(mode, undefined, {}, { inputs })
    expect(JSON.parse(await faulty.text())).toEqual({ action: 'accept', content: { name: 'Ada' } })
    expect(faulty.violations).toEqual([])
  })

  it('is refused when nobody is there to answer, and is a violation', async () => {
    const faulty = bench('elicit')
    expect(JSON.parse(await faulty.text())).toMatchObject({ code: -32601 })
    expect(faulty.violations).toEqual(['undeclared-capability'])
  })

  it('is answered once for each request, also when two have the same id', async () => {
    const slow = {
      capabilities: { roots: {} },
      handlers: {
        'roots/list': () => new Promise((resolve) => setImmediate(() => resolve({ roots: [] })))
      }
    }
    const faulty = bench('dupreq', undefined, {}, { inputs: slow })
    const answers = JSON.parse(await faulty.text()) as { result?: unknown; error?: unknown }[]
    expect(answers.map((answer) => ('result' in answer ? 'result' : 'error')).sort()).toEqual([
      'error',
      'result'
    ])
    expect(faulty.violations).toContain('duplicate-id')
    const asked = faulty.entries.filter(
      ({ kind, method }) => kind === 'request' && method === 'roots/list'
    )
    const answerTo = (seq = 0) => faulty.entries.find((entry) => entry.answers === seq)?.kind
    expect(asked.map(({ seq }) => answerTo(seq))).toEqual(['result', 'error'])
  })
})

describe('contents', () => {
  const textOf = async (
    faulty: FaultBench,
    isForced = false,
    uri = 'test://counter'
  ): Promise<string> => {
    const { outcome } = await faulty.workbench.readResource(FAULTY, uri, { isForced })
    return outcome.kind === 'result'
      ? ((outcome.result as { contents: { text: string }[] }).contents[0]?.text ?? '')
      : outcome.kind
  }

  it('come from the cache until they are asked for anew, or a sync has been made', async () => {
    const faulty = bench('sync')
    expect([await textOf(faulty), await textOf(faulty)]).toEqual(['1', '1'])
    expect(await textOf(faulty, true)).toBe('2')
    await faulty.call('sync_repository')
    expect([await textOf(faulty), await textOf(faulty)]).toEqual(['3', '3'])
    await faulty.call('echo')
    expect(await textOf(faulty)).toBe('3')
  })

  it('are read anew when the server says that they have changed', async () => {
    const faulty = bench('sync')
    expect([await textOf(faulty), await textOf(faulty)]).toEqual(['1', '1'])
    await faulty.call('touch')
    expect(await textOf(faulty)).toBe('2')
  })

  it('are not kept when they changed while they were being read', async () => {
    const faulty = bench('sync')
    const racing = (): Promise<string> => textOf(faulty, false, 'test://racing')
    expect([await racing(), await racing()]).toEqual(['1', '2'])
  })

  it('are not kept where nothing is to be kept', async () => {
    const faulty = bench('sync', undefined, { cacheTtlMs: 0 })
    expect([await textOf(faulty), await textOf(faulty)]).toEqual(['1', '2'])
  })
})

describe('a machine that sleeps for eight hours, while its clock is set to another day', () => {
  it('finds everything as it was: one question, no restart, no timeout', async () => {
    let slept = 0
    const clock = {
      ...hurriedClock,
      monotonic: () => hurriedClock.monotonic() + slept,
      wall: () => hurriedClock.wall() - 3 * slept
    }
    const faulty = bench('never', undefined, { callTimeoutMs: 60_000 }, { clock })
    await faulty.open()
    const pid = faulty.pid()
    const { call, done } = await faulty.workbench.startCall(FAULTY, 'go', {})
    faulty.workbench.suspend()
    slept = 8 * 3_600_000
    faulty.workbench.resume()
    expect(await faulty.text('echo')).toBe('hi')
    const pings = faulty.entries.filter(
      ({ kind, method }) => kind === 'request' && method === 'ping'
    )
    expect(pings).toHaveLength(1)
    expect(faulty.pid()).toBe(pid)
    faulty.workbench.cancelCall(call.id)
    expect((await done).outcome).toEqual({ kind: 'cancelled' })
    const numbers = faulty.entries.map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

describe('a rate limit', () => {
  it('in an error answer to a call is shown, and nothing is repeated', async () => {
    const faulty = bench('ratelimit')
    expect(await faulty.call()).toMatchObject({ kind: 'error', error: { data: { reset: 1 } } })
    expect(await faulty.text()).toBe('let through')
  })
})
