/** Reads what is written after `patchbay traffic`; each refusal says how it is to be written. */
import { extname } from 'node:path'
import { parseFrameFilter } from '../../shared/query/frames'
import type { Values } from './arguments'
import { expectUnderstood } from './filter'
import { wrongUsage } from '../output/usage'

export type TrafficSource =
  | { readonly kind: 'file'; readonly file: string }
  | {
      readonly kind: 'recorded'
      readonly recording: number | 'last'
      /** Where the app has recorded it, if not in the usual place. */
      readonly profile?: string
    }

export const EXPORT_FORMATS = ['jsonl', 'har', 'markdown'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
const FORMATS_BY_ENDING: Readonly<Record<string, ExportFormat>> = {
  '.har': 'har',
  '.md': 'markdown'
}

export type TrafficArguments = { readonly command: 'traffic'; readonly isJson: boolean } & (
  | { readonly action: 'recordings'; readonly profile?: string }
  | {
      readonly action: 'show'
      readonly source: TrafficSource
      readonly query: string
      readonly isPaired: boolean
    }
  | {
      readonly action: 'export'
      readonly source: TrafficSource
      readonly query: string
      readonly out: string
      readonly format: ExportFormat
      /** A file that is there is replaced. */
      readonly isForced: boolean
    }
)

type Action = 'show' | 'filter' | 'export' | 'recordings'

type Form = {
  readonly line: string
  /** What has to be written after it; a file may follow. */
  readonly operands: number
  readonly hasFile: boolean
  readonly options: readonly string[]
}

const LOOKING = ['json', 'recording', 'profile', 'pairs']

const FORMS: Readonly<Record<Action, Form>> = {
  show: { line: 'show [<file.jsonl>]', operands: 0, hasFile: true, options: LOOKING },
  filter: {
    line: `filter '<filter>' [<file.jsonl>]`,
    operands: 1,
    hasFile: true,
    options: LOOKING
  },
  export: {
    line: 'export <out> [<file.jsonl>]',
    operands: 1,
    hasFile: true,
    options: ['json', 'recording', 'profile', 'filter', 'format', 'force']
  },
  recordings: { line: 'recordings', operands: 0, hasFile: false, options: ['json', 'profile'] }
}

export function readTraffic(given: readonly string[], values: Values): TrafficArguments {
  const [first = ''] = given
  if (first === '') throw howTo(Object.values(FORMS))
  // A file alone is to be shown.
  const action = isAction(first) ? first : 'show'
  const operands = isAction(first) ? given.slice(1) : given
  expectForm(action, operands, values)
  const command = 'traffic'
  const isJson = values.json === true
  const isPaired = values.pairs === true
  const { profile } = values
  const [operand = ''] = operands
  const source = readSource(operands[FORMS[action].operands], values)
  switch (action) {
    case 'recordings':
      return { command, isJson, action, ...(profile !== undefined && { profile }) }
    case 'show':
      return { command, isJson, action, source, query: '', isPaired }
    case 'filter':
      return {
        command,
        isJson,
        action: 'show',
        source,
        query: readQuery(operand.trimStart()),
        isPaired
      }
    case 'export': {
      const query = readQuery(values.filter ?? '')
      return {
        command,
        isJson,
        action,
        source,
        query,
        out: operand,
        format: readFormat(values, operand),
        isForced: values.force === true
      }
    }
  }
}

/**
 * The same words, so that a filter that begins with a dash is not taken for an option: behind
 * `--filter`, and after `traffic filter`. Only -h and -v have a single dash.
 */
export function withFilters(argv: readonly string[]): string[] {
  const [command, action] = argv
  const words: string[] = []
  for (const word of argv) {
    const isFilter = /^-[^-]/.test(word) && word !== '-h' && word !== '-v'
    if (isFilter && words.at(-1) === '--filter') words.splice(-1, 1, `--filter=${word}`)
    else if (isFilter && command === 'traffic' && action === 'filter') words.push(` ${word}`)
    else words.push(word)
  }
  return words
}

function isAction(word: string): word is Action {
  return Object.hasOwn(FORMS, word)
}

function expectForm(action: Action, given: readonly string[], values: Values): void {
  const form = FORMS[action]
  const most = form.operands + Number(form.hasFile)
  if (given.length < form.operands || given.length > most || given.includes('')) {
    throw howTo([form])
  }
  const surplus = Object.keys(values).find((name) => !form.options.includes(name))
  if (surplus !== undefined) {
    throw wrongUsage(`patchbay traffic ${action} has no option --${surplus}.`)
  }
}

function howTo(forms: readonly Form[]): Error {
  const lines = forms.map(({ line }) => `patchbay traffic ${line}`)
  return wrongUsage(`Write it like this: ${lines.join(', or ')}`)
}

function readSource(file: string | undefined, { recording, profile }: Values): TrafficSource {
  if (file === undefined) {
    return {
      kind: 'recorded',
      recording: readRecording(recording),
      ...(profile !== undefined && { profile })
    }
  }
  if (recording !== undefined || profile !== undefined) {
    throw wrongUsage(
      'Name a file, or a recording of the app by --recording or --profile, not both.'
    )
  }
  return { kind: 'file', file }
}

function readRecording(text = 'last'): number | 'last' {
  if (text === 'last') return text
  const id = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0) return id
  throw wrongUsage('--recording has to be a number of patchbay traffic recordings, or last.')
}

/** What the name of the file says, unless the person says it. */
function readFormat({ format: said }: Values, out: string): ExportFormat {
  const format = said ?? FORMATS_BY_ENDING[extname(out).toLowerCase()] ?? 'jsonl'
  const found = EXPORT_FORMATS.find((known) => known === format)
  if (found) return found
  throw wrongUsage(`--format has to be one of ${EXPORT_FORMATS.join(', ')}.`)
}

function readQuery(text: string): string {
  expectUnderstood(text, parseFrameFilter(text))
  return text
}
