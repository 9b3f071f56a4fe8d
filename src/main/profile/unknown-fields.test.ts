import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LastLinkFile } from '../../core/audit/log/last-link'
import { BoundIssuers } from '../../core/auth/bound-issuers'
import { catalogueFiles } from '../../core/catalogue/catalogue-files'
import { Grants } from '../../core/consent/grants'
import { Policies } from '../../core/consent/policies'
import { RootLists } from '../../core/consent/root-lists'
import { StateFile } from '../../core/disk/state-file'
import { KeptDrafts } from '../../core/profile/kept-drafts'
import { PreferencesFile } from '../../core/profile/preferences-file'
import { SecretStore, type SecretCipher } from '../../core/secrets/secrets'
import { processOf } from '../../core/server-file/config-testing'
import { RecentProjects } from '../../core/server-file/projects'
import { ServerIds } from '../../core/server-file/server-ids'
import { fakeClock } from '../../core/time/fake-clock'
import { TrustStore } from '../../core/trust/trust-store'
import { Watches } from '../../core/watch/watches'
import { fromJson, isObject } from '../../shared/json/json'
import { ServerId } from '../../shared/protocol/ids'
import { DEFAULT_WINDOW } from '../window/window-state'
import { WindowFileSchema } from '../window/window-file'

const SOURCES = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-unknown-'))
afterAll(() => rmSync(folder, { recursive: true }))

type WrittenFile = {
  /** Where the file is read and written. */
  readonly owner: string
  /** Where its schema stands, when that is somewhere else. */
  readonly schema?: string
  /** With at least one of each record that it can hold. */
  readonly content: object
  /** What is a name and its record, and so has no fields, by its path. */
  readonly maps?: readonly string[]
  /** Changes something else of the file. */
  readonly change: (path: string) => unknown
  readonly name?: string
}

const SERVER = ServerId.parse('a')
const OTHER = ServerId.parse('b')
const clock = fakeClock()
const fail = (message: string): void => expect.unreachable(message)
const kept = { clock, complain: fail, onLoss: ({ message }: { message: string }) => fail(message) }

const plain: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'system',
  backend: () => 'plain',
  explanation: () => '',
  encrypt: async (text) => Buffer.from(text),
  decrypt: async (bytes) => ({
    text: Buffer.from(bytes).toString(),
    shouldEncryptAgain: false
  })
}

const FILES: readonly WrittenFile[] = [
  {
    owner: 'core/audit/log/last-link.ts',
    content: { id: 1, hash: 'a' },
    change: (path) => new LastLinkFile(path).write({ id: 2, hash: 'b' })
  },
  {
    owner: 'core/auth/bound-issuers.ts',
    content: { version: 2, issuers: [{ key: 'a', serverUrl: 'https://a', issuer: 'https://i' }] },
    change: (path) => new BoundIssuers(path, clock, kept).bind('b', 'https://b', 'https://i')
  },
  {
    owner: 'core/catalogue/catalogue-files.ts',
    schema: 'core/catalogue/seen-items.ts',
    name: `${createHash('sha256').update(SERVER).digest('hex').slice(0, 32)}.json`,
    content: { tools: [['a', 'digest', '{}']] },
    change: (path) => {
      const files = catalogueFiles(dirname(path), kept)
      files.write(SERVER, { ...files.read(SERVER), prompts: [['b', 'digest']] })
    }
  },
  {
    owner: 'core/consent/grants.ts',
    content: {
      lastSeen: 0,
      grants: [
        {
          id: '1',
          serverId: SERVER,
          serverName: 'a',
          action: 'read',
          during: ['tool'],
          details: '{}',
          grantedAt: 0,
          expiresAt: 1_000_000,
          scope: 'hash',
          running: [{ name: 'hash', tool: 'hash' }]
        }
      ]
    },
    change: (path) => {
      const grants = new Grants({ ...kept, path, onChange: () => undefined })
      const scope = { serverId: OTHER, identity: '', method: 'm', tools: '', action: 'write' }
      grants.add({ ...scope, details: {} }, 'b', 1_000)
    }
  },
  {
    owner: 'core/consent/policies.ts',
    maps: ['servers'],
    content: {
      servers: {
        [SERVER]: { every: 'deny', tools: [['tool', { policy: 'deny', definition: 'hash' }]] }
      }
    },
    change: (path) => new Policies({ ...kept, path }).setForServer(OTHER, 'deny')
  },
  {
    owner: 'core/consent/root-lists.ts',
    maps: ['lists'],
    content: { lists: { a: { folders: ['/a'], owner: '' } } },
    change: (path) => new RootLists({ ...kept, path, onChange: () => undefined }).add('b', '/b')
  },
  {
    owner: 'core/profile/kept-drafts.ts',
    content: { version: 2, drafts: [{ key: 'a', text: 'one' }] },
    change: async (path) => {
      const drafts = new KeptDrafts({ ...kept, path, redact: (json) => json })
      await drafts.keep('b', 'two')
      await drafts.flush()
    }
  },
  {
    owner: 'core/profile/preferences-file.ts',
    schema: 'shared/ipc/preferences-schema.ts',
    maps: ['layouts', 'layouts.a', 'trafficList.widths'],
    content: {
      layouts: { a: { left: 30 } },
      trafficList: { isPaired: true, isFolded: true, time: 'clock', hidden: [], widths: {} },
      trafficFilters: [{ name: 'a', query: 'b' }],
      samplingModel: { baseUrl: '', model: '', keyName: '' },
      unread: [{ setting: 'trafficDays', copy: '/copy' }]
    },
    change: (path) => {
      const file = new PreferencesFile(path, { clock })
      file.write({ ...file.before, theme: 'dark' })
    }
  },
  {
    owner: 'core/secrets/secrets.ts',
    content: { version: 2, secrets: [{ name: 'A', setAt: 1, backend: 'plain', data: 'YQ==' }] },
    change: (path) => new SecretStore(path, plain, clock, kept).set('B', 'value')
  },
  {
    owner: 'core/server-file/projects.ts',
    content: { recent: ['/a'], current: '/a' },
    change: (path) => new RecentProjects(path, kept).opened('/b')
  },
  {
    owner: 'core/server-file/server-ids.ts',
    content: { servers: [{ file: '/mcp.json', name: 'a', id: 'first' }] },
    change: (path) => {
      const ids = new ServerIds(path, kept)
      const place = { file: '/mcp.json', prefix: '' }
      ids.rename(place, 'a', 'b', () => undefined)
      ids.rename(place, 'c', 'd', () => undefined)
    }
  },
  {
    owner: 'core/trust/trust-store.ts',
    content: {
      version: 2,
      key: 'a2V5',
      entries: [
        {
          hash: 'hash',
          decision: 'trusted',
          time: 1,
          name: 'a',
          source: '/mcp.json',
          what: 'node',
          lines: [{ label: 'command', text: 'node' }]
        }
      ]
    },
    change: (path) => {
      const trust = new TrustStore(path, clock, kept)
      trust.versionSeen('hash', '1.0')
      trust.decide(processOf('node', ['b.js']), '/mcp.json', 'refused')
    }
  },
  {
    owner: 'core/watch/watches.ts',
    content: {
      version: 2,
      watches: [{ serverId: SERVER, isRerunning: false, target: { kind: 'file', path: '/a' } }]
    },
    change: (path) => {
      const watches = new Watches({
        ...kept,
        path,
        servers: () => [{ ...processOf('node', ['a.js']), id: SERVER }],
        usable: () => new Set(),
        workbench: {} as never,
        rerun: async () => undefined,
        onChange: () => undefined
      })
      watches.setRerunning(SERVER, true)
      watches.stop()
    }
  },
  {
    owner: 'main/app.ts',
    schema: 'main/window/window-file.ts',
    content: { ...DEFAULT_WINDOW },
    change: (path) =>
      new StateFile(path, WindowFileSchema, kept).update(() => ({ ...DEFAULT_WINDOW, width: 700 }))
  }
]

/** The same with a field that only a newer version knows in every record, and where these are. */
function asNewer(value: unknown, maps: readonly string[], at = ''): unknown {
  const inner = (key: string | number): string => (at === '' ? String(key) : `${at}.${key}`)
  if (Array.isArray(value)) return value.map((each, index) => asNewer(each, maps, inner(index)))
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([key, each]) => [key, asNewer(each, maps, inner(key))])
  const own = Object.fromEntries(fields) as object
  return maps.includes(at) ? own : { ...own, newer: { of: at } }
}

/** The places of the fields that only a newer version knows. */
function newerIn(value: unknown, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const found = Object.entries(value).flatMap(([key, each]) =>
    key === 'newer' ? [`${at}: ${JSON.stringify(each)}`] : newerIn(each, `${at}/${key}`)
  )
  return found.toSorted()
}

describe('a file of the profile', () => {
  it.each(FILES.map((file) => [file.owner, file] as const))(
    'of %s is written with all that only a newer version knows',
    async (owner, { content, maps = [], change, name }) => {
      const path = join(folder, name ?? `${owner.replaceAll('/', '-')}.json`)
      const text = `${JSON.stringify(asNewer(content, maps))}\n`
      writeFileSync(path, text)
      await change(path)
      const written = readFileSync(path, 'utf8')
      expect(written).not.toBe(text)
      expect(newerIn(fromJson(written))).toEqual(newerIn(fromJson(text)))
    }
  )

  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const textOf = (path: string): string => readFileSync(join(SOURCES, path), 'utf8')

  it('is in this test, whoever writes it', () => {
    const owners = sources.filter((path) => /new (StateFile|KeptContent)\(/.test(textOf(path)))
    const wrapper = 'core/disk/kept-content.ts'
    const known = [...FILES.map(({ owner }) => owner), wrapper]
    expect(owners.toSorted()).toEqual(known.toSorted())
  })

  it.each(FILES.map(({ owner, schema = owner }) => schema))(
    'has no record in the schema of %s that forgets what it does not know',
    (path) => {
      // Only the outermost record may: of that the file itself remembers the rest.
      expect(textOf(path).match(/z\.(strictO|o)bject\(/g) ?? []).toHaveLength(1)
    }
  )
})
