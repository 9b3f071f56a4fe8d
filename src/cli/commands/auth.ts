/** Lists who is signed in where. Never shows a token. */
import { AuthError } from '../../core/auth/auth-error'
import { factsOf } from '../../core/auth/sign-in-facts'
import type { ServerSummary } from '../../shared/servers/server-config'
import { ExitCode } from '../output/exit-code'
import { oneLine } from '../output/one-line'
import type { Output } from '../output/output'
import type { KeptSignIns } from '../profile/sign-ins'

export async function listSignIns(
  { store, cipher }: KeptSignIns,
  servers: readonly Pick<ServerSummary, 'id' | 'name'>[],
  isJson: boolean,
  output: Output
): Promise<ExitCode> {
  if (store.isEmpty) return tell([], isJson, output)
  const { signIns, unread } = await read({ store, cipher })
  if (unread > 0) {
    const what = unread === 1 ? 'One sign-in' : `${unread} sign-ins`
    output.remark(`${what} cannot be read, and must be made again: the keyring has another key.`)
  }
  const rows = signIns.flatMap(({ record, isKept, isOf }) => {
    if (!record.tokens) return []
    const { issuer, clientId, clientSource, scopes, expiresAt, canRefresh } = factsOf(
      record,
      {},
      { isKept }
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

/** Forgets what is kept for an address of no listed server. Nobody is told: the definition is gone. */
export async function clearSignIns(
  { store, cipher }: KeptSignIns,
  servers: readonly Pick<ServerSummary, 'id' | 'name'>[],
  address: string,
  output: Output
): Promise<ExitCode> {
  const { signIns } = store.isEmpty ? { signIns: [] } : await read({ store, cipher })
  const wanted = URL.canParse(address) ? new URL(address).href : address
  const found = signIns.filter(({ record }) => record.serverUrl === wanted)
  const listed = servers.filter(({ id }) => found.some(({ isOf }) => isOf(id)))
  const others = found.filter(({ isOf }) => !listed.some(({ id }) => isOf(id)))
  for (const { key } of others) await store.removeKey(key)
  if (others.length > 0) {
    output.answer(
      `The sign-in for ${oneLine(wanted)} was cleared. Nobody was asked to revoke its tokens.`
    )
    return ExitCode.Ok
  }
  const [first] = listed
  output.remark(
    first
      ? `${oneLine(first.name)} uses the sign-in for this address. To sign out: patchbay logout "${oneLine(first.name)}"`
      : `No sign-in is kept for ${oneLine(wanted)}. To see which are: patchbay auth list`
  )
  return ExitCode.Usage
}

async function read({ store, cipher }: KeptSignIns): ReturnType<KeptSignIns['store']['list']> {
  await store.prepare()
  if (!store.isKept) throw new AuthError(cipher.explanation(), 'you')
  return store.list()
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
        server ?? `${url} (no listed server)`,
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
