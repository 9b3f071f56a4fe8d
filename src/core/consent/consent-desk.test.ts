import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { PolicyRecord } from '../../shared/question/inbox'
import type { AuditEnd, AuditEntry } from '../audit/auditing'
import { systemClock } from '../time/clock'
import { FAULTY, useFaultBenches } from '../workbench/fault-testing'
import { canonicalHash } from '../values/canonical'
import { ConsentDesk } from './consent-desk'
import { like } from './consent-testing'
import type { RunningTool } from './identity'

const { bench, folder } = useFaultBenches()
const HOUR = 3_600_000
const READ = {
  method: 'consent/request',
  params: { action: 'read_file', details: { path: '/tmp/a' }, risk_level: 'low' }
}

function open(mode = 'ask', profile = folder()) {
  const records: (AuditEntry & AuditEnd)[] = []
  const told: (readonly PolicyRecord[])[] = []
  const desk: ConsentDesk = new ConsentDesk({
    profile,
    clock: systemClock,
    audit: {
      intend: async (entry) => (end) => void records.push({ ...entry, ...end }),
      note: (record) => void records.push(record)
    },
    redact: (json) => json,
    openPage: async () => expect.unreachable(),
    hide: () => undefined,
    samplingPerMinute: () => 10,
    workbench: () => faulty.workbench,
    onInbox: () => undefined,
    onGrants: () => undefined,
    onPolicies: ({ records: policies }) => void told.push(policies),
    onRoots: () => undefined,
    onLoss: ({ message }) => expect.unreachable(message),
    complain: (message) => expect.unreachable(message)
  })
  const faulty = bench(mode, undefined, {}, { inputs: desk.inputs })
  return { desk, faulty, records, told, profile }
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
  const sessions = new Set(records.map(({ sessionId }) => sessionId))
  expect(sessions).toEqual(new Set([faulty.workbench.auditId(FAULTY)]))
  await faulty.workbench.close(FAULTY)
  desk.setPolicy(FAULTY, undefined, 'ask')
  expect(records.at(-1)).not.toHaveProperty('sessionId')
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

it('lists what is set, and tells when it holds no longer because its tool is another', async () => {
  const { desk, faulty, records, told } = open('turncoat')
  await faulty.workbench.open(FAULTY)
  desk.setPolicy(FAULTY, 'echo', 'allow')
  desk.setPolicy(FAULTY, undefined, 'ask')
  const ofServer = { serverId: FAULTY, serverName: 'faulty', policy: 'ask', isOver: false }
  const ofTool = { serverId: FAULTY, serverName: 'faulty', tool: 'echo', policy: 'allow' }
  expect(told.at(-1)).toEqual([ofServer, { ...ofTool, isOver: false }])
  expect(desk.policyOf(FAULTY, 'echo')).toMatchObject({ policy: 'allow', ofServer: 'ask' })
  expect(desk.policyOf(FAULTY, 'go')).toMatchObject({ ofServer: 'ask' })
  const needing = ['echo', 'go'].map((tool) => desk.needsApproval(FAULTY, tool, 'by-hand'))
  expect(needing).toEqual([false, true])

  desk.look(FAULTY)
  expect(told).toHaveLength(2)
  await (
    await faulty.workbench.startCall(FAULTY, 'go', {})
  ).done
  await faulty.workbench.list(FAULTY, { isForced: true })
  desk.look(FAULTY)
  expect(told.at(-1)).toEqual([ofServer, { ...ofTool, isOver: true }])

  desk.setPolicy(FAULTY, 'echo', undefined)
  desk.setPolicy(FAULTY, undefined, undefined)
  expect([told.at(-1), desk.policyList().records]).toEqual([[], []])
  expect(records.map(({ method, params }) => [method, params])).toEqual([
    ['patchbay/policy', { tool: 'echo', policy: 'allow' }],
    ['patchbay/policy', { policy: 'ask' }],
    ['patchbay/policy', { tool: 'echo', policy: null }],
    ['patchbay/policy', { policy: null }]
  ])
})

it('allows nothing to tools that are not there yet', () => {
  const { desk } = open()
  expect(() => desk.setPolicy(FAULTY, undefined, 'allow')).toThrow('one by one')
  expect(desk.policyList().records).toEqual([])
})

it('lists what is set for a server that is gone, so that it can be taken back', () => {
  const { desk: before, profile } = open()
  before.setPolicy(FAULTY, 'echo', 'deny')
  const gone = ServerId.parse('user:gone')
  const path = join(profile, 'policies.json')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(JSON.stringify(FAULTY), '"user:gone"'))
  const { desk } = open('ask', profile)
  expect(desk.policyList().records).toMatchObject([
    { serverId: gone, serverName: gone, tool: 'echo' }
  ])
  desk.setPolicy(gone, 'echo', undefined)
  expect(desk.policyList().records).toEqual([])
})

it('knows in the next run, before the server is open, that what was allowed is another by now', async () => {
  const { desk, faulty, profile } = open('turncoat')
  await faulty.workbench.open(FAULTY)
  desk.look(FAULTY)
  desk.setPolicy(FAULTY, 'echo', 'allow')
  const isOver = (): readonly boolean[] => desk.policyList().records.map((set) => set.isOver)
  expect(isOver()).toEqual([false])
  const caller = desk.own.approval.caller('person')
  await (
    await caller.startCall(FAULTY, 'go', {})
  ).done
  await faulty.workbench.list(FAULTY, { isForced: true })
  const called = caller.startCall(FAULTY, 'echo', {})
  await expect.poll(() => desk.inbox.state().items).toHaveLength(1)
  const { id = 0 } = desk.inbox.state().items[0] ?? {}
  desk.inbox.answer(id, { kind: 'approval', isApproved: true })
  await called
  expect(isOver()).toEqual([true])
  desk.end()
  const next = open('turncoat', profile).desk
  expect(next.policyList().records.map((set) => set.isOver)).toEqual([true])
})
