/** What the window may ask that changes what is written down is in the audit log: before it is done. */
import type { Auditing } from '../../core/audit/auditing'
import { whyNoProxy } from '../../core/network/proxy-setting'
import { whyNotSetUp } from '../../core/sampling/endpoint'
import { isDismissal, messageOf } from '../../shared/protocol/errors'
import type { IpcHandlers, IpcParsed, IpcRoute } from '../../shared/ipc/ipc-contract'

type Told = { readonly method: string; readonly params: unknown }
/** Undefined where this time there is nothing to tell. */
type Telling = { readonly [R in IpcRoute]?: (input: IpcParsed<R>) => Told | undefined }

/** Never what a definition or a secret is, only which: values that nobody knows yet may be in it. */
const AUDITED: Telling = {
  'draft.save': ({ name, scope, replaces }) => config('save', { name, scope, replaces }),
  'server.duplicate': ({ serverId }) => config('duplicate', { serverId }),
  'server.rename': ({ serverId, name }) => config('rename', { serverId, name }),
  'config.acceptRename': ({ from, to }) => config('take as the same server', { from, to }),
  'server.disable': ({ serverId, isDisabled }) =>
    config(isDisabled ? 'disable' : 'enable', { serverId }),
  'server.remove': ({ serverId }) => config('remove', { serverId }),
  'server.copy': ({ serverId, scope }) => config('copy', { serverId, scope }),
  'undo.apply': () => config('undo', {}),
  'config.restore': ({ scope }) => config('restore', { scope }),
  'import.apply': ({ scope, servers }) =>
    config('import', { scope, servers: servers.map(({ name }) => name) }),
  'trust.revoke': ({ hashes }) => ({
    method: 'patchbay/trust',
    params: { action: 'revoke', definitions: hashes }
  }),
  'secret.set': ({ name }) => secret('set', name),
  'secret.remove': ({ name }) => secret('remove', name),
  // What is refused changes nothing, and may be so because there is a password or a key in it.
  'sampling.setUp': (wanted) =>
    whyNotSetUp(wanted) === undefined ? config('set up a model', wanted) : undefined,
  'server.trustCertificate': ({ serverId }) => config('trust a certificate', { serverId }),
  'network.setProxy': ({ proxy }) =>
    whyNoProxy(proxy) === undefined ? config('set the proxy', { proxy }) : undefined,
  'sampling.drop': () => config('use no model', {}),
  'preferences.set': ({ samplingPerMinute }) =>
    samplingPerMinute === undefined ? undefined : config('limit sampling', { samplingPerMinute })
}

export function withAudit(handlers: IpcHandlers, auditing: Auditing): IpcHandlers {
  const audited = Object.entries(AUDITED).map(([route, telling]) => {
    const handler = handlers[route as IpcRoute] as (input: unknown) => Promise<unknown>
    const tell = telling as (input: unknown) => Told | undefined
    return [route, (input: unknown) => auditedly(auditing, tell(input), () => handler(input))]
  })
  return { ...handlers, ...(Object.fromEntries(audited) as Partial<IpcHandlers>) }
}

async function auditedly<Result>(
  auditing: Auditing,
  told: Told | undefined,
  work: () => Promise<Result>
): Promise<Result> {
  if (!told) return work()
  const end = await auditing.intend(told)
  try {
    const result = await work()
    end({})
    return result
  } catch (error) {
    end(
      isDismissal(error) ? { result: { isDone: false } } : { error: { message: messageOf(error) } }
    )
    throw error
  }
}

function config(action: string, more: Readonly<Record<string, unknown>>): Told {
  return { method: 'patchbay/config', params: { action, ...more } }
}

function secret(action: string, name: string): Told {
  return { method: 'patchbay/secret', params: { action, name } }
}
