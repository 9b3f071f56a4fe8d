/** A server wants you to go to a page. */
import { ACTIONS, elicited, TITLE_CHARS } from './words'
import type { ServerRecord, Parsed, Zod } from './record'

const link = (z: Zod) =>
  z.union([
    z.strictObject({
      isAllowed: z.literal(true),
      host: z.string(),
      domain: z.string(),
      warnings: z.array(z.string()).readonly()
    }),
    z.strictObject({ isAllowed: z.literal(false), why: z.string() })
  ])

const ask = (z: Zod) =>
  z.strictObject({
    kind: z.literal('url'),
    message: z.string(),
    url: z.string(),
    link: link(z),
    /** The page is open, and the call is made again once the person is done with it. */
    isOpened: z.exactOptional(z.boolean())
  })
export type UrlAsk = Parsed<typeof ask>

const answer = (z: Zod) =>
  z.strictObject({ kind: z.literal('url'), action: z.enum(['accept', 'decline', 'cancel']) })
export type UrlAnswer = Parsed<typeof answer>

export const url: ServerRecord<UrlAsk, UrlAnswer> = {
  ask,
  answer,
  name: 'A page',
  title: ({ message }) => message.slice(0, TITLE_CHARS),
  around: ['', ' wants you to go to a page'],
  notice: 'wants you to go to a page',
  readFirst: 'Read to the end before you open it.',
  unanswered: 'Cancelled',
  isYes: ({ action }) => action === 'accept',
  word: ({ action }) => ACTIONS[action],
  risk: ({ link }) => {
    if (!link.isAllowed) return { level: 'high', reasons: [link.why] }
    if (link.warnings.length > 0) return { level: 'high', reasons: link.warnings }
    return { level: 'medium', reasons: ['It leads to a page that nobody here has looked at.'] }
  },
  judge: ({ link }, answer) =>
    answer.action === 'accept' && !link.isAllowed
      ? { misfit: `This link is not opened. ${link.why}` }
      : { answer },
  audit: { method: 'patchbay/elicitation', decision: elicited },
  method: 'elicitation/create'
}
