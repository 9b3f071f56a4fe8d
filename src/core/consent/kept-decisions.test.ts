import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { Loss } from '../disk/state-file'
import { fakeClock } from '../time/fake-clock'
import { faultServer } from '../workbench/fault-testing'
import { Grants } from './grants'
import { Policies } from './policies'
import { RootLists } from './root-lists'

const SERVER = ServerId.parse('user:files')
const FILES = {
  ...faultServer('plain'),
  id: SERVER,
  name: 'files'
}
const TOOL = { name: 'read', inputSchema: { type: 'object' } }
const BROKEN = '{"version": 99, "servers": "as nobody writes it yet"'

describe('what the person has decided', () => {
  let folder = ''
  const complaints: string[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-decisions-'))
    complaints.length = 0
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const options = () => ({
    path: join(folder, 'kept.json'),
    onLoss: ({ message, path }: Loss) => void complaints.push(message, path),
    complain: (message: string) => void complaints.push(message),
    onChange: () => undefined,
    clock: fakeClock()
  })
  const policies = (): Policies => new Policies(options())

  it('of a tool holds in the next run, whatever its name', () => {
    for (const name of ['__proto__', 'constructor', 'e\u0301', 'é', '']) {
      policies().set(FILES, name, undefined, 'deny')
      expect([name, policies().of(FILES, name, undefined)]).toEqual([name, 'deny'])
    }
  })

  it('is asked about anew where it cannot be read any more: something may have been denied', () => {
    writeFileSync(options().path, BROKEN)
    const lost = policies()
    expect(lost.of(FILES, 'read', TOOL)).toBe('ask')
    lost.set(FILES, 'read', TOOL, 'allow')
    for (const set of [lost, policies()]) {
      expect([set.of(FILES, 'read', TOOL), set.of(FILES, 'write', TOOL)]).toEqual(['allow', 'ask'])
    }
    policies().forgetLoss()
    expect([policies().isLost, policies().of(FILES, 'write', TOOL)]).toEqual([false, undefined])
  })

  it('is lost in the next run too when that could not be written down', () => {
    // There is no room for the name of the file that is to replace it.
    const target = join(folder, 'x'.repeat(250))
    writeFileSync(target, BROKEN)
    symlinkSync(target, options().path)
    expect(policies().isLost).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe(BROKEN)
    expect([policies().isLost, policies().of(FILES, 'read', TOOL)]).toEqual([true, 'ask'])
  })

  it('is there again once it can be read again', () => {
    const { path, clock } = { ...options(), clock: fakeClock() }
    const denied =
      '{"servers":{"user:files":{"tools":[["read",{"policy":"deny","definition":""}]]}}}'
    mkdirSync(path) // stands for a file that may not be read
    const lost = new Policies({ ...options(), clock })
    expect(lost.of(FILES, 'write', TOOL)).toBe('ask')
    rmSync(path, { recursive: true })
    writeFileSync(path, denied)
    clock.pass(60_000)
    lost.flush()
    expect([policies().isLost, policies().of(FILES, 'read', TOOL)]).toEqual([false, 'deny'])
    complaints.length = 0
    lost.set(FILES, 'write', TOOL, 'deny')
    const [message = '', aside = ''] = complaints
    expect(message).toContain('could be read again only after something else was set')
    expect(readFileSync(aside, 'utf8')).toBe(denied)
    expect([policies().isLost, policies().of(FILES, 'write', TOOL)]).toEqual([true, 'deny'])
  })

  it('is kept as it was when it can be read again, and not be understood', () => {
    const { path } = options()
    mkdirSync(path) // stands for a file that may not be read
    const lost = policies()
    rmSync(path, { recursive: true })
    writeFileSync(path, BROKEN)
    complaints.length = 0
    lost.set(FILES, 'read', TOOL, 'deny')
    const [message = '', aside = ''] = complaints
    expect(message).toContain('cannot be understood')
    expect([complaints.length, readFileSync(aside, 'utf8')]).toEqual([2, BROKEN])
    expect([policies().isLost, policies().of(FILES, 'read', TOOL)]).toEqual([true, 'deny'])
  })

  it('is left where it is by whoever only looks, and protects there too', () => {
    writeFileSync(options().path, BROKEN)
    const reader = new Policies({ ...options(), isReader: true })
    expect(reader.of(FILES, 'read', TOOL)).toBe('ask')
    expect(readFileSync(options().path, 'utf8')).toBe(BROKEN)
    expect(policies().of(FILES, 'read', TOOL)).toBe('ask')
    expect(new Policies({ ...options(), isReader: true }).of(FILES, 'read', TOOL)).toBe('ask')
  })

  it('is written down as soon as it can be, also when it takes something back', () => {
    const clock = fakeClock()
    const kept = { ...options(), clock }
    const set = new Policies(kept)
    const lists = new RootLists<ServerId>({ ...kept, path: join(folder, 'roots.json') })
    const grants = new Grants({ ...kept, path: join(folder, 'grants.json') })
    set.set(FILES, 'read', TOOL, 'allow')
    lists.add(SERVER, '/srv/a')
    grants.add(SCOPE, 'files', 1_000_000)
    const locks = ['kept.json', 'roots.json', 'grants.json'].map((name) =>
      join(folder, `${name}.lock`)
    )
    for (const lock of locks) {
      mkdirSync(lock)
      utimesSync(lock, 1, 1)
    }
    set.set(FILES, 'read', TOOL, 'deny')
    lists.remove(SERVER, '/srv/a')
    grants.revoke(grants.list().map(({ id }) => id))
    expect(complaints).toHaveLength(3)
    for (const lock of locks) rmSync(lock, { recursive: true })
    clock.pass(10_000)
    expect(policies().of(FILES, 'read', TOOL)).toBe('deny')
    const again = { ...options(), clock }
    const [listsAgain, grantsAgain] = [
      new RootLists<ServerId>({ ...again, path: join(folder, 'roots.json') }),
      new Grants({ ...again, path: join(folder, 'grants.json') })
    ]
    expect([listsAgain.of(SERVER), grantsAgain.list()]).toEqual([[], []])
    expect(clock.timers.size).toBe(0)
  })

  it('allows nothing of which nobody knows what it is', () => {
    expect(() => policies().set(FILES, 'read', undefined, 'allow')).toThrow('Open the server first')
    policies().set(FILES, 'read', TOOL, 'allow')
    expect(policies().of(FILES, 'read', undefined)).toBeUndefined()
  })

  it('holds no secret, and is known again by the name that holds one', () => {
    const redact = (json: string): string => json.replaceAll('canary', '•••')
    const name = 'read canary'
    const set = new Policies({ ...options(), redact })
    set.set(FILES, name, { ...TOOL, name }, 'deny')
    const grants = new Grants({ ...options(), path: join(folder, 'grants.json'), redact })
    const running = [{ name, hash: 'h' }]
    grants.add({ ...SCOPE, running, action: name, details: { name } }, 'files', 1_000)
    expect(readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual([
      expect.not.stringContaining('canary') as string,
      expect.not.stringContaining('canary') as string
    ])
    expect(policies().of(FILES, name, undefined)).toBe('deny')
    expect(grants.outdated(SERVER, [{ ...TOOL, name }])).toHaveLength(1)
  })

  it('is not taken for that of a tool with a hidden name, whatever a tool is called', () => {
    const digest = createHash('sha256').update('read', 'utf16le').digest('hex').slice(0, 16)
    const name = `wipe canary •••#${digest}`
    const redact = (json: string): string => json.replaceAll('canary', '•••')
    const set = new Policies({ ...options(), redact })
    set.set(FILES, name, undefined, 'deny')
    expect(readFileSync(options().path, 'utf8')).not.toContain('canary')
    for (const held of [set, policies()]) {
      expect(held.of(FILES, 'read', TOOL)).toBeUndefined()
      expect(held.of(FILES, name, undefined)).toBe('deny')
    }
  })

  it.each([
    ['policies', () => policies().set(FILES, 'read', TOOL, 'deny')],
    ['folders', () => new RootLists<ServerId>(options()).add(SERVER, '/srv/a')],
    ['grants', () => new Grants(options()).add(SCOPE, 'files', 1_000)]
  ])('is kept and told of when it is not understood: %s', (_what, change) => {
    writeFileSync(options().path, BROKEN)
    change()
    const [message, aside = ''] = complaints
    expect(message).toContain('cannot be understood')
    expect(complaints).toHaveLength(2)
    expect(readFileSync(aside, 'utf8')).toBe(BROKEN)
  })

  it('to allow a tool holds for what is run now, and not for another server of the same name', () => {
    const another = { ...FILES, args: [...FILES.args, '--another'] }
    for (const policy of ['allow', 'once', 'ask', 'deny'] as const) {
      policies().set(FILES, 'read', TOOL, policy)
      const isStrict = policy !== 'allow'
      expect(policies().of({ ...FILES, description: 'Of mine.' }, 'read', TOOL)).toBe(policy)
      expect(policies().of(another, 'read', TOOL)).toBe(isStrict ? policy : undefined)
    }
  })

  it('for a whole server holds for each tool, also a new one, that has nothing of its own', () => {
    policies().setForServer(SERVER, 'deny')
    policies().set(FILES, 'read', TOOL, 'allow')
    const set = policies()
    const changed = { ...TOOL, description: 'Sends it elsewhere.' }
    expect([
      set.of(FILES, 'read', TOOL),
      set.of(FILES, 'read', changed),
      set.of(FILES, 'write', undefined)
    ]).toEqual(['allow', 'deny', 'deny'])
    expect(set.list()).toEqual([
      { serverId: SERVER, policy: 'deny' },
      { serverId: SERVER, tool: 'read', policy: 'allow' }
    ])
    set.remove(SERVER)
    set.remove(SERVER, 'read')
    expect([policies().of(FILES, 'write', undefined), policies().list()]).toEqual([undefined, []])
  })

  it('about folders is for what is run now; another server of the same name is told of none', () => {
    let what = 'one'
    const lists = (): RootLists<ServerId> =>
      new RootLists<ServerId>({ ...options(), identify: () => what })
    lists().add(SERVER, '/srv/a')
    lists().add(SERVER, '/srv/b')
    what = 'another'
    expect([lists().of(SERVER), lists().before(SERVER)]).toEqual([undefined, ['/srv/a', '/srv/b']])
    lists().restore(SERVER)
    lists().restore(SERVER)
    expect([lists().of(SERVER), lists().before(SERVER)]).toEqual([['/srv/a', '/srv/b'], []])
    what = 'a third'
    lists().remove(SERVER, '/srv/a')
    expect([lists().of(SERVER), lists().before(SERVER)]).toEqual([[], []])
  })
})

const SCOPE = {
  serverId: SERVER,
  identity: 'it',
  method: 'consent/request',
  tools: '',
  action: 'read',
  details: {}
}
