import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../features/schema-form/fields'
import { newDraft, readDraft, toForm, toJson, type Draft } from './drafts'

const fields = fieldsOf({
  properties: { message: { type: 'string' }, count: { type: 'integer', default: 2 } },
  required: ['message']
})

function asForm(draft: Draft | undefined): Extract<Draft, { mode: 'form' }> {
  if (draft?.mode !== 'form') throw new Error('not a form')
  return draft
}

function asJson(draft: Draft): Extract<Draft, { mode: 'json' }> {
  if (draft.mode !== 'json') throw new Error('not JSON')
  return draft
}

describe('drafts', () => {
  it('show the same arguments as form and as JSON', () => {
    const form = asForm(newDraft(fields))
    expect(readDraft(fields, toJson(fields, form)).args).toEqual(readDraft(fields, form).args)
  })

  it('keep what is invalid in the form while the person looks at the JSON', () => {
    const form = { ...asForm(newDraft(fields)), texts: new Map([['count', 'many']]) }
    expect(toForm(fields, asJson(toJson(fields, form)))).toBe(form)
  })

  it('bring changed JSON back into the form, unknown keys included', () => {
    const json = asJson(toJson(fields, asForm(newDraft(fields))))
    const back = asForm(toForm(fields, { ...json, json: '{"message":"hi","more":[1]}' }))
    expect([...back.texts]).toEqual([['message', 'hi']])
    expect(readDraft(fields, back).args).toEqual({ message: 'hi', more: [1] })
  })

  it('stay JSON while they are not an object', () => {
    const json = asJson(toJson(fields, asForm(newDraft(fields))))
    for (const text of ['{', '[1]', 'null', '"x"']) {
      expect(toForm(fields, { ...json, json: text })).toBeUndefined()
      expect(readDraft(fields, { ...json, json: text }).jsonProblem).toBeDefined()
    }
  })
})
