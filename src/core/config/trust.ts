/** What a person is shown of a definition before it may run, and how a definition is known again. */
import { createHash } from 'node:crypto'
import { HIDDEN_VALUE } from '../../shared/configuration'
import type { DefinitionLine, TrustSubject } from '../../shared/prompt'
import type { ServerDefinition } from '../../shared/server-config'
import { shownTemplate } from './address-template'
import { hasTellingText, isOnlyReferences, isSecretName } from './secret-values'
import { differencesOf } from './trust-diff'
import { flowsOf } from './variables'
import { isCodeLoading, withoutCredentials } from './code-loading'
import type { Surroundings } from './surroundings'
import { warningsOf } from './warnings'

/** One line of a definition; `written` is what stands behind the text that is shown. */
export type WrittenLine = {
  readonly label: string
  readonly text: string
  readonly written: string
}

export type SnapshotLine = {
  readonly label: string
  readonly text: string
  /** Of what is hidden in the text, so that a change of it is seen. */
  readonly digest?: string
}

/** A definition as it was when it was last trusted, without its values. */
export type TrustSnapshot = {
  readonly lines: readonly SnapshotLine[]
  /** The same for the same value, and of no use without the key of this profile. */
  readonly digestOf: (value: string) => string
}

/** Of all that decides what is run or reached; what a server is called does not. */
export function definitionHash(definition: ServerDefinition, source: string): string {
  const what =
    definition.transport === 'stdio'
      ? [
          definition.command,
          definition.args,
          definition.cwd ?? null,
          sortedPairs(Object.entries(definition.env)),
          definition.envFile ?? null
        ]
      : [
          definition.url,
          sortedPairs(
            Object.entries(definition.headers).map(([name, value]) => [name.toLowerCase(), value])
          )
        ]
  const { metricsUrl } = definition
  // Left out where there is none, so that what was trusted before there was such a thing still is.
  const more = metricsUrl === undefined ? [] : [{ metricsUrl }]
  const text = JSON.stringify([definition.transport, source, ...what, ...more])
  return createHash('sha256').update(text).digest('hex')
}

export function subjectOf(
  definition: ServerDefinition,
  source: string,
  before: TrustSnapshot | undefined,
  decision: 'trusted' | 'refused' | undefined,
  { program, warnings }: Surroundings = { warnings: [] }
): TrustSubject {
  const written = linesOf(definition)
  const lines: readonly DefinitionLine[] = before
    ? differencesOf(written, before)
    : written.map(({ label, text }) => ({ label, text }))
  return {
    hash: definitionHash(definition, source),
    name: definition.name,
    scope: definition.scope,
    source,
    lines: lines.flatMap((line) =>
      line.label === 'command' && program ? [line, program] : [line]
    ),
    flows: flowsOf(definition),
    warnings: [...warningsOf(definition), ...warnings],
    isChanged: lines.some(({ change }) => change !== undefined),
    wasRefused: decision === 'refused'
  }
}

/** Everything that the hash covers, exactly and in full; one argument a line. */
export function linesOf(definition: ServerDefinition): readonly WrittenLine[] {
  if (definition.transport !== 'stdio') {
    const { url, transport, headers } = definition
    return [
      { label: 'address', text: shownTemplate(url), written: url },
      { label: 'transport', text: transport, written: transport },
      ...Object.entries(headers).map(([name, value]) => hiddenLine(`header ${name}`, value)),
      ...metricsLines(definition)
    ]
  }
  const { command, args, env, envFile, cwd } = definition
  return [
    plainLine('command', command),
    ...args.map((argument, index) => plainLine(`argument ${index + 1}`, argument)),
    ...(cwd === undefined ? [] : [plainLine('folder', cwd)]),
    ...Object.entries(env).map(([name, value]) =>
      isCodeLoading(name) ? loadingLine(`env ${name}`, value) : hiddenLine(`env ${name}`, value)
    ),
    ...(envFile === undefined ? [] : [plainLine('env file', envFile)]),
    ...metricsLines(definition)
  ]
}

function metricsLines({ metricsUrl }: ServerDefinition): readonly WrittenLine[] {
  if (metricsUrl === undefined) return []
  return [{ label: 'metrics', text: shownTemplate(metricsUrl), written: metricsUrl }]
}

/** The exact command or address in one line, without what may be secret. */
export function whatOf(definition: ServerDefinition): string {
  if (definition.transport !== 'stdio') return shownTemplate(definition.url)
  return [definition.command, ...definition.args].map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\${}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function plainLine(label: string, text: string): WrittenLine {
  return { label, text, written: text }
}

function loadingLine(label: string, value: string): WrittenLine {
  return { label, text: withoutCredentials(value), written: value }
}

/** In the window that asks, only what looks like a secret is hidden: the rest may decide what runs. */
function hiddenLine(label: string, value: string): WrittenLine {
  const name = label.replace(/^(?:env|header) /, '')
  const canShow =
    value === '' || isOnlyReferences(value) || (!isSecretName(name) && !hasTellingText(value))
  return { label, text: canShow ? value : HIDDEN_VALUE, written: value }
}

function sortedPairs(pairs: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return pairs
    .map((pair) => ({ pair, key: JSON.stringify(pair) }))
    .sort(byKey)
    .map(({ pair }) => pair)
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key)
}
