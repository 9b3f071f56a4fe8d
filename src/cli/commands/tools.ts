import type { Workbench } from '../../core/workbench'
import { descriptionOf } from '../../shared/catalogue'
import { ExitCode, exitCodeOf } from '../exit-code'
import type { Output } from '../output'

export async function tools(
  workbench: Workbench,
  server: string,
  isJson: boolean,
  output: Output
): Promise<ExitCode> {
  const { id } = workbench.server(server)
  await workbench.open(id)
  const { catalogue } = workbench.report(id)
  for (const finding of catalogue.findings) output.remark(finding)
  if (isJson) output.answer(JSON.stringify(catalogue.tools))
  else {
    for (const tool of catalogue.tools) {
      const firstLine = descriptionOf(tool)?.split('\n', 1)[0] ?? ''
      output.answer(`${tool.name}\t${firstLine}`)
    }
  }
  return catalogue.failure ? exitCodeOf(catalogue.failure) : ExitCode.Ok
}
