import { afterEach, describe, expect, it } from 'vitest'
import type { DoctorReport, TestReport } from '../../shared/servers/configuration'
import { ServerId } from '../../shared/protocol/ids'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { oauthError } from '../auth/fakes/fake-host'
import { bench, endBenches, signedIn, type Bench } from '../auth/sign-in-bench'
import { openTestDesk, type TestDesk } from './desk-testing'
import { definitionHash } from '../trust/trust'
import { Examinations } from './examinations'
import { faultServer } from '../workbench/fault-testing'
import { PLAIN_NETWORKS } from '../network/networks'

const { command, args, env } = faultServer('plain')
const id = ServerId.parse('user:a')
const slow = { command, env, args: faultServer('slowstart', '60000').args }

function revokeAll({ desk }: TestDesk): void {
  desk.registry.revoke(desk.registry.trustRecords().map(({ hash }) => hash))
}

describe('the doctor', () => {
  it('examines a server once, however often it is asked for at the same time', async () => {
    const { examinations, doctors } = openTestDesk({ user: { a: { command, args, env } } })
    await Promise.all([examinations.startDoctor(id), examinations.startDoctor(id)])
    await expect.poll(() => doctors.at(-1)?.isDone).toBe(true)
    expect(new Set(doctors.map(({ startedAt }) => startedAt)).size).toBe(1)
    expect(doctors.at(-1)?.checks.every(({ status }) => status === 'ok')).toBe(true)
  })

  it('opens no session, so that there is none whose definition could have changed', async () => {
    const { desk, examinations, doctors } = openTestDesk({ user: { a: { command, args, env } } })
    await examinations.startDoctor(id)
    await expect.poll(() => doctors.at(-1)?.isDone).toBe(true)
    const text = JSON.stringify({ command, args, env, timeout: 5 })
    desk.editing.save({ name: 'a', scope: 'user', text, replaces: id })
    expect(desk.registry.summaries()[0]).not.toHaveProperty('isStale')
  })

  it.each([
    ['no longer trusted', revokeAll],
    ['disabled', ({ desk }: TestDesk) => desk.editing.disable(id, true)],
    ['deleted', ({ desk }: TestDesk) => void desk.editing.remove(id)]
  ])('does not go on with a server that is %s', async (_how, change) => {
    const test = openTestDesk({ user: { a: { ...slow } } })
    const { examinations, doctors } = test
    await examinations.startDoctor(id)
    change(test)
    await examinations.stopUnwanted()
    expect(doctors.at(-1)).toMatchObject({ isDone: true })
    expect(doctors.at(-1)?.checks.at(-1)?.status).toBe('skipped')
  })

  it('does not begin with a server that is no longer trusted by then', async () => {
    const test = openTestDesk({ user: { a: { command, args, env } } })
    const doctors: DoctorReport[] = []
    const examinations = new Examinations({
      networks: PLAIN_NETWORKS,
      registry: test.desk.registry,
      version: '0',
      paths: async () => {
        revokeAll(test)
        return { own: undefined, login: undefined }
      },
      onTest: () => {},
      onDoctor: (report) => void doctors.push(report)
    })
    await expect(examinations.startDoctor(id)).rejects.toMatchObject({ code: 'TRUST_REQUIRED' })
    expect(doctors).toEqual([])
  })

  it('begins nothing once everything is to end', async () => {
    const { examinations, doctors } = openTestDesk({ user: { a: { command, args, env } } })
    const begun = examinations.startDoctor(id)
    await examinations.stopAll()
    await expect(begun).rejects.toThrow('Patchbay is quitting.')
    expect(doctors).toEqual([])
  })
})

describe('a trial', () => {
  it('does not go on once it may not be tried out any more', async () => {
    const { desk, examinations, tests } = openTestDesk()
    const draft = { name: 'a', scope: 'user', text: JSON.stringify(slow) } as const
    const candidate = desk.editing.candidate(draft)
    examinations.startTrial(await desk.registry.resolveDraft(candidate))
    await examinations.stopUnwanted()
    expect(tests.some(({ isDone }) => isDone)).toBe(false)
    desk.registry.revoke([definitionHash(candidate.definition, candidate.source)])
    await examinations.stopUnwanted()
    expect(tests.at(-1)).toMatchObject({ isDone: true })
  })
})

describe('a trial of a server that wants a sign-in', () => {
  const tried = async (it: Bench, changes: Partial<RemoteDefinition> = {}): Promise<TestReport> => {
    const done = Promise.withResolvers<TestReport>()
    const examinations = new Examinations({
      networks: PLAIN_NETWORKS,
      registry: openTestDesk().desk.registry,
      version: '0.0.0',
      draftRemoteFor: (draft) => ({ credentials: it.signIns.draftCredentialsFor(draft) }),
      paths: async () => ({ own: undefined, login: undefined }),
      onTest: (report) => {
        if (report.isDone) done.resolve(report)
      },
      onDoctor: () => undefined
    })
    examinations.startTrial({ ...it.definition, ...changes })
    return done.promise
  }

  afterEach(endBenches)

  it('uses the one that is kept', async () => {
    const it = await signedIn()
    expect(await tried(it)).toMatchObject({
      state: { phase: 'ready' },
      tools: ['whoami', 'admin-report']
    })
  })

  it('opens no browser, and says what is missing where none is kept', async () => {
    const it = await bench()
    const { problem } = await tried(it)
    expect([problem, it.opened]).toEqual([expect.stringMatching(/sign in/i), []])
  })

  it('sends nothing of it to another address, and leaves it to the session that is open', async () => {
    const it = await signedIn()
    const other = await bench()
    await tried(it, { url: other.odd.url })
    const sent = other.odd.requests.map(({ headers }) => headers.authorization)
    expect([new Set(sent), await it.call('whoami')]).toEqual([new Set([undefined]), 'result'])
  })

  it('does not lose it where the draft is wrong', async () => {
    const it = await signedIn()
    it.odd.authorization.tokens.expireTokens()
    it.odd.authorization.replyOnceWith('token', oauthError('invalid_client', undefined, 401))
    const { state } = await tried(it)
    const kept = await it.store.read(it.definition.id, it.definition.url)
    expect([state.phase, kept?.tokens?.refresh_token]).toEqual(['failed', expect.any(String)])
  })
})
