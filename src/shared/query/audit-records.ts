/** What the audit log can be asked for. */
import { AUDIT_STATUSES, type AuditStatus } from '../traffic/audit'
import { DURATION } from './amounts'
import { parseQuery } from './query'
import type { ConditionIn, Query } from './terms'
import { amount, moment, named, type Vocabulary } from './vocabulary'

const STATUSES = Object.fromEntries(AUDIT_STATUSES.map((status) => [status, ''])) as Readonly<
  Record<AuditStatus, string>
>

export const AUDIT_RECORDS = {
  fields: {
    server: named('server:files', 'The name or the id of the server', 'servers'),
    method: named('method:tools/*', 'The method; * stands for anything', 'methods'),
    target: named(
      'target:*report*',
      'The tool, resource or prompt, or what was decided about',
      'tools',
      'resources',
      'prompts'
    ),
    status: {
      example: 'status:failed|cancelled',
      meaning: 'How it ended',
      takes: 'word',
      words: STATUSES
    },
    took: amount('took:>500ms', 'How long it took, in us, ms, s or m', DURATION),
    after: moment('after:14:02', 'At that time of the last day, or later'),
    before: moment('before:2026-01-31', 'Before that day, or before a time such as 14:02:33.5')
  },
  // An export must not be of other records than you asked for.
  takesUnknownFieldsAsText: false,
  completesWords: ['status', 'method', 'target', 'server'],
  help: {
    before: [
      { example: 'hello', meaning: 'Records with this text, in capitals or not' },
      { example: '"two words"', meaning: 'Records with exactly this text' },
      { example: '"-32601"', meaning: 'Quoted, because a leading - means: not' },
      {
        example: '/tim(e|ed) ?out/i',
        meaning: 'Records that match this pattern; i is for any case'
      }
    ],
    after: [
      { example: 'took:100ms..2s', meaning: 'Between two amounts' },
      {
        example: 'server:"my files"|git',
        meaning: 'One or the other; names with spaces are quoted'
      },
      { example: '-status:ok', meaning: 'Not this; ! is the same' },
      { example: 'server:files status:failed', meaning: 'All of the terms have to hold' }
    ]
  }
} as const satisfies Vocabulary

export function parseAuditFilter(text: string): Query<ConditionIn<typeof AUDIT_RECORDS>> {
  return parseQuery(text, AUDIT_RECORDS)
}
