/** The `inputs` of a file, as VS Code writes them: what a person is asked for when a server starts. */
import { isObject } from '../../shared/json/json'
import { referencesIn } from './references'

export type InputDeclaration = {
  readonly id: string
  readonly description?: string
  readonly isSecret: boolean
  readonly defaultValue?: string
  readonly options?: readonly string[]
}

/** Leaves out what it does not understand, and of several with one id takes the first. */
export function inputDeclarations(values: readonly unknown[]): readonly InputDeclaration[] {
  const known = new Map<string, InputDeclaration>()
  for (const item of values) {
    const declaration = declarationOf(item)
    if (declaration && !known.has(declaration.id)) known.set(declaration.id, declaration)
  }
  return [...known.values()]
}

export function inputIdOf(value: unknown): string | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'id')) return undefined
  return typeof value['id'] === 'string' && value['id'] !== '' ? value['id'] : undefined
}

/** Those of the declarations that the text of an entry asks for. */
export function inputsAskedFor(text: string, declared: readonly unknown[]): readonly unknown[] {
  const asked = new Set(
    referencesIn(text).flatMap(({ kind, name }) => (kind === 'input' ? [name] : []))
  )
  return declared.filter((input) => asked.has(inputIdOf(input) ?? ''))
}

/** What is never shown may still be written as what an input begins with. */
export function secretDefaultsIn(declared: readonly unknown[]): readonly string[] {
  return inputDeclarations(declared)
    .filter(({ isSecret, defaultValue = '' }) => isSecret && defaultValue !== '')
    .map(({ id }) => `inputs.${id}.default`)
}

function declarationOf(value: unknown): InputDeclaration | undefined {
  const id = inputIdOf(value)
  if (id === undefined || !isObject(value)) return undefined
  const { type, description, password, default: defaultValue, options } = value
  if (type !== undefined && type !== 'promptString' && type !== 'pickString') return undefined
  return {
    id,
    isSecret: password === true,
    ...(typeof description === 'string' && { description }),
    ...(typeof defaultValue === 'string' && { defaultValue }),
    ...(type === 'pickString' && Array.isArray(options) && { options: options.flatMap(optionOf) })
  }
}

function optionOf(option: unknown): readonly string[] {
  const value = isObject(option) ? option['value'] : option
  return typeof value === 'string' ? [value] : []
}
