// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/json/json'
import { chooseInMenu, click, drawForm, ownIn, type, type Form } from './form-testing'
import { movedScraps, withoutScraps } from './schema/scraps'

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
  it('stays, and is still shown, when the field is wanted again before it can be read', () => {
    form = drawForm(object({ a: { type: 'string' } }), { a: 'x' })
    writeScrap('/a', '"half')
    chooseInMenu(field('/a'), 'Edit with fields')
    expect([form.scraps(), json('/a')?.value, field('/a').textContent]).toEqual([
      { '/a': '"half' },
      '"half',
      expect.stringContaining('cannot be read yet. Finish it or discard it first.')
    ])
    type(json('/a'), '"whole"')
    expect(field('/a').textContent).not.toContain('cannot be read yet')
    chooseInMenu(field('/a'), 'Edit with fields')
    expect([form.scraps(), form.value(), json('/a')]).toEqual([{}, { a: 'whole' }, undefined])
  })

  it('stays when what is around it is wanted as JSON, and is gone when that is left out', () => {
    const schema = object({ a: object({ b: { type: 'string' } }), c: { type: 'string' } })
    form = drawForm(schema, { a: { b: 'x' }, c: 'y' })
    writeScrap('/a/b', '"half')
    writeScrap('/c', '[')
    chooseInMenu(field('/a'), 'Edit as JSON')
    expect([form.scraps(), json('/a/b')?.value, field('/a').textContent]).toEqual([
      { '/a/b': '"half', '/c': '[' },
      '"half',
      expect.stringContaining('cannot be read yet')
    ])
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

describe('What was written in an alternative that is not chosen', () => {
  const shape = (kind: string, member: string, schema: Json): Json => ({
    type: 'object',
    title: kind,
    properties: { kind: { const: kind }, [member]: schema },
    required: ['kind']
  })
  const text = { type: 'string' }
  const shapes = {
    oneOf: [shape('circle', 'radius', { type: 'integer' }), shape('square', 'side', text)]
  }
  const pick = (pointer: string, index: number, depth = 0): void =>
    click(
      ownIn(field(pointer), '[role="radiogroup"]')[depth]?.querySelectorAll<HTMLElement>(
        '[role="radio"]'
      )[index]
    )
  /** As when another tool is looked at meanwhile, or the window is closed. */
  const drawAnew = (schema: Json): void => {
    const [value, scraps] = [form.value(), form.scraps()]
    form.close()
    form = drawForm(schema, value, [], scraps)
  }

  it('is there again after the form was drawn anew, and after it was folded', () => {
    const schema = object({ o: object({ a: shapes }) })
    form = drawForm(schema, { o: { a: { kind: 'square', side: 'mine' } } })
    pick('/o/a', 0)
    form.write('/o/a/radius', 7)
    drawAnew(schema)
    press('/o', 'Fold')
    press('/o', 'Unfold')
    pick('/o/a', 1)
    expect(form.value()).toEqual({ o: { a: { kind: 'square', side: 'mine' } } })
    drawAnew(schema)
    pick('/o/a', 0)
    expect(form.value()).toEqual({ o: { a: { kind: 'circle', radius: 7 } } })
  })

  it('keeps what cannot be read in it', () => {
    const schema = object({ a: shapes, b: {} })
    form = drawForm(schema, { a: { kind: 'square', side: 'x' }, b: [1] })
    writeScrap('/a/side', '"half')
    pick('/a', 0)
    expect([form.scraps()['/a/side'], form.field('/a/side')]).toEqual([undefined, undefined])
    pick('/a', 1)
    expect([form.scraps()['/a/side'], json('/a/side')?.value]).toEqual(['"half', '"half'])
    type(json('/b'), '{"twice":1,"twice":2}')
    type(ownIn(field('/b'), 'select')[0], '1')
    type(ownIn(field('/b'), 'select')[0], '0')
    expect([form.scraps()['/b'], json('/b')?.value]).toEqual([
      '{"twice":1,"twice":2}',
      '{"twice":1,"twice":2}'
    ])
  })

  it('is told apart from that in the alternatives of an alternative', () => {
    const schema = object({ a: { oneOf: [{ oneOf: [text, { type: 'integer' }] }, shapes] } })
    form = drawForm(schema, { a: 'one' })
    pick('/a', 1, 1)
    form.write('/a', 5)
    pick('/a', 1)
    pick('/a', 1, 1)
    expect(form.value()).toEqual({ a: { kind: 'square' } })
    pick('/a', 0)
    expect(form.value()).toEqual({ a: 5 })
    pick('/a', 0, 1)
    expect(form.value()).toEqual({ a: 'one' })
  })

  it('goes with the item of a list in which it is, and ends with it', () => {
    const schema = object({ l: { type: 'array', items: shapes } })
    form = drawForm(schema, { l: [{ kind: 'square', side: 'mine' }, { kind: 'circle' }] })
    pick('/l/0', 0)
    press('/l/0', 'Move l [0] down')
    pick('/l/1', 1)
    expect(form.value()).toEqual({ l: [{ kind: 'circle' }, { kind: 'square', side: 'mine' }] })
    press('/l/1', 'Remove')
    press('/l', 'Add item to')
    pick('/l/1', 1)
    expect(form.value()).toEqual({ l: [{ kind: 'circle' }, { kind: 'square' }] })
  })

  it('stays while what is around it is changed as JSON, and ends when it has no place there', () => {
    const schema = object({ o: object({ a: shapes, b: text }) })
    form = drawForm(schema, { o: { a: { kind: 'square', side: 'mine' }, b: 'x' } })
    pick('/o/a', 0)
    chooseInMenu(field('/o'), 'Edit as JSON')
    type(json('/o'), '{"a":{"kind":"circle"},"b":"y"}')
    chooseInMenu(field('/o'), 'Edit with fields')
    pick('/o/a', 1)
    expect(form.value()).toEqual({ o: { a: { kind: 'square', side: 'mine' }, b: 'y' } })
    chooseInMenu(field('/o'), 'Leave out')
    expect(form.scraps()).toEqual({})
  })
})

describe('Scraps', () => {
  it('stay the same object when none of them is meant', () => {
    const scraps = { '/a/b': 'x', '/ab': 'y' }
    expect(withoutScraps(scraps, '/c', 1)).toBe(scraps)
    expect(movedScraps(scraps, '/a', (key) => key)).toBe(scraps)
    expect(withoutScraps(scraps, '/a', 1)).toEqual({ '/ab': 'y' })
  })

  it('change places with each other', () => {
    const swapped = movedScraps({ '/0/x': 'a', '/1': 'b' }, '', (key) => (key === '0' ? '1' : '0'))
    expect(swapped).toEqual({ '/1/x': 'a', '/0': 'b' })
  })
})
