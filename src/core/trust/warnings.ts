/** What a person should know of a definition before it runs. Sentences never hold a value. */
import type {
  RemoteDefinition,
  ServerDefinition,
  StdioDefinition,
  Warning
} from '../../shared/servers/server-config'
import { visibleParts } from '../../shared/text/visible-text'
import { accessTexts } from '../references/access-texts'
import { secretsInArguments } from '../hiding/argument-secrets'
import { isCodeLoading } from '../hiding/code-loading'
import { destinationOf, hostKind, namedProxy } from '../address/hosts'
import { shownValue } from '../hiding/shown-value'
import { flowsOf } from '../server-file/variables'
import { containerOf, reachOf } from './warnings/containers'
import { launchesOf, type Launch } from './warnings/launches'
import { fetchedBy } from './warnings/packages'
import { isInlineCode, lookAlikeIn, sensitivePlaceIn } from './warnings/signs'

type Field = { readonly label: string; readonly text: string }

export function warningsOf(definition: ServerDefinition): readonly Warning[] {
  const warnings = [
    ...(definition.transport === 'stdio'
      ? processWarnings(definition)
      : remoteWarnings(definition)),
    ...characterWarnings(definition)
  ]
  const seen = new Map(warnings.map((warning) => [`${warning.kind} ${warning.message}`, warning]))
  return [...seen.values()]
}

/** No honest definition is longer, and a hostile one must not keep us busy. */
const MOST_LOOKED_AT = 20_000

function processWarnings(whole: StdioDefinition): readonly Warning[] {
  const definition = shortened(whole)
  const { command, args, env } = definition
  const launches = launchesOf(command, args)
  const unseen = definition === whole ? [] : ['It is so long that not all of it was looked at.']
  return [
    ...unseen.map((message) => warning('hidden-characters', message)),
    ...launches.flatMap(launchWarnings),
    ...downloadWarnings([command, ...args, ...launches.flatMap(({ script }) => script ?? [])]),
    ...Object.keys(env)
      .filter(isCodeLoading)
      .map((name) =>
        warning('inline-code', `The variable ${name} can make the program run other code.`)
      ),
    ...fieldsOf(definition).flatMap(({ label, text }) => {
      const place = sensitivePlaceIn(text)
      return place === undefined
        ? []
        : [warning('sensitive-path', `${capitalized(label)} names ${place}.`)]
    }),
    ...secretsInArguments(args).map(({ index, name }) => exposedWarning(index, name)),
    ...hiddenCodeWarnings(launches, env, 'the file'),
    ...tildeWarnings(definition, launches)
  ]
}

/** Code in the arguments can take any variable for code, and you do not see what is in this one. */
export function hiddenCodeWarnings(
  launches: readonly Launch[],
  variables: Readonly<Record<string, string>>,
  /** Where the variables are written. */
  file: string
): readonly Warning[] {
  if (!launches.some((launch) => launch.script !== undefined || isInlineCode(launch))) return []
  return Object.entries(variables)
    .filter(([name, value]) => shownValue(name, value) !== value)
    .map(([name]) => {
      const sentence = `The code in the arguments can run what is in the variable ${name}, which is hidden here. Look at it in ${file}.`
      return warning('hidden-code', sentence)
    })
}

function exposedWarning(index: number, name: string): Warning {
  const advice = `Everybody who can list processes can read it; \${secret:${name}} would not be written down.`
  return warning('exposed-secret', `Argument ${index + 1} looks like a secret. ${advice}`)
}

/** The same one when there is nothing to cut. */
function shortened(definition: StdioDefinition): StdioDefinition {
  const { command, args, env, cwd = '', envFile = '' } = definition
  const texts = [command, cwd, envFile, ...args, ...Object.entries(env).flat()]
  const length = texts.reduce((sum, text) => sum + text.length + 1, 0)
  if (length <= MOST_LOOKED_AT) return definition
  let left = MOST_LOOKED_AT
  const cut = (text: string): string => {
    const kept = text.slice(0, Math.max(0, left))
    left -= kept.length + 1
    return kept
  }
  const fits = (): boolean => left > 0
  return {
    ...definition,
    command: cut(command),
    ...(definition.cwd !== undefined && { cwd: cut(cwd) }),
    ...(definition.envFile !== undefined && { envFile: cut(envFile) }),
    args: args.flatMap((arg) => (fits() ? [cut(arg)] : [])),
    // All names are looked at: there is not much to look for in one.
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, cut(value)]))
  }
}

function launchWarnings(launch: Launch): readonly Warning[] {
  const { program, script, isElevating } = launch
  const container = containerOf(launch)
  const found: Warning[] = []
  if (script !== undefined && program !== 'env') {
    found.push(warning('shell', `The shell ${program} runs a script given in the arguments.`))
  }
  if (isElevating)
    found.push(
      warning('elevated', `The program ${program} runs it with the rights of another user.`)
    )
  if (isInlineCode(launch)) {
    found.push(
      warning('inline-code', `The program ${program} runs code that is given in the arguments.`)
    )
  }
  for (const { what, isPinned, advice } of fetchedBy(launch)) {
    if (isPinned) continue
    const sentence = `The program ${program} fetches ${what} in whichever version there is at the time. ${advice}`
    found.push(warning('unpinned', sentence))
  }
  if (container) found.push(...reachOf(container).map((message) => warning('container', message)))
  return found
}

const FETCH = '(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)'
const FETCHES = new RegExp(`\\b${FETCH}\\b`, 'i')
const FETCHES_TO_RUN = new RegExp(
  `(?:<\\(|\\$\\(|\`|\\b(?:iex|invoke-expression)\\b(?:\\s*\\()?)\\s*(?:&\\s*)?\\(?${FETCH}\\b`,
  'i'
)
const FETCHES_BY_NAME = /downloadstring|downloadfile|start-bitstransfer/i
const IS_INTERPRETER =
  /^\s*(?:[^\s/]*\/)*(?:sudo\s+(?:-\S+\s+)*(?:[^\s/]*\/)*)?(?:sh|bash|zsh|dash|ksh|fish|python[\d.]*|node|deno|perl|ruby|php|iex|invoke-expression|pwsh|powershell)\b/i
const RUNS_NEXT = /(?:&&|;)\s*(?:sudo\s+)?(?:sh|bash|zsh|chmod|python[\d.]*|node|\.\/)/i

function isDownload(text: string): boolean {
  return (
    FETCHES_TO_RUN.test(text) ||
    FETCHES_BY_NAME.test(text) ||
    isPipedToInterpreter(text) ||
    text.split('|').some(isFetchedThenRun)
  )
}

/** Cut at each sign first: a pattern for all of it would search the rest again from each `curl`. */
function isPipedToInterpreter(text: string): boolean {
  const parts = text.split(/([|;&])/)
  return parts.some(
    (part, at) =>
      parts[at + 1] === '|' && FETCHES.test(part) && IS_INTERPRETER.test(parts[at + 2] ?? '')
  )
}

function isFetchedThenRun(part: string): boolean {
  const fetched = part.search(FETCHES)
  return fetched !== -1 && RUNS_NEXT.test(part.slice(fetched))
}

function downloadWarnings(texts: readonly string[]): readonly Warning[] {
  return texts.some(isDownload)
    ? [
        warning(
          'download',
          'It downloads a program and runs it at once, whatever it is at the time.'
        )
      ]
    : []
}

function tildeWarnings(
  { command, args, cwd, envFile }: StdioDefinition,
  launches: readonly Launch[]
): readonly Warning[] {
  const scripts = new Set(launches.map(({ script }) => script))
  const fields: readonly Field[] = [
    { label: 'the command', text: command },
    ...args.map((text, index) => ({ label: `argument ${index + 1}`, text })),
    { label: 'the folder', text: cwd ?? '' },
    { label: 'the env file', text: envFile ?? '' }
  ]
  return fields
    .filter(({ text }) => /^~(?:[\\/]|$)/.test(text) && !scripts.has(text))
    .map(({ label }) => {
      const sentence = `${capitalized(label)} begins with ~, which is not expanded; write the whole path.`
      return warning('tilde', sentence)
    })
}

const PLACES = {
  loopback: '',
  private: ', which is in a private network',
  'link-local': ', which is a link-local address',
  metadata: ', which is where cloud machines keep their credentials',
  public: ''
} as const

function remoteWarnings(definition: RemoteDefinition): readonly Warning[] {
  const { host, shown, scheme, isLoopback } = destinationOf(definition.url)
  const proxy = namedProxy(definition.access)
  const isThrough = proxy !== undefined && !proxy.isLoopback
  const found = isThrough
    ? [warning('remote', `It is reached through the proxy ${proxy.shown}.`)]
    : []
  if (definition.access?.tls?.ca !== undefined) {
    const sentence =
      'It brings a certificate authority of its own (tls.ca): whoever has its key can pass for the server.'
    found.push(warning('insecure', sentence))
  }
  if (isLoopback && !isThrough) return found
  const place = host === undefined ? '' : PLACES[hostKind(host)]
  if (!isLoopback) found.push(warning('remote', `It connects to ${shown}${place}.`))
  if (scheme === 'http' || scheme === 'ws') {
    const sentence = `What is sent to ${shown} is not encrypted: everyone on the way can read it.`
    found.push(warning('insecure', sentence))
  }
  const leaving = flowsOf(definition).filter(({ leaves }) => leaves)
  return [
    ...found,
    ...leaving.map(({ kind, name, goesTo }) => {
      const where = goesTo === 'the address' ? `${goesTo} of ${shown}` : goesTo
      return warning('secret-leaves', `The ${kind} ${name} is sent in ${where}.`)
    })
  ]
}

function fieldsOf(definition: ServerDefinition): readonly Field[] {
  const { metricsUrl, access } = definition
  const common = [
    ...(metricsUrl === undefined ? [] : [{ label: 'the metrics address', text: metricsUrl }]),
    ...accessTexts(access).map(({ name, text }) => ({ label: `the setting ${name}`, text }))
  ]
  if (definition.transport !== 'stdio') {
    return [
      { label: 'the address', text: definition.url },
      ...Object.entries(definition.headers).map(([name, text]) => ({
        label: `the header ${name}`,
        text
      })),
      ...common
    ]
  }
  const { command, args, env, cwd, envFile } = definition
  return [
    { label: 'the command', text: command },
    ...args.map((text, index) => ({ label: `argument ${index + 1}`, text })),
    ...Object.entries(env).map(([name, text]) => ({ label: `the variable ${name}`, text })),
    ...(cwd === undefined ? [] : [{ label: 'the folder', text: cwd }]),
    ...(envFile === undefined ? [] : [{ label: 'the env file', text: envFile }]),
    ...common
  ]
}

function characterWarnings(definition: ServerDefinition): readonly Warning[] {
  const isProcess = definition.transport === 'stdio'
  const names = Object.keys(isProcess ? definition.env : definition.headers)
  const fields: readonly Field[] = [
    { label: 'the name', text: definition.name },
    ...fieldsOf(definition),
    ...names.map((text) => ({ label: `a ${isProcess ? 'variable' : 'header'}'s name`, text }))
  ]
  const hidden = fields.flatMap(({ label, text }) => {
    const marks = visibleParts(text).flatMap((part) => (part.kind === 'hidden' ? [part.mark] : []))
    if (marks.length === 0) return []
    const sentence = `${capitalized(label)} holds characters that do not show (${[...new Set(marks)].slice(0, 5).join(', ')}).`
    return [warning('hidden-characters', sentence)]
  })
  const alike: readonly Field[] = [
    { label: 'the name', text: definition.name },
    ...(isProcess
      ? [
          { label: 'the command', text: definition.command },
          ...definition.args.map((text, index) => ({ label: `argument ${index + 1}`, text }))
        ]
      : [{ label: 'the host', text: destinationOf(definition.url).host ?? '' }])
  ]
  return [
    ...hidden,
    ...alike.flatMap(({ label, text }) => {
      const scripts = lookAlikeIn(text)
      if (scripts === undefined) return []
      const sentence = `${capitalized(label)} mixes ${scripts} letters, which can look the same.`
      return [warning('hidden-characters', sentence)]
    })
  ]
}

function warning(kind: Warning['kind'], message: string): Warning {
  return { kind, message }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
