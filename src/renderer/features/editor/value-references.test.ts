import { expect, test } from 'vitest'
import { asSecret, referencesIn, secretNameFor } from './value-references'

test.each([
  ['plain', []],
  ['${HOME}/x', [{ kind: 'variable', name: 'HOME' }]],
  ['${PORT:-8080}', [{ kind: 'variable', name: 'PORT', fallback: '8080' }]],
  ['${A:-}', [{ kind: 'variable', name: 'A', fallback: '' }]],
  [
    'Bearer ${secret:API_KEY} ${input:team}',
    [
      { kind: 'secret', name: 'API_KEY' },
      { kind: 'input', name: 'team' }
    ]
  ],
  ['$HOME and ${', []]
])('%j asks for %j', (value, references) => {
  expect(referencesIn(value)).toEqual(references)
})

test('a secret is named after where it goes', () => {
  expect(secretNameFor('X-Api-Key')).toBe('X_Api_Key')
  expect(secretNameFor(' ')).toBe('SECRET')
})

test('the scheme of a header is not part of the secret', () => {
  expect(asSecret('Authorization', 'Bearer abc')).toBe('Bearer ${secret:Authorization}')
  expect(asSecret('TOKEN', 'abc')).toBe('${secret:TOKEN}')
})
