/** What the window knows of files with servers, of trust, of secrets, of imports and of the doctor. */
import type { ServerId } from '../protocol/ids'
import type { ConfigFault, ServerSummary, Warning, WritableScope } from './server-config'
import type { SessionState } from './session-state'

/** Stands in for what may be secret wherever a definition is shown. Sent back, it means: as it was. */
export const HIDDEN_VALUE = '•••'

export type ConfigFileState = {
  readonly scope: WritableScope
  readonly path: string
  readonly exists: boolean
  /** What keeps the whole file from being read; its servers are not listed then, and it is not written. */
  readonly fault?: ConfigFault
  /** There is an earlier copy of it that could be read. */
  readonly canRestore: boolean
}

/** What restoring the last good copy of a broken file would do. */
export type Restoration = {
  /** The broken text, without what may be secret; absent when it is no text. */
  readonly before?: string
  readonly after: string
  /** The folder in which the broken file is kept. */
  readonly keptIn: string
  /** Identifies both texts: restoring is refused when either has changed. */
  readonly mark: string
}

export type Project = { readonly folder: string; readonly name: string }

export type ServerRename = { readonly from: string; readonly to: string }

/** A file was changed by somebody else while we were running. */
export type OutsideChange = {
  readonly id: number
  readonly scope: WritableScope
  readonly path: string
  readonly time: number
  readonly servers: readonly {
    readonly name: string
    readonly change: 'added' | 'changed' | 'removed'
  }[]
  /** One that is gone and one that is new are written in the same way: it may be one server. */
  readonly renames: readonly ServerRename[]
  /** The text before and after, without what may be secret. */
  readonly before: string
  readonly after: string
}

export type ConfigDescription = {
  readonly files: readonly ConfigFileState[]
  readonly project?: Project
  readonly recentProjects: readonly Project[]
  readonly changes: readonly OutsideChange[]
}

/** A definition as it is edited: one entry of `mcpServers`, with HIDDEN_VALUE for what may be secret. */
export type Draft = {
  readonly name: string
  readonly scope: WritableScope
  /** JSON with comments, as it stands in the file. */
  readonly text: string
}

export type DraftReport = {
  /** Empty when it could be saved as it is. */
  readonly faults: readonly ConfigFault[]
  readonly warnings: readonly Warning[]
}

/** What can be taken back, for as long as main remembers. */
export type Undo = { readonly token: number; readonly what: string }

export type TestReport = {
  readonly id: number
  readonly state: SessionState
  readonly startedAt: number
  /** What took how long, in order. */
  readonly steps: readonly { readonly name: string; readonly ms: number }[]
  readonly tools: readonly string[]
  readonly counts: { readonly resources: number; readonly prompts: number }
  /** The lines of each start of the process, in order; the second one is not asked for its era. */
  readonly stderr: readonly (readonly string[])[]
  readonly violations: readonly string[]
  readonly isDone: boolean
  /** A whole sentence, when it could not be opened. */
  readonly problem?: string
}

export type TrustRecord = {
  readonly hash: string
  readonly decision: 'trusted' | 'refused'
  readonly name: string
  readonly source: string
  readonly time: number
  /** The exact command or address, for a person to read; without what may be secret. */
  readonly what: string
  /** No server of its file has this definition any more. Of a file that is not open nobody can say. */
  readonly isUnused: boolean
}

export type SecretRecord = {
  readonly name: string
  readonly setAt: number
  readonly isKept: boolean
  /** Names of the servers whose definition asks for it. */
  readonly usedBy: readonly string[]
}

export type SecretsDescription = {
  /** `memory` when the system has no safe place: then they are gone when the app ends. */
  readonly storage: 'system' | 'memory'
  /** A whole sentence: where secrets are kept, or why they are not. */
  readonly explanation: string
  readonly secrets: readonly SecretRecord[]
  /** Asked for by a server, and not there. */
  readonly missing: readonly { readonly name: string; readonly usedBy: readonly string[] }[]
}

export const CONFIG_FORMATS = [
  'patchbay',
  'claude-desktop',
  'claude-code',
  'vscode',
  'cursor',
  'windsurf',
  'gemini-cli',
  'lm-studio',
  'zed',
  'inspector'
] as const
export type ConfigFormat = (typeof CONFIG_FORMATS)[number]

export const FORMAT_TITLES: Readonly<Record<ConfigFormat, string>> = {
  patchbay: 'Patchbay',
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  vscode: 'VS Code',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  'gemini-cli': 'Gemini CLI',
  'lm-studio': 'LM Studio',
  zed: 'Zed',
  inspector: 'MCP Inspector'
}

export type ImportedServer = {
  /** Names it when the import is applied. */
  readonly key: string
  readonly name: string
  /** Against the scope it would go to. */
  readonly status: 'new' | 'same' | 'differs' | 'invalid'
  /** How it would be reached, in one line; without what may be secret. */
  readonly what: string
  readonly text: string
  /** What is there under the same name now. */
  readonly existing?: string
  readonly faults: readonly ConfigFault[]
  /** What makes it more dangerous here than where it comes from. Whole sentences. */
  readonly warnings: readonly string[]
  /** What could not be carried over, or was changed on the way. Whole sentences. */
  readonly notes: readonly string[]
  /** Fields whose values look like secrets, such as `env.API_KEY`. */
  readonly secretFields: readonly string[]
}

export type ImportedFile = {
  readonly title: string
  /** `text` and `file` are what the person pasted or chose. */
  readonly origin: ConfigFormat | 'text' | 'file'
  readonly path?: string
  /** The only folder that its servers are for. */
  readonly folder?: string
  /**
   * The names in use among what is local to that folder, to which its servers go. Absent when they
   * cannot go there, because the folder is gone or its file cannot be read.
   */
  readonly taken?: readonly string[]
  readonly fault?: ConfigFault
  readonly servers: readonly ImportedServer[]
}

export type ImportReport = {
  readonly files: readonly ImportedFile[]
  /** Where was looked, with nothing found. */
  readonly absent: readonly { readonly title: string; readonly path: string }[]
}

export type ExportedText = {
  readonly text: string
  /** What was left out or replaced. Whole sentences. */
  readonly notes: readonly string[]
}

export type CheckStatus = 'waiting' | 'running' | 'ok' | 'warning' | 'failed' | 'skipped'

export type Check = {
  readonly id: string
  readonly title: string
  readonly status: CheckStatus
  /** What was found, in whole sentences. */
  readonly detail?: string
  /** What to do; of the first that fails this is the advice. */
  readonly fix?: string
  /** Something that the person can be offered: to look at the certificate, and to trust it. */
  readonly offers?: 'certificate'
  readonly ms?: number
}

export type DoctorReport = {
  readonly serverId: ServerId
  readonly checks: readonly Check[]
  readonly isDone: boolean
  readonly startedAt: number
}

export type ServersChange = {
  readonly servers: readonly ServerSummary[]
  readonly config: ConfigDescription
}
