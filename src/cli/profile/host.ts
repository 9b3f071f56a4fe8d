/** What the command line has around it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Keyring } from '../../core/secrets/keyring'
import { fromJson } from '../../shared/json/json'
import type { Output } from '../output/output'

/** Where the value of an option can come from, besides the command itself. */
export type Sources = {
  readonly file: (path: string) => string
  readonly stdin: () => string
}

export type Host = {
  readonly output: Output
  readonly projectFolder: string
  /** Where the person's own servers are, unless the command line says otherwise. */
  readonly profile?: string
  /** Asks the person a question with yes or no; absent when nobody is there. */
  readonly ask?: (question: string) => Promise<boolean>
  /** Where the key is that sign-ins are encrypted with. */
  readonly keyring: () => Promise<Keyring>
  readonly sources?: Sources
  /** The variables that say how we are to behave. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Aborts when we are to stop in good order. */
  readonly interrupt: AbortSignal
  /** Aborts when there is no time left: whatever still runs is ended, synchronously. */
  readonly kill: AbortSignal
}

export function version({ projectFolder }: Host): string {
  const manifest: unknown = fromJson(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return (manifest as { version: string }).version
}
