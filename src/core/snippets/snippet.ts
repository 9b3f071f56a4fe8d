import type { SnippetFormat } from '../../shared/servers/snippet'
import { cliSnippet } from './cli'
import { curlSnippet } from './curl'
import { frameSnippet } from './frame'
import { typescriptSnippet } from './typescript'
import type { SnippetRequest } from './snippet-request'

const MAKERS: Readonly<Record<SnippetFormat, (wanted: SnippetRequest) => string>> = {
  cli: cliSnippet,
  curl: curlSnippet,
  frame: frameSnippet,
  typescript: typescriptSnippet
}

/** Writes a call down for another program. Refuses with a sentence where that program cannot make it. */
export function makeSnippet(format: SnippetFormat, wanted: SnippetRequest): string {
  return MAKERS[format](wanted)
}
