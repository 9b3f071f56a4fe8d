import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/json'
import { argumentsFrom, fieldsOf, initialTexts, textsFrom } from './fields'

const schema = {
  type: 'object',
  required: ['message', 'count'],
  properties: {
    message: { type: 'string', description: 'What to say.' },
    nick: { type: 'string' },
    count: { type: 'integer', default: 3 },
    ratio: { type: 'number' },
    loud: { type: 'boolean' },
    colour: { enum: ['red', 1, null] },
    tags: { type: 'array', items: { type: 'string' } }
  }
}
const fields = fieldsOf(schema)
const read = (texts: Record<string, string>, extra: JsonObject = {}) =>
  argumentsFrom(fields, new Map(Object.entries(texts)), extra)

describe('fields', () => {
  it('have a widget each, and JSON where there is none', () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['message', 'text'],
      ['nick', 'text'],
      ['count', 'integer'],
      ['ratio', 'number'],
      ['loud', 'choice'],
      ['colour', 'choice'],
      ['tags', 'json']
    ])
  })

  it('start with the defaults of the schema and nothing else', () => {
    expect([...initialTexts(fields)]).toEqual([['count', '3']])
  })

  it('fill in a prescribed value only where one is required, null included', () => {
    const properties = { a: { const: null }, b: { const: 2 } }
    const prescribed = fieldsOf({ properties, required: ['a'] })
    const texts = initialTexts(prescribed)
    expect(argumentsFrom(prescribed, texts, {}).args).toEqual({ a: null })
  })

  it('survive a schema that is none', () => {
    for (const broken of [undefined, null, 7, [], {}, { properties: 'x' }]) {
      expect(fieldsOf(broken)).toEqual([])
    }
    expect(fieldsOf({ properties: { a: null }, required: 'a' })).toHaveLength(1)
  })
})

describe('argumentsFrom', () => {
  it('sends a number as a number, and leaves out what was left empty', () => {
    const { args, problems } = read({ message: 'hi', nick: '', count: '2', ratio: '0.5' })
    expect(args).toEqual({ message: 'hi', count: 2, ratio: 0.5 })
    expect(problems.size).toBe(0)
  })

  it('sends a required text even when it is empty', () => {
    expect(read({ count: '1' }).args).toEqual({ message: '', count: 1 })
  })

  it('sends the chosen value with its own type', () => {
    expect(read({ count: '1', loud: '1', colour: '2' }).args).toMatchObject({
      loud: false,
      colour: null
    })
  })

  it('does not send a number other than the one that was written', () => {
    const { problems } = read({ count: '9007199254740993' })
    expect(problems.get('count')).toBe('This number is too large to be sent exactly.')
  })

  it('says what is wrong with which field', () => {
    const { problems } = read({ ratio: 'x', count: '1.5', tags: '[' })
    expect([...problems]).toEqual([
      ['count', 'This is not a whole number.'],
      ['ratio', 'This is not a number.'],
      ['tags', 'This is not JSON.']
    ])
    expect([...read({}).problems]).toEqual([['count', 'This is required.']])
  })
})

describe('textsFrom', () => {
  it('comes back to the same arguments', () => {
    const args = { message: '', count: 7, loud: true, colour: 1, tags: ['a', 'b'] }
    const { texts, extra } = textsFrom(fields, args)
    expect(argumentsFrom(fields, texts, extra).args).toEqual(args)
  })

  it('keeps what no field can hold exactly', () => {
    const args = { message: 7, count: 1, nick: '', unknown: { deep: [1] }, colour: 'blue' }
    const { texts, extra } = textsFrom(fields, args)
    expect(extra).toEqual({ message: 7, nick: '', unknown: { deep: [1] }, colour: 'blue' })
    expect(argumentsFrom(fields, texts, extra).args).toEqual(args)
  })

  it('treats __proto__ as a name like any other', () => {
    const args = JSON.parse('{"message":"x","count":1,"__proto__":{"polluted":true}}') as JsonObject
    const { texts, extra } = textsFrom(fields, args)
    const back = argumentsFrom(fields, texts, extra).args
    expect(JSON.stringify(back)).toBe(JSON.stringify(args))
    expect('polluted' in {}).toBe(false)
  })
})
