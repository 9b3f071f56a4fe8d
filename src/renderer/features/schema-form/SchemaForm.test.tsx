// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/json/json'
import { ajvFor } from '../../../shared/schema/ajv-testing'
import { HARD_SCHEMAS } from '../../../shared/schema/fixtures/hard-schemas'
import toolSchemas from '../../../shared/schema/fixtures/tool-schemas.json'
import { checkAgainst } from '../../../shared/schema/validate'
import { exampleFor } from './schema/example-testing'
import { whyNoForm } from './schema/form-fit'
import { drawForm, type Form } from './form-testing'
import { startingValue } from './schema/starting-value'

let form: Form
afterEach(() => form.close())

function fillIn(schema: object, target: Json): void {
  expect(whyNoForm(schema)).toBeUndefined()
  form = drawForm(schema, startingValue(schema))
  form.write('', target)
  expect(form.value()).toEqual(target)
  const isFine = checkAgainst(schema, form.value()).kind === 'fits'
  expect([isFine, ajvFor(schema)(target)]).toEqual([true, true])
}

describe('A form for a schema made to be hard', () => {
  const values = HARD_SCHEMAS.flatMap(({ name, schema, valid }) =>
    valid.map((value, index) => [`${name} (${index + 1})`, schema, value] as const)
  )
  it.each(values)('takes in what is meant: %s', (_name, schema, value) => {
    fillIn(schema, value)
  })

  const wrong = HARD_SCHEMAS.flatMap(({ name, schema, invalid }) =>
    invalid.map((value, index) => [`${name} (${index + 1})`, schema, value] as const)
  )
  it.each(wrong)('shows what is wrong, and leaves it as it is: %s', (_name, schema, value) => {
    const verdict = checkAgainst(schema, value)
    const findings = verdict.kind === 'fails' ? verdict.findings : []
    form = drawForm(schema, value, findings)
    const shown = form.place.textContent
    expect(form.value()).toBe(value)
    expect(findings.slice(0, 1).filter(({ message }) => !shown.includes(message))).toEqual([])
  })
})

describe('A form for the tool of a real server', () => {
  const servers = Object.entries(
    toolSchemas as Record<string, readonly { name: string; inputSchema: object }[]>
  )
  const tools = servers.flatMap(([server, all]) =>
    all.map(({ name, inputSchema }) => [`${server} ${name}`, inputSchema] as const)
  )
  it.each(tools)('takes in what is meant: %s', (_name, schema) => {
    fillIn(schema, exampleFor(schema))
  })
})
