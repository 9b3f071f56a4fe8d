import type { ServerDefinition, ServerSummary } from '../../shared/servers/server-config'
import { ExitCode } from '../output/exit-code'
import { oneLine } from '../output/one-line'
import type { Output } from '../output/output'

export type ListedDefinition = ServerDefinition | ServerSummary

/** Names no command, address, variable or header: those can hold secrets. */
export function servers(
  definitions: readonly ListedDefinition[],
  isJson: boolean,
  output: Output
): ExitCode {
  const listed = definitions.map((server) => {
    const { name, scope, transport, description } = server
    const standing = 'standing' in server ? server.standing : undefined
    return {
      name,
      scope,
      transport,
      ...(description !== undefined && { description }),
      ...(standing && standing.kind !== 'usable' && { standing })
    }
  })
  if (isJson) output.answer(JSON.stringify(listed))
  else {
    for (const { name, scope, transport, standing } of listed) {
      const word = standing === undefined ? [] : [standing.kind]
      output.answer([oneLine(name), scope, transport, ...word].join('\t'))
    }
  }
  return ExitCode.Ok
}
