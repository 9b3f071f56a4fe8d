/** Forgets a sign-in, and tells the authorization server where it wants to know. */
import type { Auditing } from '../../core/audit/auditing'
import { AuthError } from '../../core/auth/auth-error'
import type { ServerId } from '../../shared/protocol/ids'
import { ExitCode } from '../output/exit-code'
import { orInterrupted } from '../output/interrupt'
import type { SigningJob } from '../profile/job'
import { oneLine } from '../output/one-line'
import type { Output } from '../output/output'
import type { KeptSignIns } from '../profile/sign-ins'

export async function logout(
  { server, signIn, output, isJson, interrupt }: SigningJob,
  audit: Auditing
): Promise<ExitCode> {
  const own = signIn.signIns.of(server)
  const { store, cipher } = signIn.kept
  const isThere = store.has(server.id)
  if (isThere) await orInterrupted(interrupt, store.prepare())
  if (isThere && !store.isKept) throw new AuthError(cipher.explanation(), 'you')
  const method = 'patchbay/sign-in'
  const end = await audit.intend({ serverId: server.id, method, params: { action: 'sign out' } })
  await orInterrupted(interrupt, own.load())
  const { state } = own
  const expiresAt = state.phase === 'signed-in' ? state.facts.expiresAt : undefined
  const canRevoke = state.phase === 'signed-in' && state.facts.canRevoke
  const { isRevoked } = await orInterrupted(interrupt, own.signOut())
  end({ result: { isRevoked } })
  if (isJson)
    output.answer(JSON.stringify({ server: server.name, wasSignedIn: isThere, isRevoked }))
  else if (!isThere) output.answer(`You were not signed in to ${oneLine(server.name)}.`)
  else {
    const fate = fateOf(isRevoked, canRevoke, expiresAt)
    output.answer(`Signed out of ${oneLine(server.name)}. ${fate}`)
  }
  return ExitCode.Ok
}

function fateOf(isRevoked: boolean, canRevoke: boolean, expiresAt: number | undefined): string {
  if (isRevoked) return 'The authorization server has revoked the tokens.'
  const until =
    expiresAt === undefined ? 'until they expire' : `until ${new Date(expiresAt).toISOString()}`
  return canRevoke
    ? `The authorization server did not revoke the tokens: they stay valid there ${until}.`
    : `The authorization server offers no revocation: the tokens stay valid there ${until}.`
}

/** A definition that is not trusted is not used, not even to tell anybody that tokens are over. */
export async function forget(
  serverId: ServerId,
  name: string,
  { store }: KeptSignIns,
  output: Output
): Promise<ExitCode> {
  await store.remove(serverId)
  output.answer(
    `Signed out of ${oneLine(name)}. You do not trust its definition as it is now, so nobody was asked to revoke the tokens.`
  )
  return ExitCode.Ok
}
