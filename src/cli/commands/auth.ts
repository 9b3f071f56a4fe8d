/** Lists who is signed in where. Never shows a token. */
import { AuthError } from '../../core/auth/auth-error'
import { factsOf } from '../../core/auth/sign-in-facts'
import type { ServerSummary } from '../../shared/server-config'
import { ExitCode } from '../exit-code'
import { oneLine } from '../one-line'
import type { Output } from '../output'
import type { KeptSignIns } from '../sign-ins'

export async function listSignIns(
  { store, cipher }: KeptSignIns,
  servers: readonly Pick<ServerSummary, 'id' | 'name'>[],
  isJson: boolean,
  output: Output
): Promise<ExitCode> {
  if (store.isEmpty) return tell([], isJson, output)
  await store.prepare()
  if (!store.isKept) throw new AuthError(cipher.explanation(), 'you')
  const { signIns, unread } = await store.list()
  if (unread > 0) {
    const what = unread === 1 ? 'One sign-in' : `${unread} sign-ins`
    output.remark(`${what} cannot be read, and must be made again: the keyring has another key.`)
  }
  const rows = signIns.flatMap(({ record, isKept, isOf }) => {
    if (!record.tokens) return []
    const { issuer, clientId, clientSource, scopes, expiresAt, canRefresh } = factsOf(
      record,
      {},
      isKept
    )
    const server = servers.find(({ id }) => isOf(id))
    return [
      {
        ...(server && { server: server.name }),
        url: record.serverUrl,
        issuer,
        clientId,
        clientSource,
        scopes,
        ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
        canRefresh,
        keptBy: cipher.backend()
      }
    ]
  })
  return tell(rows, isJson, output)
}

type Row = {
  readonly server?: string
  readonly url: string
  readonly issuer: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly expiresAt?: string
  readonly canRefresh: boolean
  readonly keptBy: string
}

function tell(rows: readonly Row[], isJson: boolean, output: Output): ExitCode {
  if (isJson) output.answer(JSON.stringify(rows))
  else if (rows.length === 0) output.remark('There are no sign-ins.')
  else {
    for (const { server, url, issuer, clientId, scopes, expiresAt, canRefresh, keptBy } of rows) {
      const until = expiresAt === undefined ? 'no known end' : `until ${expiresAt}`
      const parts = [
        server ?? url,
        issuer,
        clientId,
        scopes.join(' ') || 'no scopes',
        canRefresh ? `${until}, renewed` : until,
        keptBy
      ]
      output.answer(parts.map(oneLine).join('\t'))
    }
  }
  return ExitCode.Ok
}
