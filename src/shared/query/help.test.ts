import { expect, it } from 'vitest'
import { AUDIT_RECORDS } from './audit-records'
import { FRAMES } from './frames'
import { parseQuery } from './query'
import { fieldNames, helpFor } from './vocabulary'

const VOCABULARIES = [FRAMES, AUDIT_RECORDS]
const EXAMPLES = VOCABULARIES.flatMap((vocabulary) =>
  helpFor(vocabulary).map(({ example }) => ({ example, vocabulary }))
)

it.each(EXAMPLES)('the help has an example that works: $example', ({ example, vocabulary }) => {
  const { terms, errors } = parseQuery(example, vocabulary)
  expect([terms.length > 0, errors]).toEqual([true, []])
})

it.each(VOCABULARIES)('the help has an example of every field', (vocabulary) => {
  const shown = helpFor(vocabulary).map(({ example }) => example)
  const missing = fieldNames(vocabulary).filter(
    (name) => !shown.some((text) => text.startsWith(`${name}:`))
  )
  expect(missing).toEqual([])
})
