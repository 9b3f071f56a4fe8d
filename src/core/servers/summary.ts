import type { ServerDefinition, ServerSummary } from '../../shared/servers/server-config'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { shownTemplate } from '../address/address-template'
import { secretsInArguments } from '../hiding/argument-secrets'
import { credentialsIn } from '../hiding/credential-kinds'
import type { ListedServer } from '../server-file/scopes'

function shownArguments(args: readonly string[]): readonly string[] {
  const shown = [...args]
  for (const { index, start, value } of secretsInArguments(args)) {
    const text = args[index] ?? ''
    shown[index] = text.slice(0, start) + HIDDEN_VALUE + text.slice(start + value.length)
  }
  return shown
}

type Known = Pick<ServerSummary, 'standing' | 'warnings' | 'source' | 'isStale'> & {
  readonly hasInputs?: boolean | undefined
}

/** Values of variables, headers and queries may be secrets, so only their names leave main. */
export function summaryOf(server: ServerDefinition | ListedServer, known: Known): ServerSummary {
  const { id, name, scope } = server
  const { isStale, hasInputs, source, ...rest } = known
  const common = {
    id,
    name,
    scope,
    ...rest,
    ...(source !== undefined && { source }),
    ...(isStale === true && { isStale }),
    ...(hasInputs === true && { hasInputs })
  }
  if (!('transport' in server)) return { ...common, transport: 'unknown' }
  const { description } = server
  const credentials = credentialsIn(server)
  const described = {
    ...common,
    ...(description !== undefined && { description }),
    ...(credentials.length > 0 && { credentials })
  }
  if (server.transport === 'stdio') {
    const { transport, command, args, env, envFile, cwd } = server
    return {
      ...described,
      transport,
      command,
      args: shownArguments(args),
      envNames: Object.keys(env),
      ...(envFile !== undefined && { envFile }),
      ...(cwd !== undefined && { cwd })
    }
  }
  const { transport, url, headers } = server
  return { ...described, transport, url: shownTemplate(url), headerNames: Object.keys(headers) }
}
