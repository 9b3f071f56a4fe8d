import { describe, expect, it } from 'vitest'
import { systemClock } from '../time/clock'
import { FAULTY } from '../workbench/fault-testing'
import { useAskingServers } from './asking-testing'
import { like } from './consent-testing'

const open = useAskingServers()
const HOUR = 3_600_000
const FIVE_MINUTES = 300_000
const READ = {
  method: 'consent/request',
  params: { action: 'read_file', details: { path: '/tmp/a' }, risk_level: 'low' }
}

describe('a server that asks for consent', () => {
  it('is told that it may, once', async () => {
    const { person, told, faulty } = open('ask')
    const answered = told(READ)
    const earliest = Math.floor(systemClock.wall())
    const item = await person.answer({ kind: 'consent', isGranted: true })
    expect(item).toMatchObject({
      ask: { kind: 'consent', action: 'read_file', details: { path: '/tmp/a' } },
      risk: { level: 'low', claimed: 'low' }
    })
    expect(faulty.workbench.log.raw(item.seq ?? 0)).toContain('consent/request')
    const consent = (await answered) as { expires_at: string }
    expect(consent).toEqual({ granted: true, remember: false, expires_at: like(/Z$/) })
    const expiresAt = Date.parse(consent.expires_at)
    expect(expiresAt).toBeGreaterThanOrEqual(earliest + FIVE_MINUTES)
    expect(expiresAt).toBeLessThanOrEqual(systemClock.wall() + FIVE_MINUTES)
    expect(person.records).toMatchObject([
      { method: 'patchbay/consent', result: { granted: true }, params: { by: 'person' } }
    ])
    expect(faulty.violations).toEqual([])
  })

  it('has everything shown that it says, and granted only together', async () => {
    const { person, told } = open('ask')
    void told(READ)
    await person.answer({ kind: 'consent', isGranted: true, rememberMs: HOUR })
    const more = { command: 'rm -rf /', note: 'Checked already.' }
    void told({ ...READ, params: { ...READ.params, ...more } })
    const item = await person.answer({ kind: 'consent', isGranted: false })
    expect(item).toMatchObject({ ask: { more }, risk: { level: 'high' } })
  })

  it('is not asked about again while it is remembered, and is once that is revoked', async () => {
    const { person, told } = open('ask')
    const first = told(READ)
    await person.answer({ kind: 'consent', isGranted: true, rememberMs: HOUR })
    const consent = await first
    const { expiresAt = 0 } = person.grants.list()[0] ?? {}
    const until = new Date(expiresAt).toISOString()
    expect(consent).toEqual({ granted: true, remember: true, expires_at: until })
    expect(await told(READ)).toEqual(consent)
    person.grants.revoke(person.grants.list().map(({ id }) => id))
    const again = told(READ)
    await person.answer({ kind: 'consent', isGranted: false })
    expect(await again).toEqual({ granted: false, remember: false })
    const { method, params, durationMs } = person.records.at(-1) ?? {}
    expect([method, params]).toMatchObject(['patchbay/consent', { by: 'person' }])
    expect([params, durationMs]).toEqual([
      expect.objectContaining({ frame: expect.any(Number) as number }),
      expect.any(Number)
    ])
  })

  it('may not do what is remembered while it is paused', async () => {
    const { person, told } = open('ask')
    const first = told(READ)
    await person.answer({ kind: 'consent', isGranted: true, rememberMs: HOUR })
    await first
    person.inbox.pause(FAULTY, true)
    expect(await told(READ)).toEqual({ granted: false, remember: false })
    person.inbox.pause(FAULTY, false)
    expect(await told(READ)).toMatchObject({ granted: true, remember: true })
  })

  it('is not remembered where much may go wrong', async () => {
    const { person, told } = open('ask')
    const params = { ...READ.params, action: 'delete_file' }
    const answered = told({ ...READ, params })
    await person.answer({ kind: 'consent', isGranted: true, rememberMs: HOUR })
    expect(await answered).toEqual({ granted: true, remember: false, expires_at: like(/Z$/) })
    expect(person.grants.list()).toEqual([])
  })

  it('may not when what was decided cannot be written down', async () => {
    const { person, told } = open('ask', { isAuditBroken: true })
    const answered = told(READ)
    await person.answer({ kind: 'consent', isGranted: true, rememberMs: HOUR })
    expect(await answered).toMatchObject({
      code: -32603,
      message: like(/audit log cannot be written/)
    })
    expect(person.grants.list()).toEqual([])
  })

  it('is refused in the newer era, where that is a violation', async () => {
    const { told, faulty } = open('askwrongera')
    expect(await told(READ)).toMatchObject({ code: -32601 })
    expect(faulty.violations).toEqual(['wrong-era'])
  })

  it('gets an error for what is no question', async () => {
    const { told } = open('ask')
    expect(await told({ ...READ, params: { details: {} } })).toMatchObject({ code: -32602 })
  })

  it('takes its question back, and the person is told', async () => {
    const { person, told } = open('askandcancel')
    const done = told(READ).catch(() => undefined)
    await done
    expect(person.inbox.state()).toMatchObject({ items: [], recent: [{ leaving: 'cancelled' }] })
  })

  it('asks nothing any more once it is closed', async () => {
    const { person, told, faulty } = open('ask')
    const answered = told(READ)
    await person.nextItem()
    await faulty.workbench.close(FAULTY)
    await answered
    expect(person.inbox.state()).toMatchObject({ items: [], recent: [{ leaving: 'closed' }] })
  })
})
