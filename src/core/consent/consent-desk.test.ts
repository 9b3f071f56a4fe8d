import { expect, it } from 'vitest'
import type { AuditEnd, AuditEntry } from '../audit/auditing'
import { systemClock } from '../clock'
import { FAULTY, useFaultBenches } from '../session/fault-testing'
import { canonicalHash } from './canonical'
import { ConsentDesk } from './consent-desk'
import { like } from './consent-testing'
import type { RunningTool } from './identity'

const { bench, folder } = useFaultBenches()
const HOUR = 3_600_000
const READ = {
  method: 'consent/request',
  params: { action: 'read_file', details: { path: '/tmp/a' }, risk_level: 'low' }
}

function open() {
  const records: (AuditEntry & AuditEnd)[] = []
  const desk: ConsentDesk = new ConsentDesk({
    profile: folder(),
    clock: systemClock,
    audit: {
      intend: async (entry) => (end) => void records.push({ ...entry, ...end }),
      note: (record) => void records.push(record)
    },
    redact: (json) => json,
    openPage: async () => expect.unreachable(),
    samplingPerMinute: () => 10,
    workbench: () => faulty.workbench,
    onInbox: () => undefined,
    onGrants: () => undefined,
    onRoots: () => undefined,
    complain: (message) => expect.unreachable(message)
  })
  const faulty = bench('ask', undefined, {}, { inputs: desk.inputs })
  return { desk, faulty, records }
}

it('writes down alike what was remembered and what was revoked, with a time that can be read', async () => {
  const { desk, faulty, records } = open()
  const { done } = await faulty.workbench.startCall(FAULTY, 'go', READ)
  await expect.poll(() => desk.inbox.state().items).toHaveLength(1)
  const { id = 0 } = desk.inbox.state().items[0] ?? {}
  desk.inbox.answer(id, { kind: 'consent', isGranted: true, rememberMs: HOUR })
  await done
  desk.revoke(desk.grants.list().map((grant) => grant.id))
  const { action, details } = READ.params
  const expiresAt = like(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(records.filter(({ method }) => method !== 'patchbay/consent')).toMatchObject([
    { method: 'patchbay/grant', params: { action, details, expiresAt } },
    { method: 'patchbay/revoke', params: { action, details } }
  ])
})

it('revokes what was granted while a tool ran that is another by now, and nothing else', async () => {
  const { desk, faulty, records } = open()
  await faulty.workbench.open(FAULTY)
  const scope = { serverId: FAULTY, identity: '', method: 'consent/request', tools: '' }
  const { tools } = faulty.workbench.report(FAULTY).catalogue
  const hash = canonicalHash(tools.find(({ name }) => name === 'echo'))
  const grant = (action: string, running: readonly RunningTool[]): number =>
    desk.grants.add({ ...scope, running, action, details: {} }, 'faulty', HOUR)
  grant('as it is', [{ name: 'echo', hash }])
  grant('as it was', [
    { name: 'go', hash: canonicalHash(tools.find(({ name }) => name === 'go')) },
    { name: 'echo', hash: canonicalHash({ name: 'echo' }) }
  ])
  grant('not listed now', [{ name: 'gone', hash }])
  desk.look(FAULTY)
  expect(desk.grants.list().map(({ action }) => action)).toEqual(['as it is', 'not listed now'])
  expect(records).toMatchObject([{ method: 'patchbay/revoke', params: { action: 'as it was' } }])
})
