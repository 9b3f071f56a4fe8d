import { expect, it } from 'vitest'
import { expectRepublished, isNewEnough } from './node-runtime.mjs'

it('takes the Node that runs it from version 22 on', () => {
  expect(['20.20.2', '21.7.3', '22.0.0', '24.21.0'].map(isNewEnough)).toEqual([
    false,
    false,
    true,
    true
  ])
})

it('says what to do where it knows of no Node to take', () => {
  expect(() => expectRepublished('linux', 'x64')).not.toThrow()
  expect(() => expectRepublished('darwin', 'arm64')).toThrow(/Node 22 or newer.*darwin arm64/)
})
