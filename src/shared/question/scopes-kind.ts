/** Your sign-in does not allow what you want to do: more would have to be granted. */
import { has, said, TITLE_CHARS } from './words'
import type { OwnRecord, Parsed, Zod } from './record'

const ask = (z: Zod) =>
  z.strictObject({
    kind: z.literal('scopes'),
    /** The tool that was called, or else the method. */
    action: z.string(),
    newScopes: z.array(z.string()).readonly(),
    /** All that will be asked for, the new ones included. */
    allScopes: z.array(z.string()).readonly(),
    /** In the words of the server. */
    reason: z.exactOptional(z.string())
  })
export type ScopesAsk = Parsed<typeof ask>

/** A yes opens the browser. */
const answer = (z: Zod) => z.strictObject({ kind: z.literal('scopes'), isAllowed: z.boolean() })
export type ScopesAnswer = Parsed<typeof answer>

export const scopes: OwnRecord<ScopesAsk, ScopesAnswer> = {
  ask,
  answer,
  name: 'More access',
  title: ({ action, newScopes }) =>
    `More access for ${action}: ${newScopes.join(' ')}`.slice(0, TITLE_CHARS),
  around: ['', ' needs more access than you have granted'],
  notice: 'needs more access than you have granted',
  readFirst: 'Read to the end before you allow it.',
  unanswered: 'Denied',
  isYes: ({ isAllowed }) => isAllowed,
  word: ({ isAllowed }) => (isAllowed ? 'allowed' : 'denied'),
  risk: () => ({
    level: 'medium',
    reasons: [
      'The server can do more in your name with the new scopes, in this call and in others.'
    ]
  }),
  cancelled: 'the call that needed it has ended',
  audit: {
    method: 'patchbay/scopes',
    decision: ({ by }, result) => said(has(result, 'isAllowed'), by, 'allowed', 'denied')
  }
}
