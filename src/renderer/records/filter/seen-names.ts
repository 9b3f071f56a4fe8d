/** The names that completion offers: those that were seen in records, and those that servers list. */
import type { Catalogue } from '../../../shared/calls/catalogue'
import type { KnownNames } from '../../../shared/query/vocabulary'

/** More would not be read, and a server that makes up names must not fill the memory. */
const MOST_NAMES = 2_000

/** What completion needs to know of a record. */
export type NamedRecord = {
  readonly method?: string
  readonly target?: string
  readonly violations?: readonly { readonly rule: string }[]
}

export class SeenNames {
  private readonly methods = new Set<string>()
  private readonly targets = {
    tools: new Set<string>(),
    resources: new Set<string>(),
    prompts: new Set<string>()
  }
  private readonly rules = new Set<string>()

  see(rows: readonly NamedRecord[]): void {
    for (const { method, target, violations = [] } of rows) {
      add(this.methods, method)
      const kind = kindOf(method)
      if (kind) add(this.targets[kind], target)
      for (const { rule } of violations) add(this.rules, rule)
    }
  }

  withListed(servers: readonly string[], catalogues: readonly Catalogue[]): KnownNames {
    const { tools, resources, prompts } = this.targets
    return {
      servers: sorted(servers),
      methods: sorted(this.methods),
      tools: sorted([...tools, ...catalogues.flatMap((listed) => listed.tools.map(nameOf))]),
      resources: sorted([
        ...resources,
        ...catalogues.flatMap((listed) => listed.resources.map(({ uri }) => uri))
      ]),
      prompts: sorted([...prompts, ...catalogues.flatMap((listed) => listed.prompts.map(nameOf))]),
      rules: sorted(this.rules)
    }
  }
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

/** What a request with this method is about. */
function kindOf(method: string | undefined): 'tools' | 'resources' | 'prompts' | undefined {
  const [kind = ''] = method?.split('/') ?? []
  return kind === 'tools' || kind === 'resources' || kind === 'prompts' ? kind : undefined
}

function add(names: Set<string>, name: string | undefined): void {
  if (name !== undefined && name !== '' && names.size < MOST_NAMES) names.add(name)
}

function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].toSorted()
}
