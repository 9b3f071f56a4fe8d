import { describe, expect, test } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary, Standing } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import type { SignInState } from '../../../shared/sign-in/sign-in'
import { canBeOpened, describeServer, describeStanding } from './standing-words'

const STANDINGS = [
  { kind: 'untrusted', isChanged: false },
  { kind: 'untrusted', isChanged: true },
  { kind: 'refused' },
  { kind: 'disabled' },
  { kind: 'shadowed', by: 'local' },
  { kind: 'invalid', faults: [] }
] as const satisfies readonly Standing[]

const READY: SessionState = {
  phase: 'ready',
  since: 0,
  era: 'legacy',
  protocolVersion: '2025-11-25',
  server: { name: 'files', version: '1' },
  capabilities: {},
  clientCapabilities: {},
  why: 'It was asked.',
  handshakeMs: 1
}

const FAILED = {
  phase: 'failed',
  reason: 'It refused.',
  blame: 'server',
  next: 'Sign in.',
  lastStderr: []
} as const

function serverWith(standing: Standing): ServerSummary {
  const id = 'user/files' as ServerId
  return { id, name: 'files', scope: 'user', standing, warnings: [], transport: 'unknown' }
}

describe('the standing of a server', () => {
  test('has a word of its own for every case', () => {
    const words = STANDINGS.map((standing) => describeStanding(standing).word)
    expect(words).toEqual([
      'not trusted',
      'changed',
      'refused',
      'disabled',
      'shadowed by local',
      'cannot be read'
    ])
  })

  test('gives way to the session while that is open', () => {
    const server = serverWith({ kind: 'untrusted', isChanged: true })
    expect(describeServer(server, { phase: 'idle' }).word).toBe('changed')
    expect(describeServer(server, { phase: 'starting', since: 0 }).word).toBe('starting')
    expect(describeServer(serverWith({ kind: 'usable' }), { phase: 'idle' }).word).toBe('closed')
  })

  test('is said beside the session of a server that is shadowed and still open', () => {
    const server = serverWith({ kind: 'shadowed', by: 'project' })
    expect(describeServer(server, { phase: 'starting', since: 0 }).word).toBe('shadowed · starting')
    expect(describeServer(server, READY).word).toBe('shadowed · open')
    expect(describeServer(server, { phase: 'idle' }).word).toBe('shadowed by project')
  })

  test('does not call a server failed that only wants you to sign in', () => {
    const server = serverWith({ kind: 'usable' })
    const refused = { ...FAILED, tier: 'transport' } as const
    const needed = { phase: 'needed', why: 'It asks.' } as const
    const failed = { phase: 'failed', why: 'It ended.', steps: [] } as const
    const underWay = { phase: 'under-way', steps: [], isInBrowser: true } as const
    const word = (signIn: SignInState, state: SessionState = refused): string =>
      describeServer(server, state, signIn).word
    expect(word(needed)).toBe('sign-in needed')
    expect(word(underWay)).toBe('signing in')
    expect(word({ ...failed, blame: 'you' })).toBe('sign-in needed')
    expect(word({ ...failed, blame: 'server' })).toBe('failed')
    expect(word(needed, { ...FAILED, tier: 'patchbay' })).toBe('failed')
  })

  test('lets a server be opened that only lacks trust, because opening asks for it', () => {
    expect(STANDINGS.filter(canBeOpened).map(({ kind }) => kind)).toEqual([
      'untrusted',
      'untrusted',
      'refused'
    ])
  })
})
