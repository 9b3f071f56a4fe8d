/** What a person pastes to begin with, as a definition. */
import {
  readCommandLine,
  suggestName,
  type PastedServer
} from '../../../shared/pasted/command-line'
import { isObject } from '../../../shared/json/json'
import { readDefinition } from './definition-text'

export type Pasted =
  | {
      readonly kind: 'definition'
      readonly name: string
      readonly text: string
      readonly notes: readonly string[]
    }
  /** Something with servers in it that is better looked through; `why` where nobody expects that. */
  | { readonly kind: 'import'; readonly why?: string }
  | { readonly kind: 'problem'; readonly problem: string }

/** Also a name with what belongs to it, as people cut it out of a file, and a block of Markdown. */
const LOOKS_LIKE_JSON = /^\s*(```|[{[]|"[^"]*"\s*:)/

/** A draft is one entry, and inputs are declared beside the entries. */
const WITH_INPUTS = 'It comes with inputs: the import takes both over.'

export function readPasted(text: string): Pasted {
  if (LOOKS_LIKE_JSON.test(text)) return readPastedJson(text)
  const pasted = readCommandLine(text)
  if ('problem' in pasted) return { kind: 'problem', problem: pasted.problem }
  return {
    kind: 'definition',
    name: suggestName(pasted),
    text: JSON.stringify(entryOf(pasted), null, 2),
    notes: pasted.notes ?? []
  }
}

/** One entry becomes the draft as it is written; all else is for the import to understand. */
function readPastedJson(text: string): Pasted {
  const trimmed = text.trim()
  const read = readDefinition(trimmed)
  if (!('value' in read)) return { kind: 'import' }
  if (isEntry(read.value)) return { kind: 'definition', name: '', text: trimmed, notes: [] }
  const { inputs, ...rest } = read.value
  const isDeclaring = Array.isArray(inputs)
  const [only, ...others] = Object.entries(serversIn(isDeclaring ? rest : read.value))
  if (!only || others.length > 0 || !isEntry(only[1])) return { kind: 'import' }
  if (isDeclaring && inputs.length > 0) return { kind: 'import', why: WITH_INPUTS }
  const [name, entry] = only
  return { kind: 'definition', name, text: JSON.stringify(entry, null, 2), notes: [] }
}

function serversIn(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const inner = value['mcpServers']
  return isObject(inner) ? inner : value
}

/** In our own form: those of other programs are for the import to translate. */
function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false
  return typeof value['command'] === 'string' || typeof value['url'] === 'string'
}

function entryOf(pasted: PastedServer): object {
  if (pasted.kind === 'process') {
    const { command, args, env } = pasted
    return {
      command,
      ...(args.length > 0 && { args }),
      ...(Object.keys(env).length > 0 && { env })
    }
  }
  const { url, headers, transport } = pasted
  return {
    url,
    ...(transport !== undefined && { transport }),
    ...(Object.keys(headers).length > 0 && { headers })
  }
}
