import { expect, it } from 'vitest'
import type { InputField, TrustSubject } from './prompt'
import { type WindowAsk, type AnswerOf, type QuestionKind, judge } from './records'

const trust: WindowAsk = {
  kind: 'trust',
  subjects: ['a', 'b'].map((hash) => ({ hash }) as TrustSubject)
}

/** The answer as it counts. */
function checkedAnswer(ask: WindowAsk, answer: AnswerOf<QuestionKind>): unknown {
  const judgement = judge(ask, answer)
  if ('answer' in judgement) return judgement.answer
  throw new Error(judgement.misfit)
}

function values(...fields: Partial<InputField>[]): WindowAsk {
  const known = { label: 'x', isSecret: false, askedBy: 'files', canRemember: false }
  return {
    kind: 'values',
    title: 'x',
    explanation: 'x',
    fields: fields.map((field, index) => ({ ...known, id: `f${index}`, ...field }))
  }
}

it('counts decisions about what was asked only, and leaves the rest open', () => {
  const decisions = { a: 'trust', stranger: 'trust' } as const
  expect(checkedAnswer(trust, { kind: 'trust', decisions })).toEqual({
    kind: 'trust',
    decisions: { a: 'trust', b: 'later' }
  })
})

it('takes no decision from the prototype of the answer', () => {
  const decisions = Object.create({ a: 'trust' }) as Record<string, 'trust'>
  expect(checkedAnswer(trust, { kind: 'trust', decisions })).toEqual({
    kind: 'trust',
    decisions: { a: 'later', b: 'later' }
  })
})

it('counts values of the fields that were asked for only', () => {
  const given = { value: 'one', isRemembered: false }
  expect(
    checkedAnswer(values({}), { kind: 'values', values: { f0: given, stranger: given } })
  ).toEqual({ kind: 'values', values: { f0: given } })
})

it('remembers nothing that may not be remembered', () => {
  const given = { value: 'one', isRemembered: true }
  const answer = { kind: 'values', values: { f0: given, f1: given } } as const
  expect(checkedAnswer(values({}, { canRemember: true }), answer)).toEqual({
    kind: 'values',
    values: { f0: { value: 'one', isRemembered: false }, f1: { value: 'one', isRemembered: true } }
  })
})

it('drops an empty value and one that could not be chosen', () => {
  const prompt = values({}, { options: ['dev', 'prod'] }, { options: ['dev', 'prod'] })
  const give = (value: string) => ({ value, isRemembered: false })
  const answer = {
    kind: 'values',
    values: { f0: give(''), f1: give('rm -rf'), f2: give('prod') }
  } as const
  expect(checkedAnswer(prompt, answer)).toEqual({ kind: 'values', values: { f2: give('prod') } })
})

it('refuses decisions where values were asked for', () => {
  expect(() => checkedAnswer(values({}), { kind: 'trust', decisions: {} })).toThrow(
    'The answer is about trust, and the question is about values.'
  )
})

it('takes a yes to a model only where a model was asked about', () => {
  const subject = { baseUrl: 'https://a.test', model: 'm', keyName: '', address: '', leaves: true }
  const yes = { kind: 'model' } as const
  expect(checkedAnswer({ kind: 'model', subject }, yes)).toEqual(yes)
  expect(() => checkedAnswer(trust, yes)).toThrow('the question is about trust')
  expect(() => checkedAnswer({ kind: 'model', subject }, { kind: 'trust', decisions: {} })).toThrow(
    'the question is about model'
  )
})
