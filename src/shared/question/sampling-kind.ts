/** A server asks for the answer of a model. */
import { isObject, type Json, type JsonObject } from '../json/json'
import { isWhole, samplingProblems } from './sampling-problems'
import { said, TITLE_CHARS } from './words'
import type { Judgement, ServerRecord, Parsed, Zod } from './record'

const ask = (z: Zod) =>
  z.strictObject({
    kind: z.literal('sampling'),
    messages: z.array(z.custom<Json>()).readonly(),
    systemPrompt: z.exactOptional(z.string()),
    /** In the order of preference. */
    modelHints: z.array(z.string()).readonly(),
    maxTokens: z.exactOptional(z.number()),
    includeContext: z.exactOptional(z.string()),
    tools: z.array(z.custom<Json>()).readonly(),
    /** Everything else that it says. */
    more: z.custom<JsonObject>(isObject),
    /** The revision of the session, which decides what an answer may hold. */
    revision: z.exactOptional(z.string())
  })
export type SamplingAsk = Parsed<typeof ask>

const answer = (z: Zod) =>
  z.union([
    z.strictObject({
      kind: z.literal('sampling'),
      result: z.custom<JsonObject>(isObject, 'must be a JSON object'),
      /** You know that it does not fit, and want it sent. */
      isForced: z.boolean().optional()
    }),
    z.strictObject({ kind: z.literal('sampling'), reason: z.string().max(10_000) })
  ])
export type SamplingAnswer = Parsed<typeof answer>

export const sampling: ServerRecord<SamplingAsk, SamplingAnswer> = {
  ask,
  answer,
  name: 'A model’s answer',
  title: ({ messages }) => lastTextIn(messages)?.slice(0, TITLE_CHARS) ?? 'A model’s answer',
  around: ['', ' asks for the answer of a model'],
  notice: 'asks for a model’s answer',
  readFirst: 'Read to the end before you send it.',
  unanswered: 'Declined',
  isYes: (answer) => 'result' in answer,
  word: (answer) => ('result' in answer ? 'answered' : 'declined'),
  risk: ({ includeContext, tools }) => {
    if (includeContext !== undefined && includeContext !== 'none') {
      const whose = includeContext === 'thisServer' ? 'it' : 'servers'
      const reason = `It wants what other conversations with ${whose} hold (${includeContext}); Patchbay adds nothing.`
      return { level: 'high', reasons: [reason] }
    }
    const reasons = [
      'The question is written by the server, and the answer goes to it.',
      ...(tools.length > 0 ? ['The model may ask for tools of the server.'] : [])
    ]
    return { level: 'medium', reasons }
  },
  judge: judgeSampling,
  audit: {
    method: 'patchbay/sampling',
    decision: ({ by, action }, result) => {
      if (isObject(result) && result['isAccepted'] === false) {
        return said(false, by, '', 'declined')
      }
      // A long question is cut, and nothing else tells an answer that was sent from one of a model.
      if (action === undefined && by === undefined) return undefined
      return action === undefined ? 'accepted' : 'answered'
    }
  },
  method: 'sampling/createMessage'
}

function lastTextIn(messages: readonly Json[]): string | undefined {
  return messages
    .flatMap((message) => (isObject(message) ? message['content'] : []))
    .flatMap((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : []))
    .at(-1)
}

/** An answer without the fields that every server needs is not sent, also when it is forced. */
function judgeSampling(
  { revision }: SamplingAsk,
  answer: SamplingAnswer
): Judgement<SamplingAnswer> {
  if (!('result' in answer)) return { answer }
  const { isForced, ...fitting } = answer
  if (!isWhole(answer.result)) {
    const misfit = 'The answer needs a role, the name of a model, and content blocks with a type.'
    return { misfit }
  }
  const problems = samplingProblems(answer.result, revision)
  if (problems.length === 0) return { answer: fitting }
  return isForced ? { answer } : { misfit: problems.join(' '), details: problems }
}
