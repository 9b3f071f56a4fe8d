/** Whether a tool may be called. */
import { isObject, type JsonObject } from '../json/json'
import type { Tool } from '../calls/catalogue'
import { POLICIES } from './inbox'
import { riskOfTool } from './risk'
import { has, said, TITLE_CHARS } from './words'
import type { OwnRecord, Parsed, Zod } from './record'

/** Of a definition: as it was when it was last approved, and as it is; as JSON. */
const change = (z: Zod) =>
  z.strictObject({ before: z.exactOptional(z.string()), after: z.string() })

const ask = (z: Zod) =>
  z.strictObject({
    kind: z.literal('approval'),
    /** Absent where it is not clear which one a server would read in the frame. */
    tool: z.exactOptional(z.string()),
    /** The server does not list the tool. */
    isUnlisted: z.exactOptional(z.boolean()),
    /** Exactly what is sent. */
    arguments: z.custom<JsonObject>(isObject),
    /** Goes with it, beside what Patchbay adds itself. */
    meta: z.exactOptional(z.custom<JsonObject>(isObject)),
    /** The text that is sent as it is, where it is not Patchbay that writes the frame. */
    frame: z.exactOptional(z.string()),
    /** A whole sentence: why the person is asked. */
    why: z.string(),
    change: z.exactOptional(change(z)),
    /** The same of the instructions of its server. */
    serverChange: z.exactOptional(change(z))
  })
export type ApprovalAsk = Parsed<typeof ask>

const answer = (z: Zod) =>
  z.strictObject({
    kind: z.literal('approval'),
    isApproved: z.boolean(),
    /** How it is to be from now on. */
    policy: z.enum(POLICIES).optional()
  })
export type ApprovalAnswer = Parsed<typeof answer>

export const approval: OwnRecord<ApprovalAsk, ApprovalAnswer, [tool: Tool | undefined]> = {
  ask,
  answer,
  name: 'Approval of a call',
  title: ({ tool }) =>
    tool === undefined
      ? 'Send a frame in which the call is not clear'
      : `Call ${tool.slice(0, TITLE_CHARS)}`,
  around: ['A call to ', ' needs your approval'],
  notice: 'has a tool that waits for your approval',
  readFirst: 'Read to the end before you have it called.',
  unanswered: 'Not called',
  isYes: ({ isApproved }) => isApproved,
  word: ({ isApproved }) => (isApproved ? 'approved' : 'not approved'),
  risk: ({ change, serverChange }, tool) => {
    const risk = riskOfTool(tool)
    if (!change && !serverChange) return risk
    return { level: 'high', reasons: ['It is no longer what it was.', ...risk.reasons] }
  },
  /** Whoever does not approve of a call does not allow the next ones by that. */
  judge: ({ tool, isUnlisted }, answer) => {
    const { isApproved, policy } = answer
    if (policy === undefined) return { answer }
    if (tool === undefined) {
      return { misfit: 'It is not clear which tool this would be set for.' }
    }
    if (policy === 'allow' && isUnlisted) return { misfit: unlisted(tool) }
    if (isApproved ? policy !== 'deny' : policy !== 'allow') return { answer }
    const misfit = isApproved
      ? 'A call that is made now cannot be denied from now on with the same answer.'
      : 'A call that is not made now cannot be allowed from now on with the same answer.'
    return { misfit }
  },
  cancelled: 'you took the call back',
  audit: {
    method: 'patchbay/approval',
    decision: ({ by }, result) => said(has(result, 'isApproved'), by, 'approved', 'not approved')
  }
}

export function unlisted(tool: string): string {
  return `${tool} is not listed by its server now, so nobody knows what would be allowed. Open the server first.`
}
