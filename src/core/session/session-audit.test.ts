import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDirectAudit } from '../audit/log/direct-audit'
import { ALL_ROWS, EVERYTHING, SETTINGS } from '../ledger/audit-testing'
import type { Auditing } from '../audit/auditing'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { Redactor } from '../redaction/redaction'
import { systemClock } from '../time/clock'
import { FAULTY, useFaultBenches, type FaultBench } from '../workbench/fault-testing'

const { bench, folder } = useFaultBenches()

function audited(...args: Parameters<typeof bench>) {
  const path = join(folder(), 'audit', 'audit.db')
  const audit = openDirectAudit({
    path,
    lastLink: `${path}.json`,
    settings: SETTINGS,
    redactor: new Redactor(),
    clock: systemClock,
    isOn: () => true,
    nameOf: () => 'faulty',
    isTextCut: () => false,
    wayOut: 'Free some space.',
    onNotice: () => {}
  })
  const [mode, argument, settings = {}, options = {}] = args
  const faulty = bench(mode, argument, settings, { ...options, audit })
  const records = () => audit.keeper.reader().rows(EVERYTHING, ALL_ROWS).toReversed()
  const methods = (): readonly string[] => records().map(({ method }) => method)
  /** As if the disk were full. */
  const fill = (): void => {
    const database = new DatabaseSync(path)
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON mcp_audit_log BEGIN
      SELECT RAISE(ABORT, 'database or disk is full'); END`)
    database.close()
  }
  return { faulty, audit, records, methods, fill }
}

/** The frame of the only call. */
function rawCall({ workbench }: FaultBench): string {
  return workbench.log.raw(workbench.calls()[0]?.requestSeq ?? 0) ?? ''
}

const REFUSED = /^The audit log cannot be written: database or disk is full\. Free some space/

describe('what a person asks of a server', () => {
  it('is neither written down nor sent when its arguments do not fit, unless that is wanted', async () => {
    const { faulty, records } = audited('offers', 'legacy')
    const { workbench } = faulty
    await faulty.open()
    const before = faulty.entries.length
    const unfit = { text: 5 }
    await expect(workbench.startCall(FAULTY, 'echo', unfit)).rejects.toMatchObject({
      code: WorkbenchErrorCode.UnfitArguments,
      message: expect.stringMatching(
        /^The arguments do not fit the schema of echo:\n {2}\/text: /
      ) as string,
      details: { findings: [{ pointer: '/text', keyword: 'type' }], isCut: false }
    })
    expect([faulty.entries.length, records()]).toEqual([before, []])

    const sent = [
      await workbench.startCall(FAULTY, 'echo', unfit, { isForced: true }),
      await workbench.startCall(FAULTY, 'echo', { text: 'fits' }, { isForced: true }),
      await workbench.startCall(FAULTY, 'not listed', unfit)
    ]
    expect(sent.map(({ call }) => call.isForced)).toEqual([true, undefined, undefined])
    await Promise.all(sent.map(({ done }) => done))
    expect(records().map(({ target }) => target)).toEqual(['echo', 'echo', 'not listed'])
  })

  it('is on disk before the server has it', async () => {
    const { faulty, records, audit } = audited('parrot')
    await faulty.open()
    expect(records()).toEqual([])
    const { done } = await faulty.workbench.startCall(FAULTY, 'go', { text: 'hi' })
    expect(records()).toMatchObject([
      { method: 'tools/call', target: 'go', status: 'running', serverName: 'faulty' }
    ])
    await faulty.workbench.close(FAULTY)
    await done
    const { params } = JSON.parse(rawCall(faulty)) as { params: object }
    expect(params).toEqual({
      name: 'go',
      arguments: { text: 'hi' },
      _meta: { progressToken: expect.any(Number) as number }
    })
    expect(audit.keeper.reader().read(1)).toMatchObject({
      status: 'failed',
      params: { text: JSON.stringify(params) },
      error: { text: expect.stringContaining('message') as string }
    })
  })

  it.each(['legacy', 'modern'])('is the very object that is sent, unchanged: %s', async (era) => {
    const audited: unknown[] = []
    const changing: Auditing = {
      intend: async ({ params }) => {
        audited.push(params)
        Reflect.set((params as { arguments: object }).arguments, 'text', 'changed')
        Reflect.set(params as object, 'name', 'changed')
        Reflect.set((params as { _meta: object })._meta, 'progressToken', 'changed')
        return () => {}
      },
      note: () => {}
    }
    const faulty = bench('offers', era, {}, { audit: changing })
    const { call, done } = await faulty.workbench.startCall(FAULTY, 'echo', { text: 'hi' })
    await done
    const [params] = audited
    expect((params as { arguments: unknown }).arguments).toBe(call.arguments)
    expect(params).toMatchObject({ name: 'echo', arguments: { text: 'hi' } })
    expect(JSON.stringify(params).includes('clientInfo')).toBe(era === 'modern')
    expect(rawCall(faulty)).toContain(`"params":${JSON.stringify(params)}`)
  })

  it('has its answer beside it, and the session in which it was asked', async () => {
    const { faulty, records } = audited('offers', 'legacy')
    const { workbench } = faulty
    await faulty.open()
    await (
      await workbench.startCall(FAULTY, 'echo', { text: 'hi' })
    ).done
    await workbench.readResource(FAULTY, 'nothing://there')
    await workbench.getPrompt(FAULTY, 'nothing', {})
    await workbench.setLogLevel(FAULTY, 'debug').catch(() => undefined)
    await workbench.sendRaw(FAULTY, '{"jsonrpc":"2.0","id":"mine","method":"ping"}')
    await workbench.sendRaw(FAULTY, 'oops')
    expect(records().map(({ method, kind, status }) => [method, kind, status])).toMatchObject([
      ['tools/call', 'request', 'ok'],
      ['resources/read', 'request', expect.any(String)],
      ['prompts/get', 'request', expect.any(String)],
      ['logging/setLevel', 'request', expect.any(String)],
      ['ping', 'raw', 'ok'],
      ['patchbay/raw', 'raw', 'ok']
    ])
    expect(new Set(records().map(({ sessionId }) => sessionId)).size).toBe(1)
    await workbench.restart(FAULTY)
    await (
      await workbench.startCall(FAULTY, 'echo', { text: 'hi' })
    ).done
    expect(new Set(records().map(({ sessionId }) => sessionId)).size).toBe(2)
  })

  it.each(['legacy', 'modern'])('is a subscription, too: %s', async (era) => {
    const { faulty, methods } = audited('offers', era)
    await faulty.open()
    await faulty.workbench.subscribe(FAULTY, 'notes://1')
    await faulty.workbench.unsubscribe(FAULTY, 'notes://1')
    expect(methods()).toEqual(
      era === 'legacy'
        ? ['resources/subscribe', 'resources/unsubscribe']
        : ['subscriptions/listen', 'subscriptions/listen']
    )
  })

  it('is not sent when it cannot be written down', async () => {
    const { faulty, fill, records } = audited('offers', 'legacy')
    const { workbench } = faulty
    await faulty.open()
    await (
      await workbench.startCall(FAULTY, 'echo', { text: 'hi' })
    ).done
    fill()
    const before = faulty.entries.length
    const asked = [
      workbench.startCall(FAULTY, 'echo', { text: 'hi' }),
      workbench.readResource(FAULTY, 'notes://1'),
      workbench.getPrompt(FAULTY, 'nothing', {}),
      workbench.setLogLevel(FAULTY, 'debug'),
      workbench.sendRaw(FAULTY, 'oops')
    ]
    for (const answer of asked) await expect(answer).rejects.toThrow(REFUSED)
    await workbench.subscribe(FAULTY, 'notes://1')
    expect(workbench.report(FAULTY).subscriptions).toMatchObject([
      { failure: expect.stringMatching(/audit log cannot be written/) as string }
    ])
    expect(faulty.entries.length).toBe(before)
    expect(records()).toHaveLength(1)
  })
})
