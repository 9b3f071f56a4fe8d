import type { ServerId } from './ids'

export type ServerScope = 'built-in' | 'user' | 'project' | 'local'

/**
 * How to reach a server. Lives in main and the command line only: it names an executable, so
 * nothing of this type ever comes from the window.
 */
export type ServerDefinition = {
  readonly id: ServerId
  readonly name: string
  readonly scope: ServerScope
  readonly description?: string
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** What the window may know of a definition: everything but the values of its environment. */
export type ServerSummary = {
  readonly id: ServerId
  readonly name: string
  readonly scope: ServerScope
  readonly description?: string
  readonly transport: ServerDefinition['transport']
  readonly command: string
  readonly args: readonly string[]
  readonly envNames: readonly string[]
}
