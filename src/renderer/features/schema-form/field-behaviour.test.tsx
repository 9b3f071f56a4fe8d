// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExactNumber } from '../../../shared/json/exact-number'
import type { Json } from '../../../shared/json/json'
import { focusField } from './focus-field'
import { chooseInMenu, click, drawForm, ownIn, setNatively, type, type Form } from './form-testing'

let form: Form
afterEach(() => form.close())

const one = (schema: Json, isRequired = false): Json => ({
  type: 'object',
  properties: { a: schema },
  ...(isRequired && { required: ['a'] })
})

function field(pointer: string): HTMLElement {
  const found = form.field(pointer)
  if (!found) throw new Error(`There is no field at ${pointer}.`)
  return found
}

function control(pointer: string, selector = 'textarea, input, select'): HTMLInputElement {
  return ownIn(field(pointer), selector)[0] as HTMLInputElement
}

describe('An item that is added to a list', () => {
  it.each<[string, Json]>([
    ['a record that can be folded', { type: 'object', properties: { id: { type: 'string' } } }],
    ['a text', { type: 'string' }]
  ])('takes the cursor into its first field where it is %s', (_what, items) => {
    form = drawForm(one({ type: 'array', items }), { a: [] })
    const add = field('/a').querySelector<HTMLElement>('[aria-label^="Add item"]')
    if (add) click(add)
    const first = form.field('/a/0')
    expect(document.activeElement?.matches('textarea, input')).toBe(true)
    expect(first?.contains(document.activeElement)).toBe(true)
  })
})

describe('A text', () => {
  it('is left out when it is cleared and need not be there, and is empty when it has to be', () => {
    form = drawForm(one({ type: 'string' }), { a: 'x' })
    type(control('/a'), '')
    expect(form.value()).toEqual({})
    form.close()
    form = drawForm(one({ type: 'string' }, true), { a: 'x' })
    type(control('/a'), '')
    expect(form.value()).toEqual({ a: '' })
  })

  it('can be absent, null and empty, and says which', () => {
    form = drawForm(one({ type: ['string', 'null'] }), {})
    const words: [Json | undefined, string][] = [[form.value(), control('/a').placeholder]]
    for (const choice of ['Set to null', 'Set to empty text', 'Leave out']) {
      chooseInMenu(field('/a'), choice)
      words.push([form.value(), control('/a').placeholder])
    }
    expect(words).toEqual([
      [{}, 'left out'],
      [{ a: null }, 'null'],
      [{ a: '' }, 'empty text'],
      [{}, 'left out']
    ])
  })

  it('can be what the schema forbids, when the person wants that', () => {
    form = drawForm(one({ type: 'string' }, true), { a: 'x' })
    chooseInMenu(field('/a'), 'Against the schema', 'Set to null')
    expect(form.value()).toEqual({ a: null })
  })

  it('takes the default of the server with one click, and never by itself', () => {
    form = drawForm(one({ type: 'integer', default: 5 }), {})
    expect([form.value(), field('/a').textContent]).toEqual([
      {},
      expect.stringContaining('default 5, the schema says')
    ])
    click(ownIn(field('/a'), 'button').find(({ textContent }) => textContent === 'Use it'))
    expect(form.value()).toEqual({ a: 5 })
  })
})

describe('A number', () => {
  it.each<[string, Json]>([
    ['12', 12],
    ['1.', 1],
    ['1e5', 100_000],
    ['-0.50', -0.5],
    ['12abc', '12abc'],
    ['-', '-'],
    ['9007199254740993', new ExactNumber('9007199254740993')],
    ['.10000000000000000001', new ExactNumber('0.10000000000000000001')]
  ])('written as %s stays as it is written while the person writes', (text, meant) => {
    form = drawForm(one({ type: 'number' }), {})
    const input = control('/a')
    act(() => input.focus())
    act(() => setNatively(input, text))
    expect([form.value(), input.value]).toEqual([{ a: meant }, text])
  })

  it('is told from a text that looks like it, which can become it', () => {
    form = drawForm(one({ type: 'integer' }), { a: '5' })
    const make = (): HTMLElement | undefined =>
      ownIn(field('/a'), 'button').find(({ textContent }) => textContent === 'Make it a number')
    const tags = (): number => ownIn(field('/a'), '[title*="sent as text"]').length
    expect(tags()).toBe(1)
    click(make())
    expect([form.value(), make(), tags()]).toEqual([{ a: 5 }, undefined, 0])
    form.put({ a: 'five' })
    expect([make(), tags()]).toEqual([undefined, 1])
  })

  it('is shown with all its digits', () => {
    form = drawForm(one({ type: 'integer' }), { a: new ExactNumber('9007199254740993') })
    expect([control('/a').value, field('/a').textContent]).toEqual([
      '9007199254740993',
      expect.not.stringContaining('whole number') as unknown
    ])
  })
})

describe('A value that its field cannot show', () => {
  it('is shown as JSON with the reason, and replaced only when asked to', () => {
    form = drawForm(one({ type: 'array', items: { type: 'string' } }), { a: { b: 1 } })
    expect(field('/a').textContent).toContain(
      'It holds an object, where the schema wants an array.'
    )
    expect(control('/a').value).toBe('{\n  "b": 1\n}')
    click(ownIn(field('/a'), 'button').find(({ textContent }) => textContent === 'Replace'))
    expect(form.value()).toEqual({ a: [] })
  })

  it('keeps JSON that cannot be read, beside the last value that could', () => {
    form = drawForm(one({}), { a: [1] })
    type(control('/a', 'textarea'), '[1,')
    expect([form.value(), form.scraps()]).toEqual([{ a: [1] }, { '/a': '[1,' }])
    type(control('/a', 'textarea'), '[1,2]')
    expect([form.value(), form.scraps()]).toEqual([{ a: [1, 2] }, {}])
  })

  it('keeps JSON that would not be sent as it is written, and says where', () => {
    form = drawForm(one({}), { a: [1] })
    type(control('/a', 'textarea'), '{"b":1,"b":2}')
    expect([form.value(), form.scraps()]).toEqual([{ a: [1] }, { '/a': '{"b":1,"b":2}' }])
    expect(field('/a').textContent).toMatch(/Line 1, column \d: .* be sent/)
  })

  it('shows members that no schema knows', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false }
    form = drawForm(schema, { odd: { deep: 1 } })
    expect(field('/odd').textContent).toContain('not in the schema')
  })
})

describe('A list', () => {
  const schema = one({ type: 'array', items: { type: 'string' } })

  it('moves, copies and removes its items, and the cursor goes along', () => {
    form = drawForm(schema, { a: ['x', 'y', 'z'] })
    const middle = control('/a/1')
    act(() => middle.focus())
    act(() => {
      middle.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true })
      )
    })
    expect([form.value(), document.activeElement === control('/a/2')]).toEqual([
      { a: ['x', 'z', 'y'] },
      true
    ])
    click(ownIn(field('/a/0'), 'button[aria-label="Duplicate a [0]"]')[0])
    click(ownIn(field('/a/3'), 'button[aria-label="Remove a [3]"]')[0])
    expect(form.value()).toEqual({ a: ['x', 'x', 'z'] })
  })
})

describe('Items and members', () => {
  const item = {
    type: ['string', 'null'],
    description: 'What it is.',
    maxLength: 9,
    default: 'usual',
    examples: ['rare']
  }
  it.each<[string, Json, Json, string]>([
    ['a list', { type: 'array', items: item }, ['x', 'y'], '/a/0'],
    ['a map', { type: 'object', additionalProperties: item }, { 0: 'x', k: 'y' }, '/a/0']
  ])('of %s have everything that a field has', (_name, schema, start, pointer) => {
    form = drawForm(one(schema), { a: start })
    const first = (): Json | undefined =>
      Object.values(Object.values(form.value() as Record<string, Json>)[0] as object)[0] as Json
    const seen = ['Set to null', 'Set to empty text', 'Use default: "usual"'].map((choice) => {
      chooseInMenu(field(pointer), choice)
      return first()
    })
    chooseInMenu(field(pointer), 'Use example', '"rare"')
    expect([...seen, first()]).toEqual([null, '', 'usual', 'rare'])
    expect(field(pointer).textContent).toMatch(/What it is\.at most 9 characters · default "usual"/)
    expect(form.place.textContent.split('What it is.')).toHaveLength(2)
    chooseInMenu(field(pointer), 'Edit as JSON')
    type(control(pointer, 'textarea'), '[1]')
    expect(first()).toEqual([1])
  })
})

describe('A list whose first places have a meaning', () => {
  it('keeps the others behind them', () => {
    const schema = one({
      type: 'array',
      prefixItems: [{ type: 'string' }],
      items: { type: 'string' }
    })
    form = drawForm(schema, { a: ['fixed', 'first', 'second'] })
    const up = (pointer: string) => control(pointer, 'button[aria-label$="up"]')
    expect([up('/a/1').disabled, up('/a/2').disabled]).toEqual([true, false])
    act(() => {
      control('/a/1').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true })
      )
    })
    expect(form.value()).toEqual({ a: ['fixed', 'first', 'second'] })
    click(up('/a/2'))
    expect(form.value()).toEqual({ a: ['fixed', 'second', 'first'] })
  })
})

describe('A map', () => {
  const schema = one({ type: 'object', additionalProperties: { type: 'integer' } })

  it('renames a member in its place, and refuses a name that is taken', () => {
    form = drawForm(schema, { a: { one: 1, two: 2 } })
    type(control('/a/one', 'input[aria-label="Name of one"]'), 'three')
    expect(JSON.stringify(form.value())).toBe('{"a":{"three":1,"two":2}}')
    const name = control('/a/three', 'input[aria-label="Name of three"]')
    act(() => setNatively(name, 'two'))
    expect(form.place.textContent).toContain('There is a member of this name already.')
    expect(JSON.stringify(form.value())).toBe('{"a":{"three":1,"two":2}}')
  })

  it('takes __proto__ for a name like any other', () => {
    form = drawForm(schema, { a: {} })
    form.write('/a', JSON.parse('{"__proto__":7,"constructor":8}') as Json)
    expect(JSON.stringify(form.value())).toBe('{"a":{"__proto__":7,"constructor":8}}')
    expect('polluted' in {}).toBe(false)
  })
})

describe('Alternatives', () => {
  const circle = {
    title: 'Circle',
    type: 'object',
    properties: { kind: { const: 'circle' }, name: { type: 'string' }, radius: { type: 'number' } },
    required: ['kind']
  }
  const square = {
    title: 'Square',
    type: 'object',
    properties: { kind: { const: 'square' }, name: { type: 'string' }, side: { type: 'number' } },
    required: ['kind']
  }
  const pick = (index: number): void =>
    click(field('/a').querySelectorAll<HTMLElement>('[role="radio"]')[index])

  it('keep what they share, and what was written in each', () => {
    form = drawForm(one({ oneOf: [circle, square] }), {})
    pick(1)
    expect(form.value()).toEqual({ a: { kind: 'square' } })
    form.write('/a/name', 'mine')
    form.write('/a/side', 2)
    pick(0)
    expect(form.value()).toEqual({ a: { kind: 'circle', name: 'mine' } })
    pick(1)
    expect(form.value()).toEqual({ a: { kind: 'square', name: 'mine', side: 2 } })
  })

  it('do not change under the person who writes, but follow a value from elsewhere', () => {
    form = drawForm(one({ type: ['integer', 'string'] }), { a: 1 })
    const chosen = (): string | null =>
      field('/a').querySelector('[role="radio"][aria-checked="true"]')?.textContent ?? null
    type(control('/a', 'input'), '1x')
    expect([form.value(), chosen()]).toEqual([{ a: '1x' }, 'integer'])
    form.put({ a: 'text' })
    expect(chosen()).toBe('string')
  })
})

describe('Fields that depend on others', () => {
  it('stay while they hold something, marked when they no longer apply', () => {
    const schema = {
      type: 'object',
      properties: { mode: { enum: ['plain', 'secret'] } },
      if: { properties: { mode: { const: 'secret' } }, required: ['mode'] },
      then: { properties: { key: { type: 'string' } } }
    }
    form = drawForm(schema, {})
    expect(form.field('/key')).toBeUndefined()
    form.write('', { mode: 'secret', key: 'k' })
    form.write('/mode', 'plain')
    expect([form.value(), field('/key').textContent]).toEqual([
      { mode: 'plain', key: 'k' },
      expect.stringContaining('does not apply now')
    ])
  })
})

describe('What was found', () => {
  const finding = (pointer: string) => ({ pointer, keyword: 'x', message: `Wrong at ${pointer}.` })

  it('is said at its field, which is marked as wrong', () => {
    form = drawForm(one({ type: 'string' }), { a: '' }, [finding('/a')])
    const input = control('/a')
    const about = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect([input.getAttribute('aria-invalid'), about?.textContent]).toEqual([
      'true',
      expect.stringContaining('Wrong at /a.')
    ])
  })

  it('is said at the nearest field where its own is not drawn', () => {
    form = drawForm(one({ type: 'object', properties: { b: { type: 'string' } } }), {}, [
      finding('/a/b')
    ])
    expect(field('/a').textContent).toContain('Wrong at /a/b.')
  })

  it.each([
    ['of a list', '/a/250', { type: 'array', items: {} }, Array(300).fill(1)],
    [
      'of a map',
      '/a/k250',
      { type: 'object', additionalProperties: {} },
      Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`k${index}`, 1]))
    ]
  ])('that is half written far down %s can be gone to', (_what, pointer, schema, value) => {
    form = drawForm(one(schema), { a: value as Json }, [], { [pointer]: '{"half":' })
    expect(form.field('/a/200') ?? form.field('/a/k200')).toBeUndefined()
    act(() => void focusField(form.place, pointer))
    expect(field(pointer).contains(document.activeElement)).toBe(true)
  })

  it('can be gone to, through what is folded', () => {
    const nested = { type: 'object', properties: { b: { type: 'string' } } }
    form = drawForm(one(nested), { a: { b: 'x' } })
    click(ownIn(field('/a'), 'button[aria-expanded="true"]')[0])
    expect(form.field('/a/b')).toBeUndefined()
    act(() => void focusField(form.place, '/a/b'))
    expect(document.activeElement).toBe(control('/a/b'))
  })
})

describe('A schema of a hostile server', () => {
  it('draws only a part of ten thousand properties, and finds the others', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 4_000 }, (_none, index) => [`p${index}`, { type: 'string' }])
    )
    form = drawForm({ type: 'object', properties }, {})
    expect(form.place.querySelectorAll('textarea').length).toBeLessThanOrEqual(100)
    type(form.place.querySelector<HTMLElement>('input[type="search"]') ?? undefined, 'p3999')
    expect(form.field('/p3999')).toBeDefined()
  })

  it('draws only a part of many choices, and finds the others', () => {
    const values = Array.from({ length: 9_000 }, (_none, index) => `value ${index}`)
    form = drawForm(one({ enum: values }), {})
    form.write('/a', 'value 8999')
    expect(form.value()).toEqual({ a: 'value 8999' })
  })

  it('makes a menu only for the field whose menu is wanted', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 90 }, (_none, index) => [`p${index}`, { type: 'string' }])
    )
    const listen = vi.spyOn(document, 'addEventListener')
    form = drawForm({ type: 'object', properties }, {})
    const before = listen.mock.calls.filter(([name]) => name === 'keydown').length
    listen.mockRestore()
    expect(before).toBeLessThan(5)
    chooseInMenu(field('/p7'), 'Set to empty text')
    expect(form.value()).toEqual({ p7: '' })
  })

  it('makes what is invisible in it visible', () => {
    form = drawForm(one({ type: 'string', title: 'a\u202eb', description: 'c\u200bd' }), {})
    expect(form.place.textContent).toMatch(/U\+202E[\s\S]*U\+200B/)
  })
})
