/** Fills in a definition that the person trusts. What comes out of a reference is not looked at again. */
import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ValueFlow } from '../../shared/question/prompt'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { accessTexts, filledAccess, lastWordOf } from '../references/access-texts'
import { addressParts } from '../address/address-template'
import { secretsInArguments } from '../hiding/argument-secrets'
import { destinationOf, namedProxy } from '../address/hosts'
import { piecesOf, referencesIn, type Reference } from '../references/references'
import {
  isKnownToken,
  isPlainHeader,
  isSecretName,
  isSecretValue,
  isWorthHiding
} from '../references/secret-values'

export { referencesIn, type Reference } from '../references/references'
export { isWorthHiding } from '../references/secret-values'

export type ValueSource = {
  readonly variable: (name: string) => string | undefined
  readonly secret: (name: string) => string | undefined
  readonly input: (id: string) => string | undefined
}

export type Expanded = {
  readonly definition: ServerDefinition
  /** What the env file held when it was read. */
  readonly fileVariables: Readonly<Record<string, string>>
  /** What has to be hidden from now on. */
  readonly values: readonly string[]
}

const SHORTEST_HIDDEN = 4
/** Shorter ones would be found in the middle of words. */
const SHORTEST_NAMED = 6
const ENV_FILE_LIMIT_BYTES = 1024 * 1024
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i

type Place = { readonly text: string; readonly goesTo: string; readonly leaves: boolean }

/** Everything in a definition where references count. */
function placesOf(definition: ServerDefinition): readonly Place[] {
  if (definition.transport === 'stdio') {
    const { command, args, env } = definition
    return [
      { text: command, goesTo: 'the command', leaves: false },
      ...args.map((text, index) => ({ text, goesTo: `argument ${index + 1}`, leaves: false })),
      ...Object.entries(env).map(([name, text]) => ({
        text,
        goesTo: `the variable ${name} of the process`,
        leaves: false
      })),
      ...commonPlaces(definition, false)
    ]
  }
  const { shown, isLoopback: isHere } = destinationOf(definition.url)
  const isLoopback = isHere && (namedProxy(definition.access)?.isLoopback ?? true)
  return [
    { text: definition.url, goesTo: 'the address', leaves: !isLoopback },
    ...Object.entries(definition.headers).map(([name, text]) => ({
      text,
      goesTo: `the header ${name} to ${shown}`,
      leaves: !isLoopback
    })),
    ...commonPlaces(definition, !isLoopback)
  ]
}

function commonPlaces({ metricsUrl, access }: ServerDefinition, leaves: boolean): readonly Place[] {
  return [
    ...(metricsUrl === undefined
      ? []
      : [{ text: metricsUrl, goesTo: 'the metrics address', leaves }]),
    ...accessTexts(access).map(({ name, text }) => ({
      text,
      goesTo: `the setting ${name}`,
      leaves
    }))
  ]
}

/** Which variables, secrets and inputs are read, and where their values go. */
export function flowsOf(definition: ServerDefinition): readonly ValueFlow[] {
  const flows: ValueFlow[] = placesOf(definition).flatMap(({ text, goesTo, leaves }) => {
    const names = new Map(
      referencesIn(text).map(({ kind, name }) => [`${kind}:${name}`, { kind, name }])
    )
    return [...names.values()].map((named) => ({ ...named, goesTo, leaves }))
  })
  if (definition.transport === 'stdio' && definition.envFile !== undefined) {
    const goesTo = 'the variables of the process'
    flows.push({ kind: 'env file', name: definition.envFile, goesTo, leaves: false })
  }
  return flows
}

/** `fileVariables` is what the env file holds; the definition's own variables go before them. */
export function expandDefinition(
  definition: ServerDefinition,
  source: ValueSource,
  fileVariables: Readonly<Record<string, string>> = {}
): Expanded {
  refuseGaps(definition, source)
  const values = new Set<string>()
  const fill = (text: string): string =>
    piecesOf(text)
      .map((piece) => {
        if (piece.kind !== 'reference') return piece.text
        const { kind, name } = piece.reference
        const value = lookUp(piece.reference, source) ?? ''
        const isOurs = kind !== 'variable'
        if (isOurs ? value.length >= SHORTEST_HIDDEN : isWorthHiding(value)) values.add(value)
        for (const form of namedForms([name, value])) values.add(form)
        return value
      })
      .join('')
  const fillAll = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
  const expanded = filledIn(definition, fill, fillAll, fileVariables)
  for (const value of valuesToHide(expanded)) values.add(value)
  return { definition: expanded, fileVariables, values: [...values] }
}

/** Of a definition that is filled in already. */
export function valuesToHide(definition: ServerDefinition): readonly string[] {
  return [
    ...tellingValues(definition).filter(isWorthHiding),
    ...namedValues(definition).flatMap(namedForms)
  ]
}

type NamedValue = readonly [name: string, value: string]

/** What is called a secret is one, whatever it looks like. */
function namedForms([name, value]: NamedValue): readonly string[] {
  if (!isSecretName(name) || !isSecretValue(name, value)) return []
  return formsOfValue(value).filter((form) => form.length >= SHORTEST_NAMED)
}

function namedValues(definition: ServerDefinition): readonly NamedValue[] {
  const inAccess = accessTexts(definition.access).flatMap(({ name, text }) =>
    withNamedParts([lastWordOf(name), text])
  )
  return [...inAccess, ...ownNamedValues(definition)]
}

function ownNamedValues(definition: ServerDefinition): readonly NamedValue[] {
  if (definition.transport !== 'stdio') {
    const { url, headers } = definition
    return [...namedInAddress(url), ...Object.entries(headers).flatMap(withNamedParts)]
  }
  return [
    ...Object.entries(definition.env).flatMap(withNamedParts),
    ...secretsInArguments(definition.args).map(({ name, value }): NamedValue => [name, value])
  ]
}

function withNamedParts(named: NamedValue): readonly NamedValue[] {
  return ADDRESS.test(named[1]) ? [named, ...namedInAddress(named[1])] : [named]
}

/** A password that is the name before it is a default, and would be found everywhere. */
function namedInAddress(address: string): readonly NamedValue[] {
  return addressParts(address).flatMap(({ text, slot = '' }): readonly NamedValue[] => {
    const [, parameter] = /^parameter (.*) \d+$/s.exec(slot) ?? []
    const [, user, password] = slot === 'credentials' ? (/^([^:]*):([^]*)$/.exec(text) ?? []) : []
    const name = parameter ?? 'password'
    const value = parameter === undefined ? password : text
    if (value === undefined || value === user) return []
    return [...new Set([value, decoded(value)])].map((form): NamedValue => [name, form])
  })
}

function filledIn(
  definition: ServerDefinition,
  fill: (text: string) => string,
  fillAll: (texts: Readonly<Record<string, string>>) => Record<string, string>,
  fileVariables: Readonly<Record<string, string>>
): ServerDefinition {
  const { metricsUrl, access } = definition
  const common = {
    ...(metricsUrl !== undefined && { metricsUrl: fill(metricsUrl) }),
    ...(access && { access: filledAccess(access, fill) })
  }
  if (definition.transport !== 'stdio') {
    const { url, headers } = definition
    return { ...definition, url: fill(url), headers: fillAll(headers), ...common }
  }
  const { envFile: _read, ...rest } = definition
  return {
    ...rest,
    command: fill(definition.command),
    args: definition.args.map(fill),
    env: { ...fileVariables, ...fillAll(definition.env) },
    ...common
  }
}

function lookUp({ kind, name, fallback }: Reference, source: ValueSource): string | undefined {
  return source[kind](name) ?? fallback
}

/** Names all that is missing at once, so that nobody has to start a server five times. */
function refuseGaps(definition: ServerDefinition, source: ValueSource): void {
  const missing: Reference[] = []
  const unknown: string[] = []
  const sentences: string[] = []
  for (const { text, goesTo } of placesOf(definition)) {
    for (const piece of piecesOf(text)) {
      if (piece.kind === 'unknown') {
        unknown.push(piece.text)
        sentences.push(`${capitalized(goesTo)} has ${piece.text}, which Patchbay cannot fill in.`)
      } else if (piece.kind === 'reference' && lookUp(piece.reference, source) === undefined) {
        missing.push(piece.reference)
        sentences.push(gapOf(piece.reference, goesTo))
      }
    }
  }
  if (sentences.length === 0) return
  const hint =
    unknown.length === 0
      ? ''
      : ' It knows ${NAME}, ${NAME:-default}, ${secret:NAME} and ${input:id}.'
  const message = `${definition.name} cannot start. ${[...new Set(sentences)].join(' ')}${hint}`
  throw new WorkbenchError(WorkbenchErrorCode.ValueMissing, message, { missing, unknown })
}

const EDITOR_WORDS = /^(?:workspaceFolder|workspaceFolderBasename|workspaceRoot|userHome|cwd|file)$/

function gapOf({ kind, name }: Reference, goesTo: string): string {
  const place = capitalized(goesTo)
  switch (kind) {
    case 'secret':
      return `${place} needs the secret ${name}, which is not set.`
    case 'input':
      return `${place} needs the input ${name}, which has no value.`
    case 'variable':
      return EDITOR_WORDS.test(name)
        ? `${place} needs \${${name}}, which only an editor fills in: write the path itself.`
        : `${place} needs the environment variable ${name}, which is not set.`
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What may be secret in a definition that is filled in, in the forms in which others repeat it. */
function tellingValues(definition: ServerDefinition): readonly string[] {
  const inMetrics = secretPartsOf(definition.metricsUrl ?? '')
  const { auth, signing } = definition.access ?? {}
  const given = [auth?.token, signing?.secret].flatMap((value) =>
    value === undefined ? [] : formsOfValue(value)
  )
  if (definition.transport === 'stdio') {
    // What only looks made up may be a name or a path, and recordings have to show these.
    const exposed = secretsInArguments(definition.args)
      .filter(({ name, value }) => isSecretName(name) || isKnownToken(value))
      .map(({ value }) => value)
    const variables = Object.values(definition.env).flatMap(formsOfValue)
    return [...variables, ...exposed, ...inMetrics, ...given]
  }
  const inAddress = [...secretPartsOf(definition.url), ...inMetrics]
  const headers = Object.entries(definition.headers).filter(([name]) => !isPlainHeader(name))
  return [...inAddress, ...headers.flatMap(([, value]) => formsOfValue(value)), ...given]
}

function secretPartsOf(address: string): readonly string[] {
  return addressParts(address).flatMap(({ text, slot }) => {
    if (slot === undefined) return []
    const parts = slot === 'credentials' ? [text, ...text.split(':')] : [text]
    return parts.flatMap((part) => [part, decoded(part)])
  })
}

/** A token is also told without the word before it, and credentials without their encoding. */
function formsOfValue(value: string): readonly string[] {
  const [, scheme = '', rest] = /^(Bearer|Basic|Token) +(\S[^]*)$/i.exec(value) ?? []
  if (rest !== undefined) {
    if (scheme.toLowerCase() !== 'basic') return [value, rest]
    const pair = Buffer.from(rest, 'base64').toString('utf8')
    return [value, rest, pair, pair.slice(pair.indexOf(':') + 1)]
  }
  if (!ADDRESS.test(value)) return [value]
  const secretParts = addressParts(value).filter(({ slot }) => slot !== undefined)
  return [value, ...secretParts.flatMap(({ text }) => [...text.split(':'), decoded(text)])]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // it is not percent-encoded, so it is already what it is
  }
}

/** A relative path is relative to `base`; without one it has to be absolute. */
export function readEnvFile(path: string, base?: string): Record<string, string> {
  const fault = envPathFault(path, base)
  if (fault !== undefined) throw envFileError(path, fault)
  const file = resolve(base ?? '/', path)
  let text: string
  try {
    const found = statSync(file)
    if (!found.isFile()) throw new Error('it is not a file')
    if (found.size > ENV_FILE_LIMIT_BYTES) throw new Error('it is larger than 1 MiB')
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    throw envFileError(path, readFaultOf(error))
  }
  if (text.includes('\0')) throw envFileError(path, 'it is not text in UTF-8')
  const variables = Object.entries(parseEnv(text) as Record<string, string | undefined>)
  return Object.fromEntries(variables.map(([name, value]) => [name, value ?? '']))
}

function envPathFault(path: string, base: string | undefined): string | undefined {
  if (path.startsWith('~')) return '~ is not expanded: write the whole path'
  if (path.includes('${')) return 'variables are not filled in there: write the whole path'
  if (path.includes('\0') || path === '') return 'that is not a path'
  return base === undefined && !isAbsolute(path) ? 'the path has to be absolute' : undefined
}

function readFaultOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'you may not read it'
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not text in UTF-8' : messageOf(error)
}

function envFileError(path: string, fault: string): WorkbenchError {
  const message = `The env file ${path} cannot be used: ${fault}.`
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
