/** How each tool writes down a server: the fields it knows, its addresses, its variables. */
import type { ConfigFormat } from '../../shared/servers/configuration'
import { ACCESS_DIALECTS, type AccessDialect } from './export-access'

export type Entry = Readonly<Record<string, unknown>>
type Fields = readonly (readonly [string, unknown])[]

export type Dialect = {
  /** Where in the file its servers are. */
  readonly key: 'mcpServers' | 'servers' | 'context_servers'
  /** How a variable is written; `none` when the tool fills in nothing. */
  readonly variables: 'plain' | 'env' | 'none'
  readonly hasInputs: boolean
  /** Fields that have an effect there. */
  readonly known: readonly string[]
  /** Words of ours for the transports that it knows. */
  readonly transports: readonly string[]
  /** Turns the address and its transport into fields. `word` is one of ours. */
  readonly address: (url: unknown, word: string) => Fields
  /** What a process needs besides its own fields. */
  readonly process: Fields
  /** Absent when the file says nothing about signing in. */
  readonly access?: AccessDialect
}

const COMMON = ['command', 'args', 'env', 'url', 'headers', 'type']
const TYPES: Readonly<Record<string, string>> = {
  'streamable-http': 'http',
  sse: 'sse',
  websocket: 'ws'
}

/** Left out where the tool finds it out by itself. */
function typed(url: unknown, word: string): Fields {
  return word === 'auto'
    ? [['url', url]]
    : [
        ['type', TYPES[word] ?? word],
        ['url', url]
      ]
}

function alwaysTyped(url: unknown, word: string): Fields {
  return typed(url, word === 'auto' ? 'streamable-http' : word)
}

function geminiAddress(url: unknown, word: string): Fields {
  if (word === 'sse') return [['url', url]]
  return /^(auto|streamable-http)$/.test(word) ? [['httpUrl', url]] : typed(url, word)
}

function windsurfAddress(url: unknown, word: string): Fields {
  return typed(url, word).map(([key, value]) => [key === 'url' ? 'serverUrl' : key, value])
}

const HTTP = ['streamable-http', 'sse']
const PLAIN: Dialect = {
  key: 'mcpServers',
  variables: 'none',
  hasInputs: false,
  known: COMMON,
  transports: ['auto', ...HTTP],
  address: typed,
  process: []
}

export const DIALECTS: Readonly<Record<Exclude<ConfigFormat, 'patchbay'>, Dialect>> = {
  'claude-desktop': { ...PLAIN, transports: [] },
  'claude-code': {
    ...PLAIN,
    variables: 'plain',
    known: [...COMMON, 'timeout', 'headersHelper'],
    transports: [...HTTP, 'websocket'],
    address: alwaysTyped,
    process: [['type', 'stdio']],
    access: ACCESS_DIALECTS['claude-code']
  },
  vscode: {
    ...PLAIN,
    key: 'servers',
    variables: 'env',
    hasInputs: true,
    known: [...COMMON, 'cwd', 'envFile', 'sandboxEnabled', 'sandbox'],
    transports: HTTP,
    address: alwaysTyped,
    process: [['type', 'stdio']],
    access: ACCESS_DIALECTS.vscode
  },
  cursor: {
    ...PLAIN,
    variables: 'env',
    known: [...COMMON, 'envFile'],
    access: ACCESS_DIALECTS.cursor
  },
  windsurf: {
    ...PLAIN,
    variables: 'env',
    known: [...COMMON, 'disabled'],
    address: windsurfAddress
  },
  'gemini-cli': {
    ...PLAIN,
    variables: 'plain',
    known: [...COMMON, 'cwd', 'timeout', 'description', 'authProviderType'],
    transports: HTTP,
    address: geminiAddress,
    access: ACCESS_DIALECTS['gemini-cli']
  },
  'lm-studio': PLAIN,
  zed: {
    ...PLAIN,
    key: 'context_servers',
    known: [...COMMON, 'disabled', 'source', 'enabled', 'timeout'],
    process: [['source', 'custom']]
  },
  inspector: {
    ...PLAIN,
    known: [...COMMON, 'cwd'],
    transports: HTTP,
    address: alwaysTyped,
    process: [['type', 'stdio']],
    access: ACCESS_DIALECTS.inspector
  }
}
