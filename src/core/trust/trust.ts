/** What a person is shown of a definition before it may run, and how a definition is known again. */
import { createHash } from 'node:crypto'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { hiddenPartOf } from '../../shared/text/hidden-part'
import type { DefinitionLine, TrustSubject } from '../../shared/question/prompt'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { accessTexts, lastWordOf } from '../references/access-texts'
import { shownTemplate } from '../address/address-template'
import { isCodeLoading } from '../hiding/code-loading'
import { hasTellingText, isOnlyReferences } from '../references/secret-values'
import { shownValue } from '../hiding/shown-value'
import { differencesOf } from './trust-diff'
import { flowsOf } from '../server-file/variables'
import type { Surroundings } from './surroundings'
import { warningsOf } from './warnings'

/** One line of a definition; `written` is what stands behind the text that is shown. */
export type WrittenLine = {
  readonly label: string
  readonly text: string
  readonly written: string
  /** What of it may be kept in a file of ours, where no value that may be secret is written down. */
  readonly kept: string
}

export type SnapshotLine = {
  readonly label: string
  readonly text: string
  /** Of what is hidden in the text, so that a change of it is seen. */
  readonly digest?: string
}

/** The variables of an env file as they were read when you were asked. */
export type FileVariables = Readonly<Record<string, string>>

/** A definition as it was when it was last trusted, without its values. */
export type TrustSnapshot = {
  readonly lines: readonly SnapshotLine[]
  /** Absent of what was trusted before the names in env files were a part of it. */
  readonly hasFileNames?: boolean
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
  const { metricsUrl, access } = definition
  // Left out where there is none, so that what was trusted before there was such a thing still is.
  const more = [
    ...(metricsUrl === undefined ? [] : [{ metricsUrl }]),
    ...(access ? [{ access: accessTexts(access).map(({ name, text }) => [name, text]) }] : [])
  ]
  const text = JSON.stringify([definition.transport, source, ...what, ...more])
  return createHash('sha256').update(text).digest('hex')
}

export function subjectOf(
  definition: ServerDefinition,
  source: string,
  before: TrustSnapshot | undefined,
  decision: 'trusted' | 'refused' | undefined,
  { program, warnings, fileVariables = {} }: Surroundings = { warnings: [] }
): TrustSubject {
  const isFileUnseen = before !== undefined && before.hasFileNames !== true
  const unseen = isFileUnseen ? fileLines(fileVariables) : []
  const written = [...linesOf(definition), ...(isFileUnseen ? [] : fileLines(fileVariables))]
  const lines: readonly DefinitionLine[] = [
    ...(before ? differencesOf(written, before) : written.map(shownLine)),
    ...unseen.map(shownLine)
  ]
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
    isFileUnseen: isFileUnseen && 'envFile' in definition,
    wasRefused: decision === 'refused'
  }
}

/** Everything that the hash covers, exactly and in full; one argument a line. */
export function linesOf(definition: ServerDefinition): readonly WrittenLine[] {
  if (definition.transport !== 'stdio') {
    const { url, transport, headers } = definition
    return [
      addressLine('address', url),
      plainLine('transport', transport),
      ...Object.entries(headers).map(([name, value]) => valueLine(`header ${name}`, name, value)),
      ...commonLines(definition)
    ]
  }
  const { command, args, env, envFile, cwd } = definition
  return [
    plainLine('command', command),
    ...args.map((argument, index) => plainLine(`argument ${index + 1}`, argument)),
    ...(cwd === undefined ? [] : [plainLine('folder', cwd)]),
    ...Object.entries(env).map(([name, value]) => valueLine(`env ${name}`, name, value)),
    ...(envFile === undefined ? [] : [plainLine('env file', envFile)]),
    ...commonLines(definition)
  ]
}

const FILE_LABEL = 'file variable '

/** What an env file adds. Its values are never kept, only what tells that one is another now. */
export function fileLines(variables: FileVariables): readonly WrittenLine[] {
  return Object.entries(variables).map(([name, value]) => ({
    label: `${FILE_LABEL}${name}`,
    text: shownValue(name, value),
    written: value,
    kept: HIDDEN_VALUE
  }))
}

/**
 * Whether the env file has a name that was not there when the definition was trusted, or another
 * value under a name that is known to load code.
 */
export function isFileNew(variables: FileVariables, { lines, ...before }: TrustSnapshot): boolean {
  if (before.hasFileNames !== true) return true
  const known = new Map(lines.map(({ label, digest }) => [label, digest]))
  return Object.entries(variables).some(([name, value]) => {
    const label = `${FILE_LABEL}${name}`
    if (!known.has(label)) return true
    return isCodeLoading(name) && known.get(label) !== before.digestOf(value)
  })
}

function commonLines({ metricsUrl, access }: ServerDefinition): readonly WrittenLine[] {
  return [
    ...(metricsUrl === undefined ? [] : [addressLine('metrics', metricsUrl)]),
    ...accessTexts(access).map(({ name, text }) =>
      /^https?:/i.test(text) ? addressLine(name, text) : valueLine(name, lastWordOf(name), text)
    )
  ]
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
  return { label, text, written: text, kept: text }
}

function addressLine(label: string, address: string): WrittenLine {
  const text = shownTemplate(address)
  return { label, text, written: address, kept: text }
}

function valueLine(label: string, name: string, value: string): WrittenLine {
  const text = shownValue(name, value)
  const isKept = text !== value || isCodeLoading(name) || isOnlyReferences(value)
  const kept = isKept || !hasTellingText(value) ? text : HIDDEN_VALUE
  return { label, text, written: value, kept }
}

/** A line as you see it, with what can be said of the part of it that you do not see. */
export function shownLine({ label, text, written }: WrittenLine): DefinitionLine {
  if (text === written) return { label, text }
  return { label, text, hidden: hiddenPartOf(written, text !== HIDDEN_VALUE) }
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
