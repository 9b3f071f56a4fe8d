import { expect, it } from 'vitest'
import { tellingLine } from './telling-line'

it.each<[string, readonly string[], number | undefined]>([
  [
    'a module that is missing',
    [
      'node:internal/modules/cjs/loader:1228',
      '  throw err;',
      '  ^',
      '',
      "Error: Cannot find module '/srv/no.js'",
      '    at Module._resolveFilename',
      'Node.js v24.1.0'
    ],
    4
  ],
  [
    'a mistake in a script',
    ['/srv/a.mjs:3', 'const =', '      ^', 'SyntaxError: Unexpected token', 'Node.js v24.1.0'],
    3
  ],
  [
    'the end of a traceback',
    ['Traceback (most recent call last):', '  File "a.py", line 1', "KeyError: 'TOKEN'"],
    2
  ],
  ['the only line that says so', ['starting', 'fatal: no such branch', 'bye'], 1],
  ['nothing, where no line stands out', ['reading the index', 'out of cheese'], undefined]
])('finds %s', (_what, lines, index) => {
  expect(tellingLine(lines)).toBe(index)
})
