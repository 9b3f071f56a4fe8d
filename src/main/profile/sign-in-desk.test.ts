import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { AuditEnd, AuditEntry } from '../../core/audit/auditing'
import {
  authorize,
  startOddAuthorizationServer,
  type OddOptions
} from '../../core/auth/fakes/fake-authorization-server'
import { systemClock } from '../../core/time/clock'
import type { SecretCipher } from '../../core/secrets/secrets'
import { fakeClock } from '../../core/time/fake-clock'
import { Workbench } from '../../core/workbench/workbench'
import { ServerId } from '../../shared/protocol/ids'
import type { ConfirmSubject } from '../../shared/question/prompt'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { SignInState } from '../../shared/sign-in/sign-in'
import { SignInDesk, type SignInDeskParts } from './sign-in-desk'
import { PLAIN_NETWORKS } from '../../core/network/networks'

const ID = ServerId.parse('protected')

const MEMORY: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'memory',
  backend: () => 'none',
  explanation: () => '',
  encrypt: () => Promise.reject(new Error('no keyring')),
  decrypt: () => Promise.reject(new Error('no keyring'))
}

const CALL_TIMEOUT_MS = 1_000

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function open(options: OddOptions = {}, oauth?: OAuthAccess) {
  const odd = await startOddAuthorizationServer(options)
  const profile = mkdtempSync(join(tmpdir(), 'sign-in-desk-'))
  const definition: RemoteDefinition = {
    id: ID,
    name: 'protected',
    scope: 'user',
    transport: 'streamable-http',
    url: odd.url,
    headers: {},
    settings: { era: 'legacy', retry: 'none', maxRestarts: 0, callTimeoutMs: CALL_TIMEOUT_MS },
    ...(oauth && { access: { oauth } })
  }
  const clock = fakeClock()
  const workbench: Workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    servers: [definition],
    version: '1',
    clock,
    remoteFor: (each) => ({ credentials: desk.credentialsFor(each) })
  })
  const notes: (AuditEntry & AuditEnd)[] = []
  const states: SignInState[] = []
  const pages: string[] = []
  const hidden: string[] = []
  const valuesAsked: Parameters<SignInDeskParts['askForValues']>[] = []
  const person: Person = { visits: true, thinksMs: 0, confirms: true }
  const confirmed: ConfirmSubject[] = []
  const desk: SignInDesk = new SignInDesk({
    profile,
    clock: systemClock,
    cipher: MEMORY,
    log: workbench.log,
    networks: workbench.networks,
    workbench: () => workbench,
    resolve: async () => definition,
    audit: { note: (entry) => notes.push(entry) },
    hide: (values) => hidden.push(...values),
    openPage: async (url) => {
      pages.push(url)
      if (person.visits) void authorize(url).then((back) => fetch(back))
    },
    askForScopes: async () => {
      clock.pass(person.thinksMs)
      return true
    },
    confirm: async (subject) => {
      confirmed.push(subject)
      return person.confirms
    },
    askForValues: async (...asked) => {
      valuesAsked.push(asked)
      return person.values
    },
    onChange: ({ state }) => states.push(state),
    onLoss: () => undefined,
    complain: () => undefined
  })
  ends.push(
    () => odd.close(),
    () => rmSync(profile, { recursive: true }),
    () => workbench.closeAll()
  )
  const state = (): SignInState | undefined => desk.reports()[0]?.state
  const phase = (): string => workbench.report(ID).state.phase
  return {
    odd,
    desk,
    definition,
    workbench,
    notes,
    states,
    pages,
    hidden,
    person,
    confirmed,
    valuesAsked,
    state,
    phase
  }
}

type Person = {
  visits: boolean
  thinksMs: number
  confirms: boolean
  values?: Awaited<ReturnType<SignInDeskParts['askForValues']>>
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

describe('signing in from the app', () => {
  it('tells one problem, opens no browser by itself, and opens the server after a click', async () => {
    const { desk, workbench, pages, notes, state, phase } = await open()
    await expect(workbench.open(ID)).rejects.toThrow()
    expect(workbench.problems.list()).toMatchObject([
      { kind: 'auth', action: { kind: 'sign-in', serverId: ID } }
    ])
    expect([state()?.phase, pages]).toEqual(['needed', []])
    await desk.start(ID)
    expect([state()?.phase, phase(), pages.length]).toEqual(['signed-in', 'ready', 1])
    expect(workbench.problems.list()).toEqual([])
    expect(notes).toMatchObject([
      { method: 'patchbay/sign-in', params: { action: 'sign in' }, serverId: ID }
    ])
  })

  it('shows the page without its state, and hands out the whole one', async () => {
    const { desk, states, pages, person, state } = await open()
    person.visits = false
    const done = desk.start(ID)
    await until(() => states.some((each) => each.phase === 'under-way' && each.page !== undefined))
    const shown = state()
    const secret = new URL(pages[0] ?? '').searchParams.get('state') ?? 'none'
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect(desk.page(ID)).toContain(secret)
    await desk.openAgain(ID)
    expect(pages).toEqual([pages[0], pages[0]])
    desk.cancel(ID)
    await done
    expect(state()).toMatchObject({
      phase: 'failed',
      why: 'The sign-in was cancelled.',
      blame: 'you'
    })
    expect(() => desk.page(ID)).toThrow(/No page/)
    desk.dismiss(ID)
    expect(state()).toEqual({ phase: 'unknown' })
  })

  it('signs out, and puts back what was cleared', async () => {
    const { desk, notes, state, phase } = await open()
    await desk.start(ID)
    const putBack = await desk.clear(ID)
    expect([state()?.phase, phase()]).toEqual(['unknown', 'idle'])
    await putBack()
    expect(state()?.phase).toBe('signed-in')
    await desk.signOut(ID)
    expect([state()?.phase, phase()]).toEqual(['unknown', 'idle'])
    expect(notes.map(({ params }) => (params as { action: string }).action)).toEqual([
      'sign in',
      'forget',
      'sign out'
    ])
  })

  it('writes down that a sign-in of a server that is not listed was cleared', async () => {
    const { desk, notes, definition, state } = await open()
    await desk.start(ID)
    const known = state()
    const { signIns } = await desk.others([])
    await expect(desk.clearOther(signIns[0]?.key ?? '', [ID])).rejects.toThrow('no longer there')
    await desk.clearOther(signIns[0]?.key ?? '', [])
    const issuer = known?.phase === 'signed-in' ? known.facts.issuer : undefined
    expect(notes.slice(1)).toEqual([
      {
        method: 'patchbay/sign-in',
        params: { action: 'forget', url: definition.url, issuer }
      }
    ])
    expect(await desk.others([])).toEqual({ signIns: [] })
  })

  it('writes down no secret', async () => {
    const { desk, notes, states, hidden } = await open()
    await desk.start(ID)
    await desk.refresh(ID).catch(() => undefined)
    const written = JSON.stringify([notes, states])
    expect(hidden.length).toBeGreaterThan(3)
    expect(hidden.filter((secret) => written.includes(secret))).toEqual([])
  })

  it('says that not even new tokens are accepted', async () => {
    const { desk, state } = await open({}, { omitResource: true })
    await desk.start(ID)
    const why = expect.stringMatching(/does not accept the tokens/) as string
    expect(state()).toEqual({ phase: 'needed', why })
  })

  it('waits for a person who decides longer than a call may take, and makes the call', async () => {
    const { desk, workbench, person } = await open()
    await desk.start(ID)
    person.thinksMs = 10 * CALL_TIMEOUT_MS
    const { done } = await workbench.startCall(ID, 'admin-report', {})
    expect((await done).outcome?.kind).toBe('result')
  })

  it('leaves the refusal as the answer to a call when nobody grants more', async () => {
    const { desk, workbench, person, pages, state } = await open()
    await desk.start(ID)
    person.visits = false
    const { done } = await workbench.startCall(ID, 'admin-report', {})
    await until(() => pages.length === 2)
    desk.cancel(ID)
    expect((await done).outcome).toMatchObject({ failure: { class: 'auth', status: 403 } })
    expect(state()).toMatchObject({ phase: 'failed', facts: { scopes: ['mcp:tools'] } })
    desk.dismiss(ID)
    expect(state()?.phase).toBe('signed-in')
  })

  it('signs in to no server whose definition says who you are', async () => {
    const { desk, definition, pages } = await open()
    Object.assign(definition, { headers: { Authorization: 'Bearer given' } })
    await expect(desk.start(ID)).rejects.toThrow(/Take the token out of it first/)
    expect(pages).toEqual([])
  })

  it('forgets the sign-in of a server that is removed', async () => {
    const { desk } = await open()
    await desk.start(ID)
    expect(desk.forget(ID)).toBe(true)
    expect(desk.reports()).toEqual([])
    expect(desk.forget(ID)).toBe(false)
  })
})

describe('a client secret whose definition names no issuer', () => {
  const client = { client_id: 'robot', client_secret: 'robot-secret-1234' }
  const oauth: OAuthAccess = {
    grant: 'client-credentials',
    clientId: client.client_id,
    clientSecret: client.client_secret
  }

  it('goes nowhere when the person says no, and once they say yes to one place only', async () => {
    const it = await open({ authorization: { clients: [client] } }, oauth)
    it.person.confirms = false
    await expect(it.workbench.open(ID)).rejects.toThrow()
    expect([it.odd.asked('token'), it.desk.boundIssuer(it.definition)]).toEqual([[], undefined])
    it.person.confirms = true
    await it.desk.start(ID)
    expect([it.phase(), it.desk.boundIssuer(it.definition)]).toEqual([
      'ready',
      it.odd.authorization.issuer
    ])
  })

  it('is asked about with the server, the authorization server and what is sent there', async () => {
    const it = await open({ authorization: { clients: [client] } }, oauth)
    await it.workbench.open(ID)
    expect(it.confirmed).toMatchObject([
      {
        intro: expect.stringContaining('protected names it') as string,
        lines: [
          { label: 'server', text: it.definition.url },
          { label: 'authorization server', text: it.odd.authorization.issuer },
          { label: 'sent there', text: 'the client secret' }
        ]
      }
    ])
    expect(JSON.stringify(it.confirmed)).not.toContain(client.client_secret)
  })
})

describe('where the authorization server registers nobody', () => {
  const secret = 'canary-secret-0123456789'
  const options: OddOptions = {
    authorization: {
      metadata: { registration_endpoint: undefined },
      clients: [{ client_id: 'by-hand', client_secret: secret }]
    }
  }
  const given = (value: string) => ({ value, isRemembered: false })

  it('asks for the client, with the address to register, and veils its secret', async () => {
    const { odd, desk, person, valuesAsked, pages, notes, states, hidden, state } =
      await open(options)
    person.values = { 'client id': given(' by-hand '), 'client secret': given(secret) }
    await desk.start(ID)
    const { issuer } = odd.authorization
    const text = new URL(pages[0] ?? '').searchParams.get('redirect_uri')
    expect(valuesAsked).toMatchObject([
      [
        'Which client is Patchbay for protected?',
        [
          { label: 'Client id', isSecret: false, askedBy: issuer },
          { label: 'Client secret', isSecret: true, isOptional: true, askedBy: issuer }
        ],
        {
          intro: expect.stringContaining(
            `${issuer} does not let clients register themselves.`
          ) as string,
          lines: [
            { text: odd.url },
            { text: issuer },
            { label: 'return address (redirect URI)', text }
          ],
          explanation: MEMORY.explanation()
        }
      ]
    ])
    expect(state()).toMatchObject({ phase: 'signed-in', facts: { clientId: 'by-hand' } })
    expect(hidden).toContain(secret)
    expect(JSON.stringify([states, notes])).not.toContain(secret)
  })

  it('ends without a client id, and says where to write it', async () => {
    const { desk, person, pages, state } = await open(options)
    person.values = { 'client secret': given(secret) }
    await desk.start(ID)
    expect(state()).toMatchObject({
      phase: 'failed',
      blame: 'you',
      why: expect.stringContaining('"oauth.clientId"') as string
    })
    expect(pages).toEqual([])
  })
})
