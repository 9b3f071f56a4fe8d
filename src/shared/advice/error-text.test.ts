import { expect, it } from 'vitest'
import { explainOutcome } from './explain'
import { BARE_ERROR_ADVICE, isBareErrorText } from './error-text'

it.each([
  'Access denied',
  'Error 422: Unprocessable Entity',
  'Error: Not found.',
  'HTTP error 500',
  'Internal server error',
  'An unexpected error occurred!',
  'failed',
  'Bad',
  'Error: invalid',
  'Invalid value',
  'Something went wrong',
  'Oops, something went wrong. Please try again later.',
  'Error: Error: unavailable',
  'Sorry, an error has occurred',
  'MCP error -32603: Internal error',
  'null',
  ''
])('finds no cause in %j', (text) => {
  expect(isBareErrorText(text)).toBe(true)
})

it.each([
  'Access denied: API_TOKEN is invalid or expired.',
  'Cannot assign issue: User is not a collaborator on this repository.',
  'API rate limit exceeded. Retry in 60s.',
  'File not found: notes.txt',
  'Error 422: title is required',
  'Invalid date: 31 February',
  'Invalid token',
  'Something went wrong while writing notes.txt',
  'Bad gateway: api.example did not answer',
  'Please try again in 60 s.',
  'x'.repeat(300)
])('says nothing against %j', (text) => {
  expect(isBareErrorText(text)).toBe(false)
})

it('stands in what is said about a tool that failed, and about an error', () => {
  const failed = { isError: true, content: [{ type: 'text', text: 'Access denied' }] }
  expect(explainOutcome({ kind: 'result', result: failed })?.next).toContain(BARE_ERROR_ADVICE)
  const error = { code: -32000, message: 'Forbidden' }
  expect(explainOutcome({ kind: 'error', error })?.next).toContain(BARE_ERROR_ADVICE)
  const said = { ...error, data: { needs: 'a token' } }
  expect(explainOutcome({ kind: 'error', error: said })?.next).not.toContain(BARE_ERROR_ADVICE)
})
