import type { Workbench } from '../../core/workbench'
import { ExitCode } from '../exit-code'
import type { Output } from '../output'

export function servers(workbench: Workbench, isJson: boolean, output: Output): ExitCode {
  const listed = workbench.servers().map(({ id, name, scope, transport, description }) => ({
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
