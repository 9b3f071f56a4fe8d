// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Json } from '../../../shared/json/json'
import { drawForm, ownIn, type Form } from './form-testing'

let form: Form
afterEach(() => form.close())

function draw(schema: Json): HTMLElement {
  form = drawForm({ type: 'object', properties: { a: schema } }, { a: 'before' })
  const field = form.field('/a')
  if (!field) throw new Error('There is no field.')
  return field
}

async function pick(field: HTMLElement, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const [input] = ownIn(field, 'input[type="file"]')
  if (!input) throw new Error('There is nothing to pick a file with.')
  Object.defineProperty(input, 'files', { value: [new File([bytes], 'rows.csv')] })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
}

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

it.each(['text/csv', 'application/x-yaml', 'application/javascript', 'image/svg+xml'])(
  'is sent as its text where the schema asks for %s itself',
  async (contentMediaType) => {
    const field = draw({ type: 'string', contentMediaType })
    await pick(field, encoded('\ufeffä,b\n1,2\n'))
    await vi.waitFor(() => expect(form.value()).toEqual({ a: '\ufeffä,b\n1,2\n' }))
  }
)

it.each<Json>([
  { type: 'string', contentEncoding: 'base64', contentMediaType: 'text/csv' },
  { type: 'string', format: 'byte' }
])('is sent as base64 where the schema asks for bytes: %j', async (schema) => {
  await pick(draw(schema), encoded('a,b'))
  await vi.waitFor(() => expect(form.value()).toEqual({ a: 'YSxi' }))
})

it('is refused with a reason where it is no text, and what was there stays', async () => {
  const field = draw({ type: 'string', contentMediaType: 'text/csv' })
  await pick(field, new Uint8Array([0x61, 0xff, 0x62]))
  await vi.waitFor(() => expect(field.textContent).toContain('The file is not text in UTF-8'))
  expect(form.value()).toEqual({ a: 'before' })
})

it.each<Json>([
  { type: 'string' },
  { type: 'string', contentMediaType: 'text/csv', contentEncoding: 'quoted-printable' }
])('is not offered where its text would not be the value: %j', (schema) => {
  expect(ownIn(draw(schema), 'input[type="file"]')).toEqual([])
})
