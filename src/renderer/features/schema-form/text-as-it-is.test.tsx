// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/json/json'
import { chooseInMenu, click, drawForm, ownIn, type, type Form } from './form-testing'

let form: Form
afterEach(() => form.close())

const one = (schema: Json): Json => ({ type: 'object', properties: { a: schema } })

function field(pointer: string): HTMLElement {
  const found = form.field(pointer)
  if (!found) throw new Error(`There is no field at ${pointer}.`)
  return found
}

function control(pointer: string, selector = 'textarea, input'): HTMLInputElement {
  return ownIn(field(pointer), selector)[0] as HTMLInputElement
}

describe('What cannot be seen in a value', () => {
  const hidden = 'a\u202eb\u200b'
  const shown = 'aU+202EbU+200B'
  const describing = (input: HTMLElement): string =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')

  it.each<[string, Json, Json]>([
    ['a text', { type: 'string' }, hidden],
    ['a number', { type: 'integer' }, hidden],
    ['a file', { type: 'string', contentEncoding: 'base64' }, hidden],
    ['JSON', { type: 'array' }, { b: hidden }]
  ])('is shown below the field for %s', (_what, schema, value) => {
    form = drawForm(one(schema), { a: value })
    expect(describing(control('/a'))).toContain(shown)
    expect(form.value()).toEqual({ a: value })
  })

  it('is shown below the name of a member', () => {
    form = drawForm(one({ type: 'object', additionalProperties: true }), { a: { [hidden]: 1 } })
    expect(describing(control(`/a/${hidden}`, 'input[aria-label^="Name of"]'))).toContain(shown)
  })

  it('is shown once the server has put it there, and no longer than it is there', () => {
    form = drawForm(one({ type: 'string', default: hidden, examples: ['plain'] }), {})
    click(ownIn(field('/a'), 'button').find(({ textContent }) => textContent === 'Use it'))
    expect([form.value(), describing(control('/a'))]).toEqual([
      { a: hidden },
      expect.stringContaining(shown)
    ])
    chooseInMenu(field('/a'), 'Use example', '"plain"')
    expect(describing(control('/a'))).not.toContain('not visible')
  })

  it('is found in a long text without all of it being shown again', () => {
    form = drawForm(one({ type: 'string' }), { a: `${'x'.repeat(50_000)}${hidden}` })
    const words = describing(control('/a'))
    expect([words.includes(shown), words.length < 500]).toEqual([true, true])
  })
})

describe('What a field would change by holding it', () => {
  it.each<[string, Json, string]>([
    ['a line end of two characters', { type: 'string' }, 'a\r\nb'],
    ['a carriage return', { type: 'string', contentEncoding: 'base64' }, 'a\rb'],
    ['a line end in a line', { type: 'integer' }, '1\n2']
  ])('is written as JSON with the reason: %s', (_what, schema, value) => {
    form = drawForm(one(schema), { a: value })
    const json = control('/a', 'textarea[aria-label$="as JSON"]')
    expect([json.value, field('/a').textContent]).toEqual([
      JSON.stringify(value),
      expect.stringMatching(/It has a .*, which this field would/)
    ])
    type(json, JSON.stringify(`${value}c`))
    expect(form.value()).toEqual({ a: `${value}c` })
  })

  it('is made into what the field can hold only when asked to', () => {
    form = drawForm(one({ type: 'string' }), { a: 'a\r\nb\rc' })
    click(ownIn(field('/a'), 'button').find(({ textContent }) => textContent === 'Replace'))
    expect([form.value(), control('/a').value]).toEqual([{ a: 'a\nb\nc' }, 'a\nb\nc'])
  })

  it('is no name that could be written anew', () => {
    const names = { type: 'object', additionalProperties: true }
    form = drawForm(one(names), { a: { 'b\r\nc': 1 } })
    expect(ownIn(field('/a/b\r\nc'), 'input[aria-label^="Name of"]')).toEqual([])
    expect(field('/a/b\r\nc').textContent).toContain('bU+000D')
  })
})
