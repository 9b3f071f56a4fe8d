/** A call as a command line of `patchbay`. */
import type { JsonObject } from '../../shared/json/json'
import { checkAgainst } from '../../shared/schema/validate'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { shellTemplate, shellWord } from './shell-quote'
import { withoutSecrets } from './stand-ins'
import { notPossible, type SnippetRequest } from './snippet-request'

export type Around = Omit<SnippetRequest, 'tool' | 'arguments'>

export function cliSnippet(wanted: SnippetRequest): string {
  const { tool, arguments: args, meta, timeoutMs, inputSchema, needsApproval = false } = wanted
  const isUnfit = inputSchema !== undefined && checkAgainst(inputSchema, args).kind === 'fails'
  return commandLine(wanted, 'call', tool, [
    ...(Object.keys(args).length > 0 ? ['--args', shellWord(JSON.stringify(args))] : []),
    ...(meta ? ['--meta', shellWord(JSON.stringify(meta))] : []),
    ...(timeoutMs === undefined ? [] : ['--timeout', String(timeoutMs)]),
    ...(needsApproval ? ['--approve'] : []),
    ...(isUnfit ? ['--force'] : [])
  ])
}

/** Any other method, as it was sent. */
export function requestCommand(around: Around, method: string, params: JsonObject): string {
  const { _meta: _ours, ...given } = params
  const hasParams = Object.keys(given).length > 0
  const options = hasParams ? ['--params', shellWord(JSON.stringify(given))] : []
  return commandLine(around, 'request', method, options)
}

export function readCommand(around: Around, uri: string): string {
  return commandLine(around, 'read', uri, [])
}

export function promptCommand(around: Around, name: string, args: JsonObject): string {
  const given = Object.keys(args).length > 0
  return commandLine(
    around,
    'prompt',
    name,
    given ? ['--args', shellWord(JSON.stringify(args))] : []
  )
}

function commandLine(
  around: Around,
  command: 'call' | 'read' | 'prompt' | 'request',
  operand: string,
  ownOptions: readonly string[]
): string {
  const { isNamed, before, options, after } = serverWords(around)
  const names = isNamed ? [around.definition.name, operand] : [operand]
  const dashed = names.find((name) => name.startsWith('-'))
  if (dashed !== undefined) {
    throw notPossible(`${dashed} begins with a dash, and the command line takes it for an option.`)
  }
  const words = [
    `npx patchbay ${command}`,
    ...names.map(shellWord),
    ...ownOptions,
    ...options,
    ...after
  ]
  return before + words.join(' ')
}

type ServerWords = {
  readonly isNamed: boolean
  readonly before: string
  readonly options: readonly string[]
  readonly after: readonly string[]
}

/** By name where the command line knows it too; otherwise with all that starts it. */
function serverWords({ definition, projectFolder, profile }: Around): ServerWords {
  const named = { isNamed: true, before: '', after: [] }
  const inProfile = profile === undefined ? [] : ['--profile', shellWord(profile)]
  switch (definition.scope) {
    case 'built-in':
    case 'user':
      return { ...named, options: inProfile }
    case 'local':
    case 'project': {
      const options = projectFolder === undefined ? [] : ['--project', shellWord(projectFolder)]
      return { ...named, options: [...options, ...inProfile] }
    }
    case 'command line':
      return givenThere(definition)
  }
}

function givenThere(definition: ServerDefinition): ServerWords {
  const safe = withoutSecrets(definition)
  if (safe.kind === 'address') {
    const headers = safe.headers.flatMap(([name, value]) => [
      '--header',
      shellTemplate([{ text: `${name}: ` }, ...value])
    ])
    const options = ['--url', shellTemplate(safe.url), ...headers]
    return { isNamed: false, before: '', options, after: [] }
  }
  const options = safe.env.flatMap(([name, value]) => [
    '--env',
    shellTemplate([{ text: `${name}=` }, ...value])
  ])
  return {
    isNamed: false,
    before: safe.cwd === undefined ? '' : `cd ${shellWord(safe.cwd)} && `,
    options,
    after: ['--', ...[safe.command, ...safe.args].map(shellTemplate)]
  }
}
