import { expect, it } from 'vitest'
import { FIELD_NAMES } from './fields'
import { QUERY_HELP } from './help'
import { parseQuery } from './query'

it.each(QUERY_HELP)('the help has an example that works: $example', ({ example }) => {
  const { terms, errors } = parseQuery(example)
  expect([terms.length > 0, errors]).toEqual([true, []])
})

it('the help has an example of every field', () => {
  const shown = QUERY_HELP.map(({ example }) => example)
  expect(FIELD_NAMES.filter((name) => !shown.some((text) => text.startsWith(`${name}:`)))).toEqual(
    []
  )
})
