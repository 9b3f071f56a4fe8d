import { expect, it } from 'vitest'
import { problemOfName } from './secret-name'

it.each(['GITHUB_TOKEN', 'a', 'files-env.API_KEY', '0', 'My Key', 'näme', 'x'.repeat(200)])(
  'lets a secret be called %s',
  (name) => expect(problemOfName(name)).toBeUndefined()
)

it.each(['', ' a', 'a ', 'a}b', 'x'.repeat(201), 'a\n'])(
  'does not let a secret be called %j',
  (name) => expect(problemOfName(name)).toMatch(/\S/)
)
