import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditFiles } from '../../core/audit/log/audit-files'
import { allRows } from '../../core/ledger/audit-testing'
import { bundle } from '../../core/channel/bundle-testing'
import { Ledger } from '../../core/ledger/ledger'
import { Redactor } from '../../core/redaction/redaction'
import { systemClock, WallTime } from '../../core/time/clock'
import { Problems } from '../../core/problems/problems'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ServerId } from '../../shared/protocol/ids'
import type { IpcEvents, IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { AuditGrowth } from '../../shared/traffic/audit'
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/ipc/preferences'
import { openAudit } from './audit'
import { withAudit } from '../handlers/audited-routes'

const FILES = ServerId.parse('user:files')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-main-audit-'))
let script = ''
let profiles = 0
const ledgers: Ledger[] = []

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, '../../core/ledger/ledger-worker.ts'), folder)
}, 60_000)
afterAll(async () => {
  await Promise.all(ledgers.map((ledger) => ledger.stop()))
  rmSync(folder, { recursive: true })
})

function auditFor(profile = join(folder, String(++profiles)), time?: WallTime) {
  let current: Preferences = DEFAULT_PREFERENCES
  const redactor = new Redactor()
  const problems = new Problems({ clock: systemClock })
  const workers: Worker[] = []
  const grown: AuditGrowth[] = []
  const ledger = new Ledger(() => {
    const worker = new Worker(script)
    workers.push(worker)
    return worker
  })
  ledgers.push(ledger)
  const audit = openAudit({
    profile,
    redactor,
    preferences: {
      get: () => current,
      change: (change) => (current = { ...current, ...change })
    },
    nameOf: () => 'files',
    events: {
      send: (event, payload) => {
        if (event === 'audit.grew') grown.push(...(payload as IpcEvents['audit.grew']))
      },
      isBehind: () => false
    },
    problems,
    ledger,
    ...(time && { time })
  })
  const records = async () => {
    const rows = await allRows(audit.thread)
    const details = await Promise.all(rows.map(({ id }) => audit.thread.ask('read', id)))
    return details.toReversed().map((detail) => [detail?.method, detail?.params?.text])
  }
  return { audit, problems, redactor, records, workers, grown, preferences: () => current }
}

describe('the audit log of the app', () => {
  it('says that it was turned off, and that it is on again, and nothing in between', async () => {
    const { audit, records } = auditFor()
    audit.change({ theme: 'dark' })
    audit.change({ isAudited: false })
    audit.note({ method: 'patchbay/trust', params: {} })
    audit.change({ isAudited: true, auditDays: 30 })
    expect(await records()).toEqual([
      ['patchbay/config', '{"action":"change the audit log","isAudited":false}'],
      ['patchbay/config', '{"action":"change the audit log","isAudited":true,"auditDays":30}']
    ])
    await audit.stop()
  })

  it('tells the window which lists are gone when the thread that had them breaks', async () => {
    const { audit, workers, grown } = auditFor()
    const { viewId } = await audit.views.add({ query: { text: '' }, isGrouped: false })
    await workers[0]?.terminate()
    await expect.poll(() => grown.at(-1)).toEqual({ viewId, isGone: true })
    await audit.stop()
  })

  it('knows what is secret before it writes what it may be in', async () => {
    const { audit, redactor, records } = auditFor()
    redactor.add(['hunter2-hunter2'])
    await audit.intend({ method: 'tools/call', params: { text: 'hunter2-hunter2' } })
    expect(await records()).toEqual([['tools/call', '{"text":"•••"}']])
    await audit.stop()
  })

  it('cuts the texts for a server', async () => {
    const { audit, records } = auditFor()
    audit.change({ auditCutServers: [FILES] })
    const params = { name: 'send', arguments: { body: 'x'.repeat(51) } }
    await audit.intend({ serverId: FILES, method: 'tools/call', params })
    expect((await records()).at(-1)?.[1]).toContain(`"${'x'.repeat(50)}…"`)
    await audit.stop()
  })

  it('is a problem with the file that was damaged, until the person has seen to it', async () => {
    const profile = join(folder, String(++profiles))
    mkdirSync(dirname(auditFiles(profile).path), { recursive: true })
    writeFileSync(
      auditFiles(profile).path,
      'this is no database, and long enough to be taken for one'
    )
    const { audit, problems } = auditFor(profile)
    await expect.poll(() => problems.list()).toMatchObject([{ kind: 'damaged' }])
    const [problem] = problems.list()
    const path = problem?.action.kind === 'reveal' ? problem.action.path : ''
    expect(readFileSync(path, 'utf8')).toContain('this is no database')
    expect(audit.standing().notice).toContain('was damaged')
    problems.solve(problem?.key ?? '')
    expect(audit.standing().notice).toBeUndefined()
    await audit.stop()
  })

  it('is a problem for as long as it cannot be written, and not once it is off', async () => {
    const profile = join(folder, String(++profiles))
    writeFileSync(profile, 'a file where a folder should be')
    const { audit, problems } = auditFor(profile)
    await expect(audit.intend({ method: 'tools/call', params: {} })).rejects.toThrow()
    await expect
      .poll(() => problems.list())
      .toMatchObject([{ kind: 'storage', action: { kind: 'settings', section: 'audit' } }])
    rmSync(profile)
    await audit.intend({ method: 'tools/call', params: {} })
    await expect.poll(() => problems.list()).toEqual([])
    await audit.stop()
  })

  it('is a problem when its file is deleted, until you start a new log, which is one to look at', async () => {
    const profile = join(folder, String(++profiles))
    const { audit, problems } = auditFor(profile)
    await audit.intend({ method: 'tools/call', params: {} })
    rmSync(dirname(auditFiles(profile).path), { recursive: true })
    await expect(audit.intend({ method: 'tools/call', params: {} })).rejects.toThrow(
      /was deleted while Patchbay was running\. Put the file back.* then call again\.$/
    )
    await expect
      .poll(() => problems.list())
      .toMatchObject([
        { key: 'audit', message: expect.stringMatching(/nothing is sent/) as unknown }
      ])
    await audit.thread.ask('startAnew')
    await expect.poll(() => problems.list().map(({ kind }) => kind)).toEqual(['damaged'])
    await audit.intend({ method: 'tools/call', params: {} })
    expect(audit.standing().notice).toMatch(/was missing/)
    await audit.stop()
  })

  it('stamps records with the wall clock, and says where that was set', async () => {
    const now = { date: Date.UTC(2026, 0, 1, 19), monotonic: 0 }
    const time = new WallTime({ date: () => now.date, monotonic: () => now.monotonic })
    const { audit, records } = auditFor(undefined, time)
    await audit.intend({ method: 'tools/call', params: {} })
    now.date += 3 * 3_600_000
    await audit.intend({ method: 'tools/call', params: {} })
    const jump =
      '{"action":"follow the clock of the system","before":"2026-01-01T19:00:00.000Z","after":"2026-01-01T22:00:00.000Z","ms":10800000}'
    expect(await records()).toEqual([
      ['tools/call', '{}'],
      ['patchbay/clock', jump],
      ['tools/call', '{}']
    ])
    const [last] = await allRows(audit.thread)
    expect(last?.time).toBe(Date.UTC(2026, 0, 1, 22))
    await audit.stop()
  })

  it('is a problem when its daily files cannot be written, until they can be', async () => {
    const { audit, problems } = auditFor()
    const daily = join(folder, 'daily')
    mkdirSync(daily)
    writeFileSync(join(daily, 'MCP_Actions'), 'in the way')
    audit.change({ auditFolder: daily })
    await audit.intend({ method: 'tools/call', params: {} })
    await expect.poll(() => problems.list()).toMatchObject([{ key: 'audit folder' }])
    rmSync(join(daily, 'MCP_Actions'))
    await audit.intend({ method: 'tools/call', params: {} })
    await expect.poll(() => problems.list()).toEqual([])
    await audit.stop()
  })

  it('has what the window changes in servers, trust and secrets, and how that ended', async () => {
    const { audit, records } = auditFor()
    const done: string[] = []
    const handlers = withAudit(
      {
        'server.remove': async () => void done.push('removed'),
        'secret.set': () => Promise.reject(new Error('You closed the window.')),
        'servers.list': async () => []
      } as unknown as IpcHandlers,
      audit
    )
    await handlers['servers.list'](undefined)
    await handlers['server.remove']({ serverId: FILES })
    await expect(handlers['secret.set']({ name: 'KEY' })).rejects.toThrow('You closed the window.')
    expect(done).toEqual(['removed'])
    expect(await records()).toEqual([
      ['patchbay/config', '{"action":"remove","serverId":"user:files"}'],
      ['patchbay/secret', '{"action":"set","name":"KEY"}']
    ])
    await audit.stop()
  })

  it('tells a change that the person did not want from one that failed', async () => {
    const { audit } = auditFor()
    const failing = { error: new Error('The disk is full.') }
    const handlers = withAudit(
      { 'sampling.drop': () => Promise.reject(failing.error) } as unknown as IpcHandlers,
      audit
    )
    await expect(handlers['sampling.drop'](undefined)).rejects.toThrow('The disk is full.')
    failing.error = new WorkbenchError(WorkbenchErrorCode.Dismissed, 'It was not changed.')
    await expect(handlers['sampling.drop'](undefined)).rejects.toThrow('It was not changed.')
    const endings = async () => {
      const rows = await allRows(audit.thread)
      return rows.map(({ status, decision }) => [status, decision])
    }
    await expect.poll(endings).toEqual([
      ['ok', 'declined'],
      ['failed', undefined]
    ])
    await audit.stop()
  })

  it('keeps no address of a model that is not used, because a key may be in it', async () => {
    const { audit, records } = auditFor()
    const handlers = withAudit(
      { 'sampling.setUp': async () => DEFAULT_PREFERENCES } as unknown as IpcHandlers,
      audit
    )
    const used = 'https://example.com/v1'
    for (const baseUrl of ['https://canary@example.com/v1', `${used}?key=canary`, used]) {
      await handlers['sampling.setUp']({ baseUrl, model: 'tiny', keyName: '' })
    }
    expect(await records()).toEqual([
      [
        'patchbay/config',
        '{"action":"set up a model","baseUrl":"https://example.com/v1","model":"tiny","keyName":""}'
      ]
    ])
    await audit.stop()
  })
})
