// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/json'
import { chooseInMenu, click, drawForm, ownIn, type, type Form } from './form-testing'
import { movedScraps, withoutScraps } from './scraps'

let form: Form
afterEach(() => form?.close())

function field(pointer: string): HTMLElement {
  const found = form.field(pointer)
  if (!found) throw new Error(`There is no field at ${pointer}.`)
  return found
}

const json = (pointer: string): HTMLTextAreaElement | undefined =>
  ownIn(field(pointer), 'textarea[aria-label$="as JSON"]')[0] as HTMLTextAreaElement | undefined

const press = (pointer: string, label: string): void =>
  click(ownIn(field(pointer), `button[aria-label^="${label}"]`)[0])

function writeScrap(pointer: string, text: string): void {
  chooseInMenu(field(pointer), 'Edit as JSON')
  type(json(pointer), text)
}

const object = (properties: Json): Json => ({ type: 'object', properties })

describe('What is half written as JSON', () => {
  it('is gone when the field is shown again', () => {
    form = drawForm(object({ a: { type: 'string' } }), { a: 'x' })
    writeScrap('/a', '"half')
    expect(form.scraps()).toEqual({ '/a': '"half' })
    chooseInMenu(field('/a'), 'Edit with fields')
    expect([form.scraps(), form.value(), json('/a')]).toEqual([{}, { a: 'x' }, undefined])
  })

  it('is gone when what is around it is written as JSON, or is left out', () => {
    const schema = object({ a: object({ b: { type: 'string' } }), c: { type: 'string' } })
    form = drawForm(schema, { a: { b: 'x' }, c: 'y' })
    writeScrap('/a/b', '"half')
    writeScrap('/c', '[')
    chooseInMenu(field('/a'), 'Edit as JSON')
    expect(form.scraps()).toEqual({ '/c': '[' })
    chooseInMenu(field('/a'), 'Edit with fields')
    writeScrap('/a/b', '"half')
    chooseInMenu(field('/a'), 'Leave out')
    expect(form.scraps()).toEqual({ '/c': '[' })
  })

  it('goes with the item of a list in which it is', () => {
    form = drawForm(object({ l: { type: 'array', items: { type: 'string' } } }), {
      l: ['x', 'y', 'z']
    })
    writeScrap('/l/1', '"half')
    press('/l/1', 'Move l [1] down')
    expect([form.scraps(), json('/l/2')?.value, json('/l/1')]).toEqual([
      { '/l/2': '"half' },
      '"half',
      undefined
    ])
    press('/l/0', 'Remove')
    press('/l', 'Add item to')
    expect([form.scraps(), form.value()]).toEqual([{ '/l/1': '"half' }, { l: ['z', 'y', ''] }])
    press('/l/1', 'Remove')
    expect(form.scraps()).toEqual({})
  })

  it('goes with the member of a map in which it is', () => {
    form = drawForm(object({ m: { type: 'object', additionalProperties: { type: 'string' } } }), {
      m: { one: '1', two: '2' }
    })
    writeScrap('/m/one', '"half')
    type(ownIn(field('/m/one'), 'input[aria-label="Name of one"]')[0], 'a/b')
    expect([form.scraps(), json('/m/a~1b')?.value]).toEqual([{ '/m/a~1b': '"half' }, '"half'])
    press('/m/two', 'Remove')
    expect(form.scraps()).toEqual({ '/m/a~1b': '"half' })
    press('/m/a~1b', 'Remove')
    expect(form.scraps()).toEqual({})
  })

  it('is seen when the form is drawn anew, and stays as JSON once it can be read', () => {
    const schema = object({ a: { type: 'string' }, b: { type: ['string', 'integer'] } })
    form = drawForm(schema, { a: 'x', b: 1 }, [], { '/a': '"half', '/b': '[' })
    expect([json('/a')?.value, json('/b')?.value]).toEqual(['"half', '['])
    type(json('/a'), '"whole"')
    expect([form.value(), form.scraps(), json('/a')?.value]).toEqual([
      { a: 'whole', b: 1 },
      { '/b': '[' },
      '"whole"'
    ])
  })
})

describe('Scraps', () => {
  it('stay the same object when none of them is meant', () => {
    const scraps = { '/a/b': 'x', '/ab': 'y' }
    expect(withoutScraps(scraps, '/c')).toBe(scraps)
    expect(movedScraps(scraps, '/a', (key) => key)).toBe(scraps)
    expect(withoutScraps(scraps, '/a')).toEqual({ '/ab': 'y' })
  })

  it('change places with each other', () => {
    const swapped = movedScraps({ '/0/x': 'a', '/1': 'b' }, '', (key) => (key === '0' ? '1' : '0'))
    expect(swapped).toEqual({ '/1/x': 'a', '/0': 'b' })
  })
})
