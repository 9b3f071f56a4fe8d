/** The doctor of a WebSocket whose server knows the tokens of an authorization server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endOtherServers, socketServer } from '../auth/other-addresses-testing'
import { bench, Bench, endBenches } from '../auth/sign-in-bench'
import { systemClock } from '../time/clock'
import { examined, type Examined } from './doctor-testing'

vi.setConfig({ testTimeout: 60_000 })

let guarded: Bench
let seen: Awaited<ReturnType<typeof socketServer>>['seen']

beforeEach(async () => {
  const { odd, folder } = await bench()
  const server = await socketServer(odd)
  seen = server.seen
  guarded = new Bench(odd, folder, undefined, { url: server.url, transport: 'websocket' })
})
afterEach(async () => {
  await endOtherServers()
  await endBenches()
})

function diagnosed(): Promise<Examined> {
  const { definition, signIns } = guarded
  const remoteFor = () => ({ credentials: signIns.credentialsFor(definition) })
  return examined(definition, { clock: systemClock, remoteFor })
}

it('It uses the sign-in', async () => {
  await guarded.signIn()
  const { failed, of } = await diagnosed()
  expect(failed).toBeUndefined()
  expect(of('auth')?.detail).toBe('It lets us in; we send your sign-in.')
})

it('It offers to sign in where nobody has yet, and says what the server asks for', async () => {
  const { failed } = await diagnosed()
  expect(failed?.id).toBe('auth')
  expect(failed?.detail).toContain('It asks for Bearer')
  expect(failed?.detail).toContain('No credentials are in the definition.')
  expect(failed?.fix).toMatch(/^Sign in to the server, or add the header/)
  expect(guarded.state.phase).toBe('needed')
})

it('It reads the document that the refusal names', async () => {
  const { of } = await diagnosed()
  expect(of('well-known')?.detail).toContain('/.well-known/oauth-protected-resource/socket')
})

it('It tries a sign-in that has ended, and then offers another one', async () => {
  await guarded.signIn()
  guarded.odd.authorization.tokens.expireTokens()
  guarded.odd.authorization.tokens.expireRefreshTokens()
  const { failed } = await diagnosed()
  expect([failed?.id, failed?.fix]).toEqual(['auth', expect.stringMatching(/^Sign in to/)])
  expect(seen.some(({ authorization }) => authorization !== undefined)).toBe(true)
  expect(guarded.state.phase).toBe('needed')
})
