/** A server asks which folders it may work in. */
import { isObject } from '../json/json'
import { said } from './words'
import type { ServerRecord, Parsed, Zod } from './record'

const ask = (z: Zod) => z.strictObject({ kind: z.literal('roots') })
export type RootsAsk = Parsed<typeof ask>

/** With the folders that are on the list by now. */
const answer = (z: Zod) => z.strictObject({ kind: z.literal('roots'), isShared: z.boolean() })
export type RootsAnswer = Parsed<typeof answer>

export const roots: ServerRecord<RootsAsk, RootsAnswer> = {
  ask,
  answer,
  name: 'Folders',
  title: () => 'The folders it may work in',
  around: ['', ' asks which folders it may work in'],
  notice: 'asks which folders it may work in',
  readFirst: 'Read to the end before you share something.',
  unanswered: 'Nothing is shared',
  isYes: ({ isShared }) => isShared,
  word: ({ isShared }) => (isShared ? 'shared' : 'nothing shared'),
  risk: () => ({ level: 'medium', reasons: ['It learns where your folders are.'] }),
  audit: {
    method: 'patchbay/roots',
    decision: ({ by, action }, result) => {
      if (action === 'share') return 'shared'
      if (action === 'stop sharing') return 'no longer shared'
      const roots = isObject(result) ? result['roots'] : undefined
      if (!Array.isArray(roots)) return undefined
      return said(roots.length > 0, by, 'shared', 'nothing shared')
    }
  },
  method: 'roots/list'
}
