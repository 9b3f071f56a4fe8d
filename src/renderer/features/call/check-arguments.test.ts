import { expect, it } from 'vitest'
import type { Json } from '../../../shared/json/json'
import { checkArguments, shownFindings } from './check-arguments'

const card = { properties: { kind: { const: 'card' }, number: {} }, required: ['kind', 'number'] }
const iban = {
  properties: { kind: { const: 'iban' }, iban: { type: 'string', minLength: 15 } },
  required: ['kind', 'iban']
}
const schema = {
  type: 'object',
  properties: { pay: { anyOf: [card, iban].map((one) => ({ type: 'object', ...one })) } }
}

function said(pay: Json, hasTried: boolean, isForm = true): readonly string[] {
  const { verdict } = checkArguments(schema, { pay })
  const all = verdict.kind === 'fails' ? verdict.findings : []
  return shownFindings(all, { hasTried, isForm }).map(({ pointer, keyword }) => {
    return `${pointer} ${keyword}`
  })
}

it('says nothing against an alternative that was only chosen', () => {
  expect(said({ kind: 'iban' }, false)).toEqual([])
})

it('says what is wrong within the alternative, and not also that none fits', () => {
  expect(said({ kind: 'iban' }, true)).toEqual(['/pay/iban required'])
  expect(said({ kind: 'iban', iban: 'x' }, false)).toEqual(['/pay/iban minLength'])
})

it('says that no alternative fits where nothing within says more, and where JSON is written', () => {
  expect(said('cash', false)).toEqual(['/pay anyOf'])
  expect(said({ kind: 'iban' }, true, false)).toEqual(['/pay/iban required', '/pay anyOf'])
})
