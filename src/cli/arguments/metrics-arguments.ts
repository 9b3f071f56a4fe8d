/** Reads what is written after `patchbay metrics`; each refusal says how it is to be written. */
import type { Values } from './arguments'
import { readFor, readJsonObject } from './options'
import { wrongUsage } from '../output/usage'

export type MetricsFileArguments = {
  readonly command: 'metrics file'
  readonly isJson: boolean
  readonly file: string
  readonly hasBackground: boolean
}

export function readMetricsFile(
  file: string,
  rest: readonly string[],
  values: Values,
  process: readonly string[] | undefined
): MetricsFileArguments {
  const allowed = ['file', 'json', 'background']
  const isMore = Object.keys(values).some((name) => !allowed.includes(name))
  if (isMore || rest.length > 0 || process !== undefined) {
    throw wrongUsage(
      'Write it like this: patchbay metrics --file <file.jsonl> [--json] [--background]'
    )
  }
  const hasBackground = values.background === true
  return { command: 'metrics file', isJson: values.json === true, file, hasBackground }
}

export function readMeasuring({ for: seconds, call: tool, args, force = false, ...rest }: Values) {
  if (tool === undefined && args !== undefined) {
    throw wrongUsage('--args are for a tool, and --call has to name it.')
  }
  return {
    hasBackground: rest.background === true,
    ...(seconds !== undefined && { forMs: readFor(seconds) }),
    ...(tool !== undefined && {
      call: { tool, args: readJsonObject(args), isForced: force }
    })
  }
}
