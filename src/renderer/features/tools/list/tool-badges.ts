/** What a tool declares besides its name, in a few words each. */
import type { Tool } from '../../../../shared/calls/catalogue'
import { isObject } from '../../../../shared/json/json'

export type Badge = {
  readonly kind: 'output' | 'task' | 'app'
  /** As it is said in the header of the tool. */
  readonly words: string
}

export function badgesOf(tool: Tool): readonly Badge[] {
  const task = taskSupportOf(tool)
  return [
    ...(isObject(tool['outputSchema'])
      ? [{ kind: 'output', words: 'output schema' } as const]
      : []),
    ...(task === undefined ? [] : [{ kind: 'task', words: task } as const]),
    ...(hasAppUi(tool) ? [{ kind: 'app', words: 'app UI' } as const] : [])
  ]
}

/**
 * Whether a tool can only be called in a way that Patchbay does not know. A server that does not
 * declare that it runs tools as tasks has to be called without, whatever its tools say.
 */
export function isTaskOnly({ execution }: Tool, capabilities: unknown): boolean {
  if (!isObject(execution) || execution['taskSupport'] !== 'required') return false
  const tools = ['tasks', 'requests', 'tools', 'call'].reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    capabilities
  )
  return tools !== undefined
}

function taskSupportOf({ execution }: Tool): string | undefined {
  if (!isObject(execution)) return undefined
  if (execution['taskSupport'] === 'required') return 'runs as a task only'
  return execution['taskSupport'] === 'optional' ? 'can run as a task' : undefined
}

/** Named in one of two ways, of which the second is older. */
function hasAppUi({ _meta: meta }: Tool): boolean {
  if (!isObject(meta)) return false
  const ui = meta['ui']
  const uri = (isObject(ui) ? ui['resourceUri'] : undefined) ?? meta['ui/resourceUri']
  return typeof uri === 'string' && uri !== ''
}
