/** A definition for other eyes: names of variables stand where it has references or secrets. */
import { isObject } from '../../shared/json/json'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { piecesOf } from '../references/references'
import { replaceSecrets, withTextAt } from '../hiding/replace-secrets'
import { isOnlyReferences, isWorthHiding } from '../references/secret-values'

/** A text in which variables of the environment stand for what may not be written out. */
export type Template = readonly (
  { readonly text: string } | { readonly variable: string; readonly fallback?: string }
)[]

export type SafeDefinition =
  | {
      readonly kind: 'process'
      readonly command: Template
      readonly args: readonly Template[]
      readonly env: readonly (readonly [string, Template])[]
      readonly cwd?: string
    }
  | {
      readonly kind: 'address'
      readonly url: Template
      readonly headers: readonly (readonly [string, Template])[]
    }

export function withoutSecrets(definition: ServerDefinition): SafeDefinition {
  if (definition.transport !== 'stdio') {
    const { url, headers } = safely({ url: definition.url, headers: definition.headers })
    return {
      kind: 'address',
      url: templateOf(url),
      headers: [...Object.entries(headers).map(safeValue), ...tokenHeader(definition)]
    }
  }
  const { command, args, env } = safely({
    command: definition.command,
    args: definition.args,
    env: definition.env
  })
  return {
    kind: 'process',
    command: templateOf(command),
    args: args.map(templateOf),
    env: Object.entries(env).map(safeValue),
    ...(definition.cwd !== undefined && { cwd: definition.cwd })
  }
}

/** A token that the definition gives apart from its headers, unless `initialize` carries it. */
function tokenHeader({ access }: ServerDefinition): readonly (readonly [string, Template])[] {
  const { token, inInitialize } = access?.auth ?? {}
  if (token === undefined || inInitialize === true) return []
  const { scheme, template } = safeToken(token)
  return [['Authorization', [{ text: scheme === '' ? 'Bearer ' : scheme }, ...template]]]
}

/** The token with what may be known of it: the name of its scheme, and names of variables. */
export function safeToken(token: string): { readonly scheme: string; readonly template: Template } {
  const [, scheme = '', rest = token] = /^([A-Za-z][\w-]* +)(\S[^]*)$/.exec(token) ?? []
  const template = templateOf(safeText('token', rest))
  return { scheme, template }
}

function safely<Entry extends object>(entry: Entry): Entry {
  const replaced = replaceSecrets(entry, (name) => referenceTo(name))
  return replaced.reduce<unknown>(
    (current, { path, text }) => (isObject(current) ? withTextAt(current, path, text) : current),
    entry
  ) as Entry
}

/** Values of variables and headers are hidden in the window too, whatever they are called. */
function safeValue([name, value]: readonly [string, string]): readonly [string, Template] {
  const isPlain = isOnlyReferences(value) || !isWorthHiding(value)
  return [name, templateOf(isPlain ? value : referenceTo(name))]
}

/** A text that is secret as a whole: only names of variables are left of it. */
export function safeText(name: string, text: string): string {
  return isOnlyReferences(text) ? text : referenceTo(name)
}

function referenceTo(name: string): string {
  return `\${${variableName(name)}}`
}

export function templateOf(text: string): Template {
  return piecesOf(text).map((piece) => {
    if (piece.kind !== 'reference') return { text: piece.text }
    const { kind, name, fallback } = piece.reference
    const variable = kind === 'variable' ? name : variableName(name)
    return { variable, ...(fallback !== undefined && { fallback }) }
  })
}

function variableName(name: string): string {
  const plain = name.replace(/[^A-Za-z\d]+/g, '_').toUpperCase()
  return /^[A-Z_]/.test(plain) ? plain : `_${plain}`
}
