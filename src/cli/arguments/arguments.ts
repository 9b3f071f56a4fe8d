import { parseArgs } from 'node:util'
import type { WantedCall } from '../../shared/calls/call-contract'
import type { JsonObject } from '../../shared/json/json'
import type { Sources } from '../profile/host'
import { readJsonObject, readTexts, systemSources, type Overrides } from './options'
import { readAudit, type AuditArguments } from './audit-arguments'
import type { ClientOptions } from './client-credentials'
import type { DeskChoice } from '../profile/desk'
import { readMeasuring, readMetricsFile, type MetricsFileArguments } from './metrics-arguments'
import { oauthServer, readOauth, type OauthArguments } from './oauth-arguments'
import { readClient, readDesk, readOverrides, withSources } from './option-groups'
import { readAuth, readLogin, type AuthArguments, type LoginArguments } from './sign-in-arguments'
import { readTraffic, withFilters, type TrafficArguments } from './traffic-arguments'
import { wrongUsage } from '../output/usage'

export type TrustAnswer = 'trust' | 'refuse' | 'ask'

export type ServerChoice =
  | { readonly kind: 'configured'; readonly name: string; readonly config?: string }
  | { readonly kind: 'process'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'address'; readonly url: string }

type OnDesk = { readonly desk: DeskChoice }

type OnServer = OnDesk & {
  /** Values that are known to be secret are shown as they are. */
  readonly isRevealed: boolean
  readonly isJson: boolean
  readonly server: ServerChoice
  readonly overrides: Overrides
  /** The file that every frame is written to. */
  readonly traffic?: string
  /** Replaces a file that is there, and sends arguments that do not fit. */
  readonly isForced: boolean
  /** Progress is said line by line, also where nobody looks at a terminal. */
  readonly isProgressSaid: boolean
  readonly isAudited: boolean
  /** Of calls that are not made without it. */
  readonly isApproved?: boolean
  /** Who we are to the server, without a person. */
  readonly client?: ClientOptions
}

export type ServerArguments = OnServer &
  (
    | { readonly command: 'tools' | 'resources' | 'prompts' | 'ping' | 'doctor' | 'logout' }
    | LoginArguments
    | OauthArguments
    | ({ readonly command: 'call'; readonly args: JsonObject } & Pick<WantedCall, 'tool' | 'meta'>)
    | { readonly command: 'read'; readonly uri: string }
    | {
        readonly command: 'request'
        readonly method: string
        /** Absent where the request is to have none. */
        readonly params?: JsonObject
      }
    | {
        readonly command: 'metrics'
        readonly forMs?: number
        readonly hasBackground: boolean
        /** The tool that is called as well. */
        readonly call?: {
          readonly tool: string
          readonly args: JsonObject
          readonly isForced: boolean
        }
      }
    | {
        readonly command: 'prompt'
        readonly prompt: string
        readonly args: Readonly<Record<string, string>>
      }
  )

export type CliArguments =
  | { readonly command: 'version' | 'none' }
  | { readonly command: 'help'; readonly about?: string }
  | (OnDesk & {
      readonly command: 'servers'
      readonly isJson: boolean
      readonly config?: string
    })
  | (OnDesk & { readonly command: 'trust'; readonly name: string; readonly answer: TrustAnswer })
  | MetricsFileArguments
  | TrafficArguments
  | AuditArguments
  | AuthArguments
  | ServerArguments

const OPTIONS = {
  json: { type: 'boolean' },
  args: { type: 'string' },
  meta: { type: 'string' },
  params: { type: 'string' },
  config: { type: 'string' },
  project: { type: 'string' },
  profile: { type: 'string' },
  input: { type: 'string', multiple: true },
  reveal: { type: 'boolean' },
  yes: { type: 'boolean' },
  no: { type: 'boolean' },
  url: { type: 'string' },
  timeout: { type: 'string' },
  era: { type: 'string' },
  transport: { type: 'string' },
  header: { type: 'string', multiple: true },
  env: { type: 'string', multiple: true },
  traffic: { type: 'string' },
  for: { type: 'string' },
  call: { type: 'string' },
  file: { type: 'string' },
  recording: { type: 'string' },
  pairs: { type: 'boolean' },
  background: { type: 'boolean' },
  filter: { type: 'string' },
  format: { type: 'string' },
  status: { type: 'string' },
  revision: { type: 'string' },
  reporter: { type: 'string' },
  link: { type: 'string' },
  force: { type: 'boolean' },
  approve: { type: 'boolean' },
  progress: { type: 'boolean' },
  'no-audit': { type: 'boolean' },
  scope: { type: 'string' },
  'no-browser': { type: 'boolean' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  'client-key': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' }
} as const

type OptionName = keyof typeof OPTIONS
export type Values = ReturnType<typeof parse>['values']

const ON_SERVER: readonly OptionName[] = [
  'json',
  'config',
  'project',
  'profile',
  'input',
  'reveal',
  'url',
  'timeout',
  'era',
  'transport',
  'header',
  'env',
  'traffic',
  'force',
  'progress',
  'no-audit',
  'client-id',
  'client-secret',
  'client-key'
]

/** Who signs in is a person, so there is nobody else to name. */
const TO_SIGN_IN: readonly OptionName[] = [
  'json',
  'config',
  'project',
  'profile',
  'input',
  'url',
  'transport',
  'traffic',
  'force',
  'no-audit'
]

type Form = {
  /** What is written after the command, without the server. */
  readonly operands: readonly string[]
  readonly options: readonly OptionName[]
  readonly isOnServer: boolean
}

const plain: Form = { operands: [], options: ON_SERVER, isOnServer: true }

const FORMS = {
  servers: {
    operands: [],
    options: ['json', 'config', 'project', 'profile'],
    isOnServer: false
  },
  trust: {
    operands: ['server'],
    options: ['project', 'profile', 'yes', 'no'],
    isOnServer: false
  },
  traffic: {
    operands: [],
    options: ['json', 'recording', 'profile', 'pairs', 'filter', 'format', 'force'],
    isOnServer: false
  },
  audit: {
    operands: [],
    options: ['json', 'profile', 'filter', 'status', 'format', 'link', 'force'],
    isOnServer: false
  },
  auth: { operands: [], options: ['json', 'project', 'profile'], isOnServer: false },
  login: { ...plain, options: [...TO_SIGN_IN, 'scope', 'no-browser'] },
  logout: { ...plain, options: TO_SIGN_IN },
  tools: plain,
  resources: plain,
  prompts: plain,
  ping: plain,
  doctor: plain,
  oauth: { ...plain, options: [...ON_SERVER, 'revision', 'reporter'] },
  metrics: {
    ...plain,
    options: [...ON_SERVER, 'for', 'call', 'args', 'approve', 'file', 'background']
  },
  call: { ...plain, operands: ['tool'], options: [...ON_SERVER, 'args', 'meta', 'approve'] },
  read: { ...plain, operands: ['uri'] },
  request: { ...plain, operands: ['method'], options: [...ON_SERVER, 'params', 'approve'] },
  prompt: { ...plain, operands: ['name'], options: [...ON_SERVER, 'args'] }
} as const satisfies Record<string, Form>

type Command = keyof typeof FORMS

/** Refuses with a sentence that says what was expected. */
export function readArguments(
  argv: readonly string[],
  sources: Sources = systemSources
): CliArguments {
  const cut = argv.indexOf('--')
  const process = cut === -1 ? undefined : argv.slice(cut + 1)
  const { values: written, positionals } = parse(cut === -1 ? argv : argv.slice(0, cut))
  const values = withSources(written, sources)
  if (values.version === true) return { command: 'version' }
  const [command, ...rest] = positionals
  if (values.help === true || command === 'help') {
    const about = command === 'help' ? rest[0] : command
    return { command: 'help', ...(about !== undefined && isCommand(about) && { about }) }
  }
  if (command === undefined) return { command: 'none' }
  if (!isCommand(command)) {
    throw wrongUsage(`There is no command "${command}". Try: patchbay --help`)
  }
  expectOptions(command, values, process)
  const isJson = values.json === true
  switch (command) {
    case 'servers': {
      expectCount(command, rest, 0)
      const { config } = values
      return { command, isJson, desk: readDesk(values), ...(config !== undefined && { config }) }
    }
    case 'trust': {
      const [name = ''] = expectCount(command, rest, 1)
      return { command, name, answer: readAnswer(values), desk: readDesk(values) }
    }
    case 'traffic':
      return readTraffic(rest, values)
    case 'audit':
      return readAudit(rest, values)
    case 'auth':
      return readAuth(rest, values)
    case 'oauth': {
      const { operands, values: withAddress } = oauthServer(rest, values)
      return readOnServer(command, operands, withAddress, process)
    }
    case 'metrics':
      if (values.file !== undefined) return readMetricsFile(values.file, rest, values, process)
      return readOnServer(command, rest, values, process)
    default:
      return readOnServer(command, rest, values, process)
  }
}

function readOnServer(
  command: ServerArguments['command'],
  rest: readonly string[],
  values: Values,
  process: readonly string[] | undefined
): ServerArguments {
  const isAdHoc = process !== undefined || values.url !== undefined
  const wanted = FORMS[command].operands.length + (isAdHoc ? 0 : 1)
  const given = expectCount(command, rest, wanted)
  const operand = given.at(-1) ?? ''
  const client = readClient(values)
  const common: OnServer = {
    desk: readDesk(values),
    isRevealed: values.reveal === true,
    isJson: values.json === true,
    server: readChoice(given[0] ?? '', values, process),
    overrides: readOverrides(values),
    isForced: values.force === true,
    isProgressSaid: values.progress === true,
    isAudited: values['no-audit'] !== true,
    ...(values.approve === true && { isApproved: true }),
    ...(client && { client }),
    ...(values.traffic !== undefined && { traffic: values.traffic })
  }
  switch (command) {
    case 'call':
      return {
        ...common,
        command,
        tool: operand,
        args: readJsonObject(values.args),
        ...(values.meta !== undefined && { meta: readJsonObject(values.meta, '--meta') })
      }
    case 'read':
      return { ...common, command, uri: operand }
    case 'request': {
      const params = values.params === undefined ? {} : readJsonObject(values.params, '--params')
      return { ...common, command, method: operand, ...(values.params !== undefined && { params }) }
    }
    case 'prompt':
      return { ...common, command, prompt: operand, args: readTexts(values.args) }
    case 'metrics':
      return { ...common, command, ...readMeasuring(values) }
    case 'login':
      return { ...common, ...readLogin(values) }
    case 'oauth':
      return { ...common, command, ...readOauth(values) }
    default:
      return { ...common, command }
  }
}

function readChoice(
  name: string,
  { url, config }: Values,
  process: readonly string[] | undefined
): ServerChoice {
  if (process !== undefined && url !== undefined) {
    throw wrongUsage('Give the server by --url or by a command after --, not by both.')
  }
  if (config !== undefined && (process !== undefined || url !== undefined)) {
    throw wrongUsage('--config names servers, and here the server is given already.')
  }
  if (url !== undefined) return { kind: 'address', url }
  if (process === undefined) {
    return { kind: 'configured', name, ...(config !== undefined && { config }) }
  }
  const [command, ...args] = process
  if (command === undefined || command === '') {
    throw wrongUsage('The command that starts the server has to follow after --.')
  }
  return { kind: 'process', command, args }
}

function readAnswer({ yes, no }: Values): TrustAnswer {
  if (yes === true && no === true) throw wrongUsage('Say --yes or --no, not both.')
  if (yes === true) return 'trust'
  return no === true ? 'refuse' : 'ask'
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: withFilters(argv), allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw wrongUsage(`${firstSentence((error as Error).message)} Try: patchbay --help`)
  }
}

/** Node explains at length how to escape what begins with a dash. */
function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/s.exec(text)?.[0] ?? `${text}.`
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(FORMS, word)
}

/** An option that would change nothing is a mistake, and better said than ignored. */
function expectOptions(
  command: Command,
  values: Values,
  process: readonly string[] | undefined
): void {
  const { options, isOnServer }: Form = FORMS[command]
  const surplus = (Object.keys(values) as OptionName[]).find((name) => !options.includes(name))
  if (surplus !== undefined) throw wrongUsage(`patchbay ${command} has no option --${surplus}.`)
  if (process !== undefined && !isOnServer) {
    throw wrongUsage(`patchbay ${command} takes no command after --.`)
  }
}

function expectCount(command: Command, given: readonly string[], count: number): readonly string[] {
  if (given.length === count && !given.includes('')) return given
  const { operands, isOnServer }: Form = FORMS[command]
  const [after, more] = [operands, ['server', ...operands]].map((names) =>
    names.map((name) => ` <${name}>`).join('')
  )
  const line = `patchbay ${command}`
  throw wrongUsage(
    isOnServer
      ? `Write it like this: ${line}${more}, or, without a name for the server: ${line}${after} -- <command>`
      : `Write it like this: ${line}${after}`
  )
}
