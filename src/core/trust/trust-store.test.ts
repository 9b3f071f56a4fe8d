import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../time/fake-clock'
import { Scopes } from '../server-file/scopes'
import { addressOf, processOf } from '../server-file/config-testing'
import type { Loss } from '../disk/state-file'
import { definitionHash, subjectOf } from './trust'
import { TrustStore } from './trust-store'

const SOURCE = '/srv/project/.mcp.json'
const server = processOf('node', ['server.js'], { env: { KEY: 'c4nary-of-env' } })
const hash = definitionHash(server, SOURCE)

function storeIn(folder = mkdtempSync(join(tmpdir(), 'patchbay-'))) {
  const clock = fakeClock()
  clock.pass(1_000)
  const path = join(folder, 'trust.json')
  return { folder, path, clock, store: new TrustStore(path, clock) }
}

describe('TrustStore', () => {
  it('trusts nothing that nobody has decided about, and writes no file for that', () => {
    const { store, folder } = storeIn()
    expect(store.decisionOf(hash)).toBeUndefined()
    expect(store.records()).toEqual([])
    expect(store.snapshotOf(SOURCE, 'test')).toBeUndefined()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['trusted', 'refused'] as const)('remembers %s in the next run', (decision) => {
    const { store, path, clock } = storeIn()
    store.decide(server, SOURCE, decision)
    const next = new TrustStore(path, clock)
    expect(next.decisionOf(hash)).toBe(decision)
    expect(next.records()).toEqual([
      { hash, decision, name: 'test', source: SOURCE, time: 1_000, what: 'node server.js' }
    ])
  })

  it('knows a definition under another name, and does not know another one under its name', () => {
    const { store } = storeIn()
    store.decide(server, SOURCE, 'trusted')
    const hashOf = (more: object) => definitionHash({ ...server, ...more }, SOURCE)
    expect(store.decisionOf(hashOf({ name: 'renamed' }))).toBe('trusted')
    expect(store.decisionOf(hashOf({ command: 'evil' }))).toBeUndefined()
  })

  it('keeps no value of a variable, header or address', () => {
    const { store, path } = storeIn()
    store.decide(server, SOURCE, 'trusted')
    const remote = addressOf('https://u:c4nary-a@h/?k=c4nary-b', { X: 'c4nary-c' })
    store.decide(remote, SOURCE, 'trusted')
    const env = {
      GIT_TOKEN: 'c4nary-d',
      CARGO_REGISTRY_TOKEN: 'c4nary-e',
      UV_INDEX_ACME_PASSWORD: 'c4nary-f',
      NPM_CONFIG__AUTH: 'c4nary-g',
      BUNDLE_GEMS__ACME__DEV: 'me:c4nary-h',
      DENO_AUTH_TOKENS: 'c4nary-i@deno.land',
      HTTPS_PROXY: 'http://me:c4nary-j@proxy:3128',
      PIP_INDEX_URL: 'https://me:c4nary-k@acme.dev/simple',
      GIT_CONFIG_VALUE_0: 'Authorization: Bearer c4nary-l'
    }
    store.decide(processOf('node', [], { env }), SOURCE, 'trusted')
    const text = readFileSync(path, 'utf8')
    expect(text).not.toContain('c4nary')
    expect(text).not.toContain(Buffer.from('c4nary').toString('base64').slice(0, 7))
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('sees in the next run that a hidden value is another one', () => {
    const { store, path, clock } = storeIn()
    store.decide(server, SOURCE, 'trusted')
    const snapshot = new TrustStore(path, clock).snapshotOf(SOURCE, 'test')
    expect(subjectOf(server, SOURCE, snapshot, undefined).isChanged).toBe(false)
    const changed = { ...server, env: { KEY: 'another' } }
    expect(subjectOf(changed, SOURCE, snapshot, undefined).isChanged).toBe(true)
  })

  it('makes other digests in every profile', () => {
    const digests = [storeIn(), storeIn()].map(({ store }) => {
      store.decide(server, SOURCE, 'trusted')
      return store.snapshotOf(SOURCE, 'test')?.lines.at(-1)?.digest
    })
    expect(digests[0]).toBeDefined()
    expect(digests[0]).not.toBe(digests[1])
  })

  it('compares with the one that was trusted last, not with one that was refused', () => {
    const { store } = storeIn()
    store.decide(server, SOURCE, 'trusted')
    store.decide({ ...server, command: 'deno' }, SOURCE, 'trusted')
    store.decide({ ...server, command: 'evil' }, SOURCE, 'refused')
    expect(store.snapshotOf(SOURCE, 'test')?.lines[0]?.text).toBe('deno')
    expect(store.snapshotOf('/other/.mcp.json', 'test')).toBeUndefined()
    expect(store.snapshotOf(SOURCE, 'other')).toBeUndefined()
  })

  it('takes the later decision, and forgets what is revoked', () => {
    const { store } = storeIn()
    store.decide(server, SOURCE, 'refused')
    store.decide(server, SOURCE, 'trusted')
    expect(store.records()).toHaveLength(1)
    expect(store.decisionOf(hash)).toBe('trusted')
    store.revoke([hash, 'unknown'])
    expect(store.decisionOf(hash)).toBeUndefined()
    expect(store.records()).toEqual([])
  })

  it('sees what another process decides, and loses none of it', () => {
    const { store, path, clock } = storeIn()
    const other = new TrustStore(path, clock)
    store.decide(server, SOURCE, 'trusted')
    expect(other.decisionOf(hash)).toBe('trusted')
    other.decide({ ...server, command: 'deno' }, SOURCE, 'refused')
    store.decide({ ...server, command: 'bun' }, SOURCE, 'trusted')
    expect(other.records()).toHaveLength(3)
    other.revoke([hash])
    expect(store.decisionOf(hash)).toBeUndefined()
  })

  it.each([
    '',
    '{',
    'null',
    `{"version":1,"key":"AAAA","entries":[{"hash":"${hash}","decision":"trusted"}]}`
  ])('trusts nothing when the file holds %s, and puts the file aside', (text) => {
    const { store, path, folder } = storeIn()
    writeFileSync(path, text)
    expect(store.decisionOf(hash)).toBeUndefined()
    expect(readFileSync(`${path}.broken-1000`, 'utf8')).toBe(text)
    store.decide(server, SOURCE, 'trusted')
    expect(store.decisionOf(hash)).toBe('trusted')
    expect(readdirSync(folder).sort()).toEqual(['trust.json', 'trust.json.broken-1000'])
  })

  it('keeps the trust that a newer version has written down, and what else is there', () => {
    const { store, path, clock } = storeIn()
    store.decide(server, SOURCE, 'trusted')
    const text = readFileSync(path, 'utf8')
    const written = JSON.parse(text) as { entries: object[] }
    const entries = written.entries.map((entry) => ({ ...entry, mood: 'good' }))
    const newer = { ...written, version: 99, futureField: [1], entries }
    writeFileSync(path, JSON.stringify(newer))
    const losses: Loss[] = []
    const next = new TrustStore(path, clock, { onLoss: (loss) => void losses.push(loss) })
    expect([next.decisionOf(hash), losses]).toEqual(['trusted', []])
    next.versionSeen(hash, '1.0')
    next.decide({ ...server, command: 'deno' }, SOURCE, 'refused')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      version: 99,
      futureField: [1],
      entries: [{ hash, mood: 'good', serverVersion: '1.0' }, { decision: 'refused' }]
    })
  })

  it('loses one record to a word that nobody knows, and tells it', () => {
    const { store, path, clock } = storeIn()
    const other = { ...server, command: 'deno' }
    store.decide(server, SOURCE, 'trusted')
    store.decide(other, SOURCE, 'refused')
    const text = readFileSync(path, 'utf8').replace('"refused"', '"maybe"')
    writeFileSync(path, text)
    const losses: Loss[] = []
    const next = new TrustStore(path, clock, { onLoss: (loss) => void losses.push(loss) })
    const decisions = [hash, definitionHash(other, SOURCE)].map((each) => next.decisionOf(each))
    expect(decisions).toEqual(['trusted', undefined])
    expect(losses).toMatchObject([{ path: `${path}.broken-1000` }])
    expect(readFileSync(`${path}.broken-1000`, 'utf8')).toBe(text)
  })

  it('trusts nothing more when the file breaks while it runs', () => {
    const { store, path } = storeIn()
    store.decide(server, SOURCE, 'trusted')
    writeFileSync(path, '{"broken')
    expect(store.decisionOf(hash)).toBeUndefined()
  })

  it('remembers the version of a server, and tells the earlier one when it is another', () => {
    const { store, path, clock } = storeIn()
    store.decide(server, SOURCE, 'trusted')
    expect(store.versionSeen(hash, '1.0')).toBeUndefined()
    expect(store.versionSeen(hash, '1.0')).toBeUndefined()
    store.decide(server, SOURCE, 'trusted')
    const next = new TrustStore(path, clock)
    expect(next.versionSeen(hash, '1.1')).toBe('1.0')
    expect(next.versionSeen(hash, '1.1')).toBeUndefined()
    expect(next.versionSeen('unknown', '1.0')).toBeUndefined()
  })

  it('knows again what an older version was told to trust, and what not', () => {
    const { folder: profile, path, clock, store } = storeIn()
    cpSync('e2e/old-profile/profile/mcp.json', join(profile, 'mcp.json'))
    cpSync('e2e/old-profile/profile/trust.json', path)
    const scopes = new Scopes({ profile, home: '/tmp/person', clock, onChange: () => {} })
    const decisions = scopes.servers().map(({ name, definition }) => {
      const known = definition && definitionHash(definition, '/tmp/person/profile/mcp.json')
      return [name, known && store.decisionOf(known)]
    })
    scopes.stop()
    expect(decisions).toEqual([
      ['notes', 'trusted'],
      ['web', 'trusted'],
      ['refused', 'refused'],
      ['not used', undefined]
    ])
  })
})
