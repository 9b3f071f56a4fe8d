/** Finds the values that a trusted definition needs: variables, secrets, and what the person is asked. */
import { createHash } from 'node:crypto'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { InputField } from '../../shared/prompt'
import type { InputDeclaration } from './config-document'
import type { Candidate, RegistryOptions } from './registry'
import { expandDefinition, flowsOf, readEnvFile, type Expanded } from './variables'

type Options = Pick<RegistryOptions, 'secrets' | 'environment' | 'asking' | 'onSecrets'>

export class Values {
  /** What the person said and did not want remembered, for as long as we run. */
  private readonly answers = new Map<string, string>()

  constructor(private readonly options: Options) {}

  /** Only for what the person trusts: reads variables, secrets and files. */
  async expand(candidate: Candidate): Promise<Expanded> {
    const { definition } = candidate
    const { environment } = this.options
    const secrets = await this.secrets(namesOf(candidate, 'secret'))
    const inputs = await this.inputs(candidate)
    const envFile = definition.transport === 'stdio' ? definition.envFile : undefined
    return expandDefinition(
      definition,
      {
        variable: (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
        secret: (name) => secrets.get(name),
        input: (id) => inputs.get(id)
      },
      envFile === undefined ? {} : readEnvFile(envFile)
    )
  }

  /** Asks for all that a definition wants to be told, whatever was said before. */
  async askAgain(candidate: Candidate): Promise<void> {
    await this.ask(candidate, namesOf(candidate, 'input'))
  }

  private async secrets(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const name of names) {
      const value = await this.options.secrets.get(name)
      if (value !== undefined) found.set(name, value)
    }
    return found
  }

  /** Asked once; then from the secrets if the person wanted that, or from memory. */
  private async inputs(candidate: Candidate): Promise<ReadonlyMap<string, string>> {
    const { secrets, asking } = this.options
    const ids = namesOf(candidate, 'input')
    const known = new Map<string, string>()
    for (const id of ids) {
      const place = placeOf(candidate, id)
      const value = (await secrets.get(place.secret)) ?? this.answers.get(place.answer)
      if (value !== undefined) known.set(id, value)
    }
    const open = ids.filter((id) => !known.has(id))
    if (open.length === 0 || !asking) return known
    return new Map([...known, ...(await this.ask(candidate, open))])
  }

  private async ask(
    candidate: Candidate,
    ids: readonly string[]
  ): Promise<ReadonlyMap<string, string>> {
    const { asking, onSecrets } = this.options
    const { name, inputs } = candidate
    const fields = ids.map((id) => fieldOf(id, name, inputs))
    const answers = await asking?.values(`${name} needs a value`, fields)
    if (!answers) {
      throw new WorkbenchError(WorkbenchErrorCode.Dismissed, `${name} was not given its values.`)
    }
    const given = new Map<string, string>()
    for (const id of ids) {
      const answer = answers[id]
      if (!answer) continue
      given.set(id, answer.value)
      await this.keep(placeOf(candidate, id), answer)
    }
    onSecrets()
    return given
  }

  /** In one place only: what is replaced or deleted there must not come back from the other. */
  private async keep(place: Place, { value, isRemembered }: Answer): Promise<void> {
    const { secrets } = this.options
    if (isRemembered) {
      await secrets.set(place.secret, value)
      this.answers.delete(place.answer)
    } else {
      this.answers.set(place.answer, value)
      if (secrets.list().some(({ name }) => name === place.secret)) {
        await secrets.remove(place.secret)
      }
    }
  }
}

/** Where an answer is kept: under which key in memory, and under which name among the secrets. */
type Place = { readonly answer: string; readonly secret: string }
type Answer = { readonly value: string; readonly isRemembered: boolean }

function namesOf({ definition }: Candidate, kind: 'secret' | 'input'): readonly string[] {
  const flows = flowsOf(definition).filter((flow) => flow.kind === kind)
  return [...new Set(flows.map(({ name }) => name))]
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
function placeOf({ source }: Candidate, id: string): Place {
  return { answer: `${source}\n${id}`, secret: secretNameOf(source, id) }
}

/** What the value of an input is called among the secrets. */
export function secretNameOf(source: string, id: string): string {
  const file = createHash('sha256').update(source).digest('hex').slice(0, 8)
  return `input.${id.replace(/[^\w.-]/g, '_')}.${file}`
}
