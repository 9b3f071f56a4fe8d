import type { ServerDefinition } from '../../shared/server-config'
import { ExitCode } from '../exit-code'
import type { Output } from '../output'

/** Names no command, address, variable or header: those can hold secrets. */
export function servers(
  definitions: readonly ServerDefinition[],
  isJson: boolean,
  output: Output
): ExitCode {
  const listed = definitions.map(({ id, name, scope, transport, description }) => ({
    id,
    name,
    scope,
    transport,
    ...(description !== undefined && { description })
  }))
  if (isJson) output.answer(JSON.stringify(listed))
  else for (const { id, scope, transport } of listed) output.answer(`${id}\t${scope}\t${transport}`)
  return ExitCode.Ok
}
