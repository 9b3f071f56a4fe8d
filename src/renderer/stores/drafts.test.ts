import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../features/schema-form/fields'
import { newDraft, readDraft, toForm, toJson } from './drafts'

const fields = fieldsOf({
  properties: { message: { type: 'string' }, count: { type: 'integer', default: 2 } },
  required: ['message']
})

describe('drafts', () => {
  it('show the same arguments as form and as JSON', () => {
    const form = newDraft(fields)
    expect(readDraft(fields, toJson(fields, form)).args).toEqual(readDraft(fields, form).args)
  })

  it('keep what is invalid in the form while the person looks at the JSON', () => {
    const form = { ...newDraft(fields), texts: new Map([['count', 'many']]) }
    const json = toJson(fields, form)
    expect(json.leftOut).toEqual(['count'])
    expect(toForm(fields, json)).toBe(form)
  })

  it('bring changed JSON back into the form, unknown keys included', () => {
    const json = toJson(fields, newDraft(fields))
    const back = toForm(fields, { ...json, json: '{"message":"hi","more":[1]}' })
    expect([...(back?.texts ?? [])]).toEqual([['message', 'hi']])
    expect(back && readDraft(fields, back).args).toEqual({ message: 'hi', more: [1] })
  })

  it('do not send a number other than the one that was written', () => {
    const json = { ...toJson(fields, newDraft(fields)), json: '{"count":12345678901234567890}' }
    expect(readDraft(fields, json).jsonProblem).toMatch(/^12345678901234567890 cannot be sent/)
  })

  it('stay JSON while they are not an object', () => {
    const json = toJson(fields, newDraft(fields))
    for (const text of ['{', '[1]', 'null', '"x"']) {
      expect(toForm(fields, { ...json, json: text })).toBeUndefined()
      expect(readDraft(fields, { ...json, json: text }).jsonProblem).toBeDefined()
    }
  })
})
