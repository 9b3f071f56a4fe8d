/** Finds the values that a trusted definition needs: variables, secrets, and what the person is asked. */
import { createHash } from 'node:crypto'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { InputField } from '../../shared/question/prompt'
import { canNameSecret } from '../../shared/text/secret-name'
import type { InputDeclaration } from '../server-file/config-document'
import type { Candidate, RegistryOptions } from './registry'
import { withTlsPaths } from '../references/tls-paths'
import { expandDefinition, flowsOf, readEnvFile, type Expanded } from '../server-file/variables'

type Options = Pick<RegistryOptions, 'secrets' | 'environment' | 'asking' | 'onSecrets'>

export class Values {
  /** What the person said and did not want remembered, for as long as we run. */
  private readonly answers = new Map<string, string>()

  constructor(private readonly options: Options) {}

  /** Only for what the person trusts: reads variables, secrets and files. */
  async expand(candidate: Candidate): Promise<Expanded> {
    const { definition } = candidate
    const { environment } = this.options
    const { secrets, inputs } = await this.complete(candidate, await this.known(candidate))
    const envFile = definition.transport === 'stdio' ? definition.envFile : undefined
    const expanded = expandDefinition(
      definition,
      {
        variable: (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
        secret: (name) => secrets.get(name),
        input: (id) => inputs.get(id)
      },
      envFile === undefined ? {} : readEnvFile(envFile)
    )
    return { ...expanded, definition: withTlsPaths(expanded.definition, candidate.source) }
  }

  /** Asks for all that a definition wants to be told, whatever was said before. */
  async askAgain(candidate: Candidate): Promise<void> {
    const inputs = namesOf(candidate, 'input')
    if (!(await this.ask(candidate, { inputs, secrets: [] }))) throw notGiven(candidate)
  }

  /** Without asking: inputs from the secrets if the person wanted that, or from memory. */
  private async known(candidate: Candidate): Promise<Found> {
    const { secrets: store } = this.options
    const secrets = new Map<string, string>()
    for (const name of namesOf(candidate, 'secret')) {
      const value = await store.get(name)
      if (value !== undefined) secrets.set(name, value)
    }
    const inputs = new Map<string, string>()
    for (const id of namesOf(candidate, 'input')) {
      const place = placeOf(candidate, id)
      const value = (await store.get(place.secret)) ?? this.answers.get(place.answer)
      if (value !== undefined) inputs.set(id, value)
    }
    return { secrets, inputs }
  }

  /** Asks once for everything that is missing, inputs and secrets. */
  private async complete(candidate: Candidate, known: Found): Promise<Found> {
    const inputs = namesOf(candidate, 'input').filter((id) => !known.inputs.has(id))
    const secrets = namesOf(candidate, 'secret').filter(
      (name) => !known.secrets.has(name) && canNameSecret(name)
    )
    if (!this.options.asking || inputs.length + secrets.length === 0) return known
    const given = await this.ask(candidate, { inputs, secrets })
    // A secret that is not set is said with the way to set it; an input has no other place.
    if (!given && inputs.length > 0) throw notGiven(candidate)
    return {
      secrets: new Map([...known.secrets, ...(given?.secrets ?? [])]),
      inputs: new Map([...known.inputs, ...(given?.inputs ?? [])])
    }
  }

  /** Undefined when the person does not answer. */
  private async ask(candidate: Candidate, missing: Missing): Promise<Found | undefined> {
    const { asking, onSecrets, secrets: store } = this.options
    const { name, inputs: declared } = candidate
    const fields = [
      ...missing.inputs.map((id) => fieldOf(id, name, declared)),
      ...missing.secrets.map((secret) => secretFieldOf(secret, name))
    ]
    const title = fields.length === 1 ? 'a value' : `${fields.length} values`
    const answers = await asking?.values(`${name} needs ${title}`, fields)
    if (!answers) return undefined
    const inputs = new Map<string, string>()
    for (const id of missing.inputs) {
      const answer = answers[id]
      if (!answer) continue
      inputs.set(id, answer.value)
      await this.keep(placeOf(candidate, id), answer)
    }
    const secrets = new Map<string, string>()
    for (const secret of missing.secrets) {
      const answer = answers[secretFieldId(secret)]
      if (!answer) continue
      secrets.set(secret, answer.value)
      await store.set(secret, answer.value)
    }
    onSecrets()
    return { inputs, secrets }
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

type Found = {
  readonly secrets: ReadonlyMap<string, string>
  readonly inputs: ReadonlyMap<string, string>
}
type Missing = { readonly secrets: readonly string[]; readonly inputs: readonly string[] }

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

function secretFieldOf(name: string, askedBy: string): InputField {
  return {
    id: secretFieldId(name),
    label: name,
    description: 'A secret that every server can use by this name.',
    isSecret: true,
    askedBy,
    canRemember: false
  }
}

/** An input may have the same name. */
function secretFieldId(name: string): string {
  return `secret:${name}`
}

function notGiven({ name }: Candidate): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Dismissed, `${name} was not given its values.`)
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
