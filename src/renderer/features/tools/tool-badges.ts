/** What a tool declares besides its name, in a few words each. */
import type { Tool } from '../../../shared/catalogue'
import type { CatalogueChange } from '../../../shared/catalogue-change'
import { isObject } from '../../../shared/json'

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

/** The tools that are new or have changed, by name. */
export function changedTools(
  changes: readonly CatalogueChange[]
): ReadonlyMap<string, 'new' | 'changed'> {
  const changed = new Map<string, 'new' | 'changed'>()
  for (const { kind, key, change } of changes) {
    if (kind === 'tools' && change !== 'gone') changed.set(key, change)
  }
  return changed
}
