import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { PERSON_ASKED, type TrafficEntry } from '../../shared/traffic/traffic'
import { endBenches, signedIn } from '../auth/sign-in-bench'
import { Metrics } from '../metrics/metrics'
import { storeAnswers } from './store-answers'
import { demo, list, storeOf } from './store-testing'
import { importFrom } from './importing'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-auth-'))
afterEach(endBenches)
afterAll(() => rmSync(folder, { recursive: true }))

const TOKEN_URL = 'https://as.test/token'
const ASKED = `POST ${TOKEN_URL}
content-type: application/x-www-form-urlencoded
authorization: •••

grant_type=authorization_code&code=•••`
const REPLIED = `HTTP/1.1 200 OK
Content-Type: application/json

{"access_token":"•••","expires_in":60}`

function entry(seq: number, rest: Partial<TrafficEntry>): TrafficEntry {
  const base = { seq, time: 1_000 + seq, serverId: demo, bytes: 7 }
  return { ...base, origin: 'workbench', kind: 'auth', ...rest }
}

function asked(seq: number, method: string, target: string): TrafficEntry {
  return entry(seq, { method, target, text: `${method} ${target}` })
}

function replied(seq: number, answers: number, status: number): TrafficEntry {
  const told = { answers, status, tookMs: 5, bytes: 412, text: String(status) }
  return entry(seq, { origin: 'server', ...told })
}

const METADATA = 'https://as.test/.well-known/oauth-authorization-server'
const ENTRIES = [
  asked(1, 'GET', METADATA),
  replied(2, 1, 404),
  asked(3, 'POST', TOKEN_URL),
  replied(4, 3, 200),
  entry(5, { kind: 'request', method: 'tools/list', id: 1 }),
  asked(6, 'GET', 'https://as.test/away'),
  entry(7, { origin: 'server', answers: 6, status: 0, tookMs: 9, text: 'No response: it is away.' })
]
const RAWS = [
  `GET ${METADATA}\naccept: application/json`,
  'HTTP/1.1 404 Not Found\ncontent-length: 0\n\n',
  ASKED,
  REPLIED,
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  'GET https://as.test/away',
  'No response: it is away.'
]

function recorded() {
  const { store, recording } = storeOf()
  store.append(recording, ENTRIES, RAWS)
  return { store, recording }
}

type Archive = { readonly log: { readonly entries: readonly unknown[] } }

describe('exchanges with an authorization server', () => {
  it('are found by their kind, and are one row with their reply', () => {
    const { store, recording } = recorded()
    const seqs = (query: string, isPaired = true): readonly number[] =>
      list(store, { recording, query, isPaired }).seqs()
    expect(seqs('kind:auth')).toEqual([1, 3, 6])
    expect(seqs('kind:auth', false)).toEqual([1, 2, 3, 4, 6, 7])
    expect(seqs('-kind:auth')).toEqual([5])
    expect(seqs('is:error')).toEqual([1, 6])
    expect(seqs('is:pending')).toEqual([5])
    expect(seqs('expires_in')).toEqual([3])
    expect(seqs('method:POST target:*token')).toEqual([3])
    expect(store.row(recording, 3)?.ending).toEqual({
      kind: 'result',
      seq: 4,
      tookMs: 5,
      bytes: 412,
      status: 200
    })
    expect(store.row(recording, 6)?.ending).toMatchObject({ kind: 'error', status: 0 })
  })

  it('have bars of their own in the timeline', () => {
    const { store, recording } = recorded()
    const { viewId } = list(store, { recording })
    const { bars, extent } = store.timeline({ viewId })
    expect(bars.map(({ seq, isAuth = false, endedAt }) => [seq, isAuth, endedAt])).toEqual([
      [1, true, 1_002],
      [3, true, 1_004],
      [5, false, undefined],
      [6, true, 1_007]
    ])
    expect(extent).toEqual({ firstAt: 1_001, lastAt: 1_007 })
    const { viewId: only } = list(store, { recording, query: 'kind:auth' })
    expect(store.timeline({ viewId: only, from: 1_003, to: 1_005 }).bars).toMatchObject([
      { seq: 3, method: 'POST', target: TOKEN_URL }
    ])
  })

  it('come back from an export as they were', async () => {
    const { store, recording } = recorded()
    const path = join(folder, 'all.jsonl')
    await storeAnswers(() => store).exportLines({ recording }, path)
    const again = await importFrom(store, path, Infinity)
    for (const { seq } of ENTRIES) {
      expect(store.row(again, seq)).toEqual(store.row(recording, seq))
      expect(store.raw(again, seq)).toBe(store.raw(recording, seq))
    }
  })

  it('are whole exchanges in an archive of HTTP', async () => {
    const { store, recording } = recorded()
    const path = join(folder, 'all.har')
    const report = await storeAnswers(() => store).exportHar({ recording }, '1', path)
    expect(report).toMatchObject({ entries: 3, leftOut: 1 })
    const { log } = JSON.parse(readFileSync(path, 'utf8')) as Archive
    expect(log.entries).toMatchObject([
      { request: { method: 'GET', url: METADATA }, response: { status: 404 }, time: 5 },
      {
        request: {
          method: 'POST',
          headers: [{ name: 'content-type' }, { name: 'authorization', value: '•••' }],
          postData: { text: 'grant_type=authorization_code&code=•••' }
        },
        response: {
          status: 200,
          content: {
            mimeType: 'application/json',
            text: '{"access_token":"•••","expires_in":60}'
          }
        }
      },
      { response: { status: 0 }, comment: 'No response: it is away.' }
    ])
  })

  it('are in such an archive without the questions to you and the pages of your browser', async () => {
    const it = await signedIn()
    await it.call('admin-report')
    const { log } = it.workbench
    const entries = log.tail(1_000)
    const { store, recording } = storeOf()
    store.append(
      recording,
      entries,
      entries.map(({ seq }) => log.raw(seq) ?? '')
    )
    const questions = entries.filter(({ method }) => method === PERSON_ASKED)
    const path = join(folder, 'asked.har')
    await storeAnswers(() => store).exportHar({ recording }, '1', path)
    const { log: archive } = JSON.parse(readFileSync(path, 'utf8')) as Archive
    const requests = archive.entries.map(
      (each) => (each as { request: { method: string; url: string } }).request
    )
    const methods = requests.map(({ method }) => method)
    expect([questions.length, new Set(methods)]).toEqual([2, new Set(['POST', 'GET'])])
    expect(JSON.stringify(archive)).not.toMatch(/Asked you|More access/)
    const pages = it.opened.map((page) => new URL(page).pathname)
    expect(pages).toEqual(['/authorize', '/authorize'])
    expect(requests.filter(({ url }) => pages.includes(new URL(url).pathname))).toEqual([])
  })

  it('are no calls to whoever counts calls', () => {
    const metrics = new Metrics({ clock: { wall: () => 2_000 } })
    for (const each of ENTRIES) metrics.see(each)
    expect(metrics.of(demo)).toMatchObject({
      requests_total: 1,
      error_rate: 0,
      bytes_sent: 7,
      bytes_received: 0
    })
  })
})
