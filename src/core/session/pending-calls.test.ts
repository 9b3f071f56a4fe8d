import { describe, expect, it } from 'vitest'
import type { WorkbenchError } from '../../shared/protocol/errors'
import { NO_AUDIT, type Auditing } from '../audit/auditing'
import { FAULTY, useFaultBenches } from '../workbench/fault-testing'

const { bench } = useFaultBenches()

describe('reports of a running call', () => {
  it('never lose its frame', async () => {
    const { workbench } = bench('never')
    await workbench.open(FAULTY)
    const reported: (number | undefined)[] = []
    workbench.onCall(({ requestSeq }) => void reported.push(requestSeq))
    const { call, done } = await workbench.startCall(FAULTY, 'go', {})
    await expect.poll(() => reported.at(-1)).toBeDefined()
    workbench.cancelCall(call.id)
    const { requestSeq } = await done
    expect(reported).toEqual([undefined, requestSeq, requestSeq])
  })
})

describe('calls that are still pending', () => {
  it('are refused beyond 1,000 of one server, with what to do about it', async () => {
    const { workbench } = bench('never')
    await workbench.open(FAULTY)
    const start = () => workbench.startCall(FAULTY, 'go', {})
    const refusals: WorkbenchError[] = []
    const refuse = (why: WorkbenchError): void => void refusals.push(why)
    await Promise.all(Array.from({ length: 1_003 }, () => start().catch(refuse)))
    expect(refusals.map(({ code }) => code)).toEqual(['BUSY', 'BUSY', 'BUSY'])
    expect(refusals[0]?.message).toMatch(
      /^faulty has 1,000 requests that wait for an answer.*cancel some, or restart faulty\.$/
    )
    const [first] = workbench.calls()
    if (!first) throw new Error('No call is left.')
    workbench.cancelCall(first.id)
    await expect.poll(() => workbench.liveCalls.get(first.id)?.outcome?.kind).toBe('cancelled')
    await expect(start()).resolves.toBeDefined()
  })

  it('leave time for others while they end, and have all ended when the session is closed', async () => {
    const ended: string[] = []
    const audit: Auditing = {
      ...NO_AUDIT,
      intend:
        async ({ method }) =>
        () =>
          void ended.push(method)
    }
    const { workbench } = bench('never', undefined, {}, { audit })
    await workbench.open(FAULTY)
    const begun = Array.from({ length: 1_000 }, () => workbench.startCall(FAULTY, 'go', {}))
    const started = await Promise.all(begun)
    let endedInTurn = 0
    let most = 0
    workbench.onCall(({ outcome }) => {
      if (!outcome) return
      if (endedInTurn === 0) setImmediate(() => (endedInTurn = 0))
      most = Math.max(most, ++endedInTurn)
    })
    await workbench.close(FAULTY)
    expect(workbench.calls().filter(({ outcome }) => !outcome)).toEqual([])
    expect(ended).toHaveLength(1_000)
    expect(most).toBeLessThanOrEqual(100)
    const outcomes = await Promise.all(started.map(({ done }) => done))
    expect(new Set(outcomes.map(({ outcome }) => outcome?.kind))).toEqual(
      new Set(['connection-lost'])
    )
  })
})
