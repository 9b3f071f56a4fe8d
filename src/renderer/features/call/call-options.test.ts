import { describe, expect, it } from 'vitest'
import { hasProblem, optionsOf, readOptions } from './call-options'

describe('options of a call', () => {
  it('are left out when nothing is written', () => {
    expect(readOptions({ timeout: ' ', meta: '' })).toEqual({})
  })

  it('are a time in milliseconds and a JSON object', () => {
    expect(readOptions({ timeout: '1500', meta: '{"trace":"x"}' })).toEqual({
      timeoutMs: 1_500,
      meta: { trace: 'x' }
    })
  })

  it('are refused when they are anything else', () => {
    const timeouts = ['0', '-1', '1.5', '1e3', 'soon', '86400001']
    const metas = ['{', '[]', '"x"', '7', '{"a":1,}']
    expect([
      ...timeouts.filter((timeout) => !hasProblem(readOptions({ timeout, meta: '' }))),
      ...metas.filter((meta) => !hasProblem(readOptions({ timeout: '', meta })))
    ]).toEqual([])
  })
})

it('writes the options of an earlier call so that they read the same', () => {
  const sent = { arguments: {}, meta: { trace: 'a' }, timeoutMs: 1_500 }
  expect(readOptions(optionsOf(sent))).toEqual({ meta: { trace: 'a' }, timeoutMs: 1_500 })
  expect(optionsOf({ arguments: {} })).toEqual({ meta: '', timeout: '' })
})
