import { expect, it } from 'vitest'
import type { SamplingAsk } from '../../../../shared/question/sampling-kind'
import { questionDraft, readQuestion } from './question-draft'

const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
const ASK: SamplingAsk = {
  kind: 'sampling',
  messages: [
    { role: 'user', content: { type: 'text', text: 'Capital?', annotations: {} }, _meta: { a: 1 } },
    { role: 'assistant', content: [IMAGE] }
  ],
  systemPrompt: 'Be short.',
  modelHints: [],
  maxTokens: 50,
  tools: [],
  more: {}
}

it('is the same question as long as nobody changes it', () => {
  const { messages, systemPrompt, maxTokens } = ASK
  expect(readQuestion(questionDraft(ASK))).toEqual({
    question: { messages, systemPrompt, maxTokens }
  })
})

it('changes what the person changes, and keeps what belongs to it', () => {
  const draft = questionDraft(ASK)
  const [first, second] = draft.messages
  if (!first || !second) throw new Error('two messages were asked')
  const read = readQuestion({
    systemPrompt: '',
    maxTokens: '',
    messages: [
      { ...first, text: 'Of Peru?' },
      { ...second, role: 'user', text: '[]' }
    ]
  })
  expect(read).toEqual({
    question: {
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: 'Of Peru?', annotations: {} },
          _meta: { a: 1 }
        },
        { role: 'user', content: [] }
      ]
    }
  })
})

it.each(['0', '-1', '1.5', 'many'])('says what is wrong with a limit of %s tokens', (maxTokens) => {
  expect(readQuestion({ ...questionDraft(ASK), maxTokens })).toHaveProperty('problem')
})

it('says what is wrong with content that is no JSON, and with no message at all', () => {
  const draft = questionDraft(ASK)
  const broken = draft.messages.map((message) => ({ ...message, isText: false, text: '{' }))
  expect(readQuestion({ ...draft, messages: broken })).toHaveProperty('problem')
  expect(readQuestion({ ...draft, messages: [] })).toHaveProperty('problem')
})
