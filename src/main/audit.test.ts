import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Redactor } from '../core/audit/redaction'
import { ServerId } from '../shared/ids'
import type { IpcHandlers } from '../shared/ipc-contract'
import { DEFAULT_PREFERENCES, type Preferences } from '../shared/preferences'
import { openAudit } from './audit'
import { withAudit } from './ipc/audited-routes'

const FILES = ServerId.parse('user:files')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-main-audit-'))
const script = join(folder, 'audit-worker.js')
let profiles = 0

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, '../core/audit/audit-worker.ts'),
      outDir: folder,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'audit-worker.js', format: 'es' } }
    }
  })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function auditFor() {
  let current: Preferences = DEFAULT_PREFERENCES
  const redactor = new Redactor()
  const audit = openAudit({
    profile: join(folder, String(++profiles)),
    redactor,
    preferences: {
      get: () => current,
      change: (change) => (current = { ...current, ...change })
    },
    nameOf: () => 'files',
    send: () => {},
    script,
    onNotice: () => {}
  })
  const records = async () => {
    const rows = await audit.thread.ask(
      'rows',
      { text: '' },
      { until: 1_000, from: 0, count: 100, isGrouped: false }
    )
    const details = await Promise.all(rows.map(({ id }) => audit.thread.ask('read', id)))
    return details.toReversed().map((detail) => [detail?.method, detail?.params?.text])
  }
  return { audit, redactor, records, preferences: () => current }
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

  it('knows what is secret before it writes what it may be in', async () => {
    const { audit, redactor, records } = auditFor()
    redactor.add(['hunter2-hunter2'])
    await audit.intend({ method: 'tools/call', params: { text: 'hunter2-hunter2' } })
    expect(await records()).toEqual([['tools/call', '{"text":"•••"}']])
    await audit.stop()
  })

  it('cuts the texts for a server, also when that is called otherwise', async () => {
    const { audit, records, preferences } = auditFor()
    const moved = ServerId.parse('user:moved')
    audit.change({ auditCutServers: [FILES] })
    audit.move(FILES, moved)
    expect(preferences().auditCutServers).toEqual([moved])
    const params = { name: 'send', arguments: { body: 'x'.repeat(51) } }
    await audit.intend({ serverId: moved, method: 'tools/call', params })
    expect((await records()).at(-1)?.[1]).toContain(`"${'x'.repeat(50)}…"`)
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
})
