/** Finds the values that a trusted definition needs: variables, secrets, and what the person is asked. */
import { createHash } from 'node:crypto'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { InputField } from '../../shared/prompt'
import type { InputDeclaration } from './config-document'
import type { Candidate, RegistryOptions } from './registry'
import { expandDefinition, flowsOf, readEnvFile, type Expanded } from './variables'

type Options = Pick<RegistryOptions, 'secrets' | 'environment' | 'asking' | 'onSecrets'>

export class Values {
  /** What the person was asked, for as long as we run. */
  private readonly answers = new Map<string, string>()

  constructor(private readonly options: Options) {}

  /** Only for what the person trusts: reads variables, secrets and files. */
  async expand(candidate: Candidate): Promise<Expanded> {
    const { definition, source } = candidate
    const { environment } = this.options
    const flows = flowsOf(definition)
    const named = (kind: string): readonly string[] => [
      ...new Set(flows.filter((flow) => flow.kind === kind).map(({ name }) => name))
    ]
    const secrets = await this.secrets(named('secret'))
    const inputs = await this.inputs(candidate, named('input'))
    const envFile = definition.transport === 'stdio' ? definition.envFile : undefined
    return expandDefinition(
      definition,
      {
        variable: (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
        secret: (name) => secrets.get(name),
        input: (id) => inputs.get(answerKey(source, id))
      },
      envFile === undefined ? {} : readEnvFile(envFile)
    )
  }

  private async secrets(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const name of names) {
      const value = await this.options.secrets.get(name)
      if (value !== undefined) found.set(name, value)
    }
    return found
  }

  /** Asked once; then from memory, or from the secrets if the person wanted that. */
  private async inputs(
    { name, source, inputs }: Candidate,
    ids: readonly string[]
  ): Promise<ReadonlyMap<string, string>> {
    const { secrets, asking, onSecrets } = this.options
    for (const id of ids) {
      const key = answerKey(source, id)
      if (this.answers.has(key)) continue
      const kept = await secrets.get(secretNameOf(source, id))
      if (kept !== undefined) this.answers.set(key, kept)
    }
    const open = ids.filter((id) => !this.answers.has(answerKey(source, id)))
    if (open.length === 0 || !asking) return this.answers
    const fields = open.map((id) => fieldOf(id, name, inputs))
    const answers = await asking.values(`${name} needs a value`, fields)
    if (!answers) {
      throw new WorkbenchError(WorkbenchErrorCode.Dismissed, `${name} was not given its values.`)
    }
    for (const id of open) {
      const answer = answers[id]
      if (!answer) continue
      this.answers.set(answerKey(source, id), answer.value)
      if (answer.isRemembered) await secrets.set(secretNameOf(source, id), answer.value)
    }
    onSecrets()
    return this.answers
  }
}

function fieldOf(id: string, askedBy: string, declared: readonly InputDeclaration[]): InputField {
  const input = declared.find((each) => each.id === id)
  return {
    id,
    label: id,
    ...(input?.description !== undefined && { description: input.description }),
    // Nobody said what it is, so it is treated as what must not be seen.
    isSecret: input?.isSecret ?? true,
    // What nobody can see nobody should agree to.
    ...(input?.isSecret === false &&
      input.defaultValue !== undefined && { defaultValue: input.defaultValue }),
    ...(input?.options && { options: input.options }),
    askedBy,
    canRemember: true
  }
}

/** Two files may ask for the same id and mean different things. */
function answerKey(source: string, id: string): string {
  return `${source}\n${id}`
}

function secretNameOf(source: string, id: string): string {
  const file = createHash('sha256').update(source).digest('hex').slice(0, 8)
  return `input.${id.replace(/[^\w.-]/g, '_')}.${file}`
}
