/** The language in examples, for whoever has to learn it. */
import { FIELDS, STATES } from './fields'

export type HelpLine = { readonly example: string; readonly meaning: string }

export const QUERY_HELP: readonly HelpLine[] = [
  { example: 'hello', meaning: 'Frames with this text, in capitals or not' },
  { example: '"two words"', meaning: 'Frames with exactly this text' },
  { example: '"-32601"', meaning: 'Quoted, because a leading - means: not' },
  { example: '/tim(e|ed) ?out/i', meaning: 'Frames that match this pattern; i is for any case' },
  ...Object.values(FIELDS),
  { example: 'kind:auth', meaning: 'What passed while signing in (OAuth)' },
  { example: 'is:unanswered', meaning: STATES.unanswered },
  { example: '#41', meaning: 'The frame with this number' },
  { example: 'took:100ms..2s', meaning: 'Between two amounts; so for size: and frame:' },
  { example: 'after:2026-01-31T14:02', meaning: 'At that time of that day, or later' },
  { example: 'server:"my files"|git', meaning: 'One or the other; names with spaces are quoted' },
  { example: '-is:log', meaning: 'Not this; ! is the same' },
  { example: 'server:files is:error', meaning: 'All of the terms have to hold' }
]
