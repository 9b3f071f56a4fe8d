import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from '../../shared/json/properties-testing'
import { ServerId } from '../../shared/protocol/ids'
import { hashOfItem } from '../catalogue/lists'
import { Grants, LONGEST_GRANT_MS, type GrantScope } from './grants'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SCOPE: GrantScope = {
  serverId: ServerId.parse('files'),
  identity: 'hash of the definition',
  method: 'consent/request',
  tools: 'hash of the tools',
  action: 'read_file',
  details: { path: '/tmp/a', options: { deep: true, limit: 3 } }
}

/** A wall clock that can be set, beside time that only passes. */
function settableClock() {
  const state = { wall: 1_700_000_000_000, monotonic: 0 }
  return {
    wall: () => state.wall,
    monotonic: () => state.monotonic,
    after: () => () => {},
    pass: (ms: number) => {
      state.wall += ms
      state.monotonic += ms
    },
    set: (ms: number) => {
      state.wall += ms
    }
  }
}

const nothing = (): void => undefined

describe('a grant', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-grants-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function open(clock = settableClock()) {
    const complaints: string[] = []
    const grants = new Grants({
      clock,
      path: join(folder, 'grants.json'),
      onChange: () => undefined,
      onLoss: ({ message }) => complaints.push(message),
      complain: (message) => complaints.push(message)
    })
    return { clock, grants, complaints }
  }

  it('holds for exactly what was granted, in whatever order it is written', () => {
    const { grants } = open()
    grants.add(SCOPE, 'files', HOUR)
    const details = { options: { limit: 3, deep: true }, path: '/tmp/a' }
    expect(grants.until({ ...SCOPE, details })).toBeDefined()
  })

  it.each([
    ['another server', { serverId: ServerId.parse('other') }],
    ['the same server with another definition', { identity: 'changed' }],
    ['another method', { method: 'tools/call' }],
    ['tools that are others', { tools: 'changed' }],
    ['another action', { action: 'read_files' }],
    ['other details', { details: { path: '/tmp/a', options: { deep: true, limit: 4 } } }],
    ['no details', { details: undefined }]
  ])('does not hold for %s', (_what, change) => {
    const { grants } = open()
    grants.add(SCOPE, 'files', HOUR)
    expect(grants.until({ ...SCOPE, ...change })).toBeUndefined()
  })

  it('ends on time, and after thirty days at the latest', () => {
    const { clock, grants } = open()
    grants.add(SCOPE, 'files', HOUR)
    clock.pass(HOUR - 1)
    expect(grants.until(SCOPE)).toBeDefined()
    clock.pass(1)
    expect([grants.until(SCOPE), grants.list()]).toEqual([undefined, []])
    expect(grants.add(SCOPE, 'files', 365 * DAY)).toBe(clock.wall() + LONGEST_GRANT_MS)
  })

  it('has ended when the clock was set back, also while Patchbay did not run', () => {
    const { clock, grants } = open()
    grants.add(SCOPE, 'files', HOUR)
    clock.set(-DAY)
    expect(grants.until(SCOPE)).toBeUndefined()
    grants.add(SCOPE, 'files', HOUR)
    expect(grants.until(SCOPE)).toBeDefined()
    clock.pass(30 * 60_000)
    grants.flush()
    const later = settableClock()
    later.set(clock.wall() - later.wall() - 20 * 60_000)
    expect(open(later).grants.list()).toEqual([])
  })

  it('is known when Patchbay is started again, and is not when it was revoked', () => {
    const { clock, grants } = open()
    grants.add(SCOPE, 'files', DAY)
    const again = open(clock).grants
    const [grant] = again.list()
    expect(grant).toMatchObject({ serverName: 'files', action: 'read_file' })
    expect(again.revoke([grant?.id ?? ''])).toHaveLength(1)
    expect(again.until(SCOPE)).toBeUndefined()
    expect(open(clock).grants.list()).toEqual([])
  })

  it('ends when the tool that counts is another, though the old one is listed after it', () => {
    const { grants } = open()
    const read = { name: 'read', inputSchema: { type: 'object' } }
    const [was, is] = [
      { ...read, description: 'Reads' },
      { ...read, description: 'Sends' }
    ]
    grants.add({ ...SCOPE, running: [{ name: 'read', hash: hashOfItem(was) }] }, 'files', HOUR)
    expect(grants.outdated(SCOPE.serverId, [was, is])).toEqual([])
    expect(grants.outdated(SCOPE.serverId, [is, was])).toHaveLength(1)
  })

  it('keeps what a newer version wrote about the tools that were running', () => {
    const path = join(folder, 'grants.json')
    const { grants } = open()
    grants.add({ ...SCOPE, running: [{ name: 'a', hash: 'b' }] }, 'files', DAY)
    const written = JSON.parse(readFileSync(path, 'utf8')) as { grants: [{ running: [object] }] }
    Object.assign(written.grants[0].running[0], { since: 3 })
    writeFileSync(path, JSON.stringify(written))
    const next = open().grants
    next.add({ ...SCOPE, action: 'write_file' }, 'files', DAY)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      grants: expect.arrayContaining([
        expect.objectContaining({ running: [expect.objectContaining({ since: 3 })] })
      ]) as unknown
    })
  })

  it('is not there when the file is broken', () => {
    writeFileSync(join(folder, 'grants.json'), '{"grants": [{}]')
    expect(open().grants.list()).toEqual([])
  })

  it('never outlives its time, however the clock is moved', () => {
    const move = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(2 * DAY) }),
      fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -DAY, max: DAY }) })
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), fc.nat(3 * DAY), (moves, lastsMs) => {
        const clock = settableClock()
        const grants = new Grants({ clock, onChange: nothing, onLoss: nothing, complain: nothing })
        grants.add(SCOPE, 'files', lastsMs)
        for (const { kind, ms } of moves) {
          clock[kind](ms)
          // By as much as clocks are put right without anybody noticing.
          const slack = moves.length * 60_000
          if (clock.monotonic() >= lastsMs + slack) expect(grants.until(SCOPE)).toBeUndefined()
          else grants.list()
        }
      })
    )
  })
})
