/** The names that completion offers: those that were seen in the traffic, and those that servers list. */
import type { Catalogue } from '../../../shared/catalogue'
import type { Vocabulary } from '../../../shared/traffic-query/completions'
import type { TrafficRow } from '../../../shared/traffic-row'

/** More would not be read, and a server that makes up names must not fill the memory. */
const MOST_NAMES = 2_000

export class SeenNames {
  private readonly methods = new Set<string>()
  private readonly targets = new Set<string>()
  private readonly rules = new Set<string>()

  see(rows: readonly TrafficRow[]): void {
    for (const { method, target, violations = [] } of rows) {
      add(this.methods, method)
      add(this.targets, target)
      for (const { rule } of violations) add(this.rules, rule)
    }
  }

  withListed(servers: readonly string[], catalogues: readonly Catalogue[]): Vocabulary {
    const listed = catalogues.flatMap(({ tools, resources, prompts }) => [
      ...tools.map(({ name }) => name),
      ...prompts.map(({ name }) => name),
      ...resources.map(({ uri }) => uri)
    ])
    return {
      servers: sorted(servers),
      methods: sorted(this.methods),
      targets: sorted([...this.targets, ...listed]),
      rules: sorted(this.rules)
    }
  }
}

function add(names: Set<string>, name: string | undefined): void {
  if (name !== undefined && name !== '' && names.size < MOST_NAMES) names.add(name)
}

function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].toSorted()
}
