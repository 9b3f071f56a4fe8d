// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/json/json'
import { click, drawForm, ownIn, type, type Form } from './form-testing'
import { shapeOf } from './schema/shape'
import { fitsPart } from './schema/standalone'
import { variantOf } from './schema/variants'

let form: Form
afterEach(() => form?.close())

/** No engine that always ends can look ahead. */
const LOOKS_AHEAD = '^(?!x-)'

function field(pointer: string): HTMLElement {
  const found = form.field(pointer)
  if (!found) throw new Error(`There is no field at ${pointer}.`)
  return found
}

describe('Whether a part fits', () => {
  it('is not known where a pattern was left out, unless it fails all the same', () => {
    const schema = { type: 'string', pattern: LOOKS_AHEAD, maxLength: 3 }
    const answers = ['abc', 'abcd', 5].map((value) => fitsPart(schema, schema, value))
    expect(answers).toEqual([undefined, false, false])
  })
})

describe('A member whose schema goes by a pattern that cannot be checked', () => {
  const schema = {
    type: 'object',
    patternProperties: { [LOOKS_AHEAD]: { type: 'integer' } },
    additionalProperties: { type: 'string' }
  }

  it('is written as JSON, with the reason', () => {
    form = drawForm(schema, { 'x-a': 'text' })
    expect(field('/x-a').textContent).toContain('a pattern that cannot be checked here')
    const [json] = ownIn(field('/x-a'), 'textarea[aria-label$="as JSON"]')
    type(json, '7')
    expect(form.value()).toEqual({ 'x-a': 7 })
  })

  it('can be added', () => {
    form = drawForm(schema, {})
    type(ownIn(field(''), 'input[aria-label^="Name of a new member"]')[0], 'b')
    click(ownIn(field(''), 'button[aria-label^="Add member"]')[0])
    expect([form.value(), ownIn(field('/b'), 'textarea[aria-label$="as JSON"]').length]).toEqual([
      { b: null },
      1
    ])
  })

  it('has its field where the schema names it', () => {
    form = drawForm({ ...schema, properties: { named: { type: 'boolean' } } }, { named: true })
    expect(ownIn(field('/named'), '[role="radio"]')).toHaveLength(3)
  })
})

describe('A condition that cannot be checked', () => {
  const branch = (name: string, kind: string): Json => ({
    properties: { [name]: { type: 'string' }, kind: { const: kind } },
    required: [name, 'kind']
  })
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' } },
    if: { properties: { name: { pattern: LOOKS_AHEAD } }, required: ['name'] },
    then: { allOf: [branch('given', 'one')] },
    else: branch('other', 'two')
  }

  it('shows the fields of both branches, and says so', () => {
    form = drawForm(schema, { name: 'x-a' })
    const fields = ['/given', '/other'].map((pointer) => form.field(pointer) !== undefined)
    expect([fields, form.place.textContent]).toEqual([
      [true, true],
      expect.stringContaining('a condition cannot be checked here')
    ])
  })

  it('demands only what both branches demand, and allows what either does', () => {
    form = drawForm(schema, { name: 'x-a' })
    const required = ['/given', '/other', '/kind'].map((pointer) =>
      field(pointer).textContent.includes('required')
    )
    expect(required).toEqual([false, false, true])
    form.write('/kind', 'two')
    expect(form.value()).toEqual({ name: 'x-a', kind: 'two' })
  })

  it('keeps the fields that stay while it is decided or not', () => {
    form = drawForm(schema, {})
    const [name] = ownIn(field('/name'), 'textarea')
    type(name, 'x-a')
    expect(ownIn(field('/name'), 'textarea')[0]).toBe(name)
  })
})

describe('A condition that cannot be checked, on what is no object', () => {
  it('leaves the field as it is', () => {
    const text = { if: { pattern: LOOKS_AHEAD }, then: { minLength: 3 }, maxLength: 9 }
    expect(shapeOf(text, text, 'x-a').field.kind).toBe('text')
  })
})

describe('Conditions that cannot be checked and refer to each other without end', () => {
  it('come to an end', () => {
    const self = { $ref: '#' }
    const schema = { if: { pattern: LOOKS_AHEAD }, then: { allOf: [self, self] }, else: self }
    expect(shapeOf(schema, schema, 'x-a').field).toEqual({
      kind: 'json',
      why: 'The schema has too many parts.'
    })
  })
})

describe('The alternative of a value', () => {
  it('is one that it fits for certain before one that it might fit', () => {
    const schema = {
      oneOf: [
        { type: 'string', pattern: LOOKS_AHEAD },
        { type: 'string', maxLength: 3 }
      ]
    }
    const { field: kind } = shapeOf(schema, schema, 'x-a')
    expect(kind.kind === 'variants' && variantOf(schema, kind.variants, 'x-a')).toBe(1)
    expect(kind.kind === 'variants' && variantOf(schema, kind.variants, 'long')).toBe(0)
  })
})
