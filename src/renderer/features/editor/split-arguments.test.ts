import { expect, test } from 'vitest'
import { splitArguments } from './split-arguments'

test.each([
  ['/srv/my files', undefined],
  ['--verbose', undefined],
  ['--root /srv --name "my files"', ['--root', '/srv', '--name', 'my files']],
  ['-y\n@acme/server\n', ['-y', '@acme/server']]
])('%j is pasted as %j', (text, items) => {
  expect(splitArguments(text)).toEqual(items)
})
