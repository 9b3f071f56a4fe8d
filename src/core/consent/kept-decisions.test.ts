import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/ids'
import { fakeClock } from '../fake-clock'
import { Grants } from './grants'
import { Policies } from './policies'
import { RootLists } from './root-lists'

const SERVER = ServerId.parse('user:files')
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
    complain: (message: string) => void complaints.push(message),
    onChange: () => undefined,
    clock: fakeClock()
  })
  const policies = (): Policies => new Policies(options())

  it('of a tool holds in the next run, whatever its name', () => {
    for (const name of ['__proto__', 'constructor', 'e\u0301', 'é', '']) {
      policies().set(SERVER, name, undefined, 'deny')
      expect([name, policies().of(SERVER, name, undefined)]).toEqual([name, 'deny'])
    }
  })

  it('is asked about anew where it cannot be read any more: something may have been denied', () => {
    writeFileSync(options().path, BROKEN)
    const lost = policies()
    expect(lost.of(SERVER, 'read', TOOL)).toBe('ask')
    lost.set(SERVER, 'read', TOOL, 'allow')
    expect([lost.of(SERVER, 'read', TOOL), lost.of(SERVER, 'write', TOOL)]).toEqual([
      'allow',
      'ask'
    ])
  })

  it.each([
    ['policies', () => policies().set(SERVER, 'read', TOOL, 'deny')],
    ['folders', () => new RootLists<ServerId>(options()).add(SERVER, '/srv/a')],
    ['grants', () => new Grants(options()).add(SCOPE, 'files', 1_000)]
  ])('is kept and told of when it is not understood: %s', (_what, change) => {
    writeFileSync(options().path, BROKEN)
    change()
    expect(complaints).toEqual([expect.stringContaining('cannot be understood') as string])
    const aside = readdirSync(folder).find((name) => name.includes('.broken-')) ?? ''
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(BROKEN)
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
