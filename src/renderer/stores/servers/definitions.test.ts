import { expect, test } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import { definitionKey, dropDefinition, keepDefinition, useDefinitions } from './definitions'

test('a server called new has a draft of its own', () => {
  const draft = { name: 'new', scope: 'user', text: '{}', base: '{}' } as const
  const key = definitionKey('new' as ServerId)
  keepDefinition(key, draft)
  expect(useDefinitions.getState().drafts[definitionKey(undefined)]).toBeUndefined()
  expect(useDefinitions.getState().drafts[key]).toEqual(draft)
  dropDefinition(key)
  expect(useDefinitions.getState().drafts).toEqual({})
})
