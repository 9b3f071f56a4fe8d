/** What has changed in a catalogue, in words. */
import type { ListKind } from '../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import type { Place } from '../../stores/window/view'
import { count } from '../../ui/text/format'

/** More names than this are counted. */
export const SHOWN_NAMES = 6

type Group = {
  readonly change: CatalogueChange['change']
  readonly changes: readonly CatalogueChange[]
  /** Such as `2 tools and 1 prompt are new`. */
  readonly words: string
}

const NOUNS: Readonly<Record<ListKind, string>> = {
  tools: 'tool',
  resources: 'resource',
  resourceTemplates: 'template',
  prompts: 'prompt'
}

const VERBS: Readonly<Record<CatalogueChange['change'], readonly [one: string, many: string]>> = {
  changed: ['has changed', 'have changed'],
  new: ['is new', 'are new'],
  gone: ['is gone', 'are gone']
}

/** One group for each way in which things have changed, those that have changed first. */
export function summaryOf(changes: readonly CatalogueChange[]): readonly Group[] {
  return (['changed', 'new', 'gone'] as const).flatMap((change) => {
    const some = changes.filter((one) => one.change === change)
    if (some.length === 0) return []
    const [one, many] = VERBS[change]
    const words = `${namesOfKinds(some)} ${some.length === 1 ? one : many}`
    return [{ change, changes: some, words }]
  })
}

function namesOfKinds(changes: readonly CatalogueChange[]): string {
  const kinds = (Object.keys(NOUNS) as ListKind[]).flatMap((kind) => {
    const number = changes.filter((change) => change.kind === kind).length
    return number === 0 ? [] : [count(number, NOUNS[kind])]
  })
  const last = kinds.at(-1) ?? ''
  return kinds.length < 2 ? last : `${kinds.slice(0, -1).join(', ')} and ${last}`
}

/** Where it can be looked at. */
export function placeOf({ kind, key }: CatalogueChange): Partial<Place> {
  switch (kind) {
    case 'tools':
      return { tab: 'tools', tool: key }
    case 'resources':
      return { tab: 'resources', resource: key }
    case 'resourceTemplates':
      return { tab: 'resources', template: key }
    case 'prompts':
      return { tab: 'prompts', prompt: key }
  }
}
