/** Reads what is written after `patchbay audit`; each refusal says how it is to be written. */
import {
  AUDIT_FORMS,
  AUDIT_STATUSES,
  type AuditForm,
  type AuditQuery
} from '../../shared/traffic/audit'
import { parseAuditFilter } from '../../shared/query/audit-records'
import type { Values } from './arguments'
import { expectUnderstood } from './filter'
import { wrongUsage } from '../output/usage'

export type AuditArguments = {
  readonly command: 'audit'
  readonly isJson: boolean
  /** Where the app keeps it, if not in the usual place. */
  readonly profile?: string
} & (
  | { readonly action: 'list'; readonly query: AuditQuery }
  | {
      readonly action: 'export'
      readonly query: AuditQuery
      readonly out: string
      readonly form: AuditForm
      /** A file that is there is replaced. */
      readonly isForced: boolean
    }
  | {
      readonly action: 'verify'
      /** The last link that the person has written down before. */
      readonly link?: string
    }
)

type Action = AuditArguments['action']

const FILTERS = ['json', 'profile', 'filter', 'status']

const FORMS: Readonly<
  Record<
    Action,
    { readonly line: string; readonly operands: number; readonly options: readonly string[] }
  >
> = {
  list: { line: 'list', operands: 0, options: FILTERS },
  export: { line: 'export <out>', operands: 1, options: [...FILTERS, 'format', 'force'] },
  verify: { line: 'verify', operands: 0, options: ['json', 'profile', 'link'] }
}

export function readAudit(given: readonly string[], values: Values): AuditArguments {
  const [action = '', ...operands] = given
  if (!isAction(action)) throw howTo(Object.keys(FORMS) as Action[])
  const { operands: wanted, options } = FORMS[action]
  if (operands.length !== wanted || operands.includes('')) throw howTo([action])
  const surplus = Object.keys(values).find((name) => !options.includes(name))
  if (surplus !== undefined) {
    throw wrongUsage(`patchbay audit ${action} has no option --${surplus}.`)
  }
  const { profile } = values
  const common = {
    command: 'audit',
    isJson: values.json === true,
    ...(profile !== undefined && { profile })
  } as const
  switch (action) {
    case 'list':
      return { ...common, action, query: readQuery(values) }
    case 'export': {
      const [out = ''] = operands
      const [query, form] = [readQuery(values), readForm(values, out)]
      return { ...common, action, query, out, form, isForced: values.force === true }
    }
    case 'verify':
      return {
        ...common,
        action,
        ...(values.link !== undefined && { link: readLink(values.link) })
      }
  }
}

function isAction(word: string): word is Action {
  return Object.hasOwn(FORMS, word)
}

function howTo(actions: readonly Action[]): Error {
  const lines = actions.map((action) => `patchbay audit ${FORMS[action].line}`)
  return wrongUsage(`Write it like this: ${lines.join(', or ')}`)
}

function readQuery({ filter = '', status }: Values): AuditQuery {
  expectUnderstood(filter, parseAuditFilter(filter))
  if (status === undefined) return { text: filter }
  const found = AUDIT_STATUSES.find((known) => known === status)
  if (found) return { text: filter, status: found }
  throw wrongUsage(`--status has to be one of ${AUDIT_STATUSES.join(', ')}.`)
}

function readLink(link: string): string {
  if (/^[\da-f]{64}$/i.test(link.trim())) return link.trim().toLowerCase()
  throw wrongUsage('--link has to be a link as patchbay audit verify prints it: 64 hex digits.')
}

/** What a file is called says what is in it, unless it is said. */
function readForm({ format }: Values, out: string): AuditForm {
  if (format === undefined) return /\.csv$/i.test(out) ? 'csv' : 'jsonl'
  const found = AUDIT_FORMS.find((known) => known === format)
  if (found) return found
  throw wrongUsage(`--format has to be one of ${AUDIT_FORMS.join(', ')}.`)
}
