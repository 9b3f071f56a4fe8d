import { describe, expect, test } from 'vitest'
import {
  listIn,
  numberFrom,
  pairsIn,
  readDefinition,
  textIn,
  withField,
  withList,
  withPairs
} from './definition-text'

const WRITTEN = `{
  // the program
  "command": "node",
  "args": [
    "server.js", // the script
    "--verbose"
  ],
  "env": {
    // from the vault
    "TOKEN": "•••",
    "MODE": "fast",
  },
  "x-team": { "owner": "ana" }
}`

describe('reading', () => {
  test('comments and trailing commas are no faults', () => {
    const read = readDefinition(WRITTEN)
    expect(read).toMatchObject({ value: { command: 'node', env: { TOKEN: '•••', MODE: 'fast' } } })
  })

  test('a fault has its place, counted from 1', () => {
    expect(readDefinition('{\n  "command": node\n}')).toMatchObject({ line: 2, column: 14 })
  })

  test.each(['', '[]', '"npx"', '7', 'null'])('%j is not a definition', (text) => {
    expect(readDefinition(text)).toHaveProperty('problem')
  })

  test('a field that holds something else than the form expects is not taken for empty', () => {
    expect(listIn(['a', 1])).toBeUndefined()
    expect(listIn('a')).toBeUndefined()
    expect(pairsIn({ A: 1 })).toBeUndefined()
    expect(textIn(7)).toBe('7')
    expect(textIn({ a: 1 })).toBe('{"a":1}')
  })
})

describe('one field', () => {
  test('is changed where it stands, and all else stays as written', () => {
    const edited = withField(WRITTEN, ['command'], 'deno')
    expect(edited).toBe(WRITTEN.replace('"node"', '"deno"'))
  })

  test('is removed when it is emptied', () => {
    const edited = withField(WRITTEN, ['command'], undefined)
    expect(readDefinition(edited)).not.toHaveProperty('value.command')
    expect(edited).toContain('"x-team": { "owner": "ana" }')
  })

  test('takes the object around it along when it was the last', () => {
    const edited = withField(
      '{"command":"a","timeouts":{"read":1}}',
      ['timeouts', 'read'],
      undefined
    )
    expect(JSON.parse(edited)).toEqual({ command: 'a' })
  })

  test('that is not there is removed without a trace', () => {
    expect(withField(WRITTEN, ['cwd'], undefined)).toBe(WRITTEN)
  })
})

describe('a list', () => {
  test('keeps the comments of items that stay', () => {
    const edited = withList(WRITTEN, 'args', ['server.js', '--quiet', '--port=0'])
    expect(edited).toContain('"server.js", // the script')
    expect(readDefinition(edited)).toMatchObject({
      value: { args: ['server.js', '--quiet', '--port=0'] }
    })
  })

  test('loses items from the end', () => {
    const edited = withList(WRITTEN, 'args', ['server.js'])
    expect(readDefinition(edited)).toMatchObject({ value: { args: ['server.js'] } })
  })

  test('without items is absent', () => {
    expect(readDefinition(withList(WRITTEN, 'args', []))).not.toHaveProperty('value.args')
  })

  test('that was not there is made', () => {
    expect(JSON.parse(withList('{}', 'roots', ['/srv']))).toEqual({ roots: ['/srv'] })
  })
})

describe('names and values', () => {
  test('a new name for one keeps its place, its value and its comment', () => {
    const edited = withPairs(WRITTEN, 'env', [
      ['API_TOKEN', '•••'],
      ['MODE', 'fast']
    ])
    expect(edited).toBe(WRITTEN.replace('"TOKEN"', '"API_TOKEN"'))
  })

  test('one is added, one changed, one removed', () => {
    const edited = withPairs(WRITTEN, 'env', [
      ['MODE', 'slow'],
      ['LEVEL', '3']
    ])
    expect(readDefinition(edited)).toMatchObject({ value: { env: { MODE: 'slow', LEVEL: '3' } } })
    expect(readDefinition(edited)).not.toHaveProperty('value.env.TOKEN')
  })

  test('without any the field is absent', () => {
    expect(readDefinition(withPairs(WRITTEN, 'env', []))).not.toHaveProperty('value.env')
  })

  test('__proto__ is a name like any other', () => {
    const edited = withPairs('{}', 'env', [['__proto__', 'x']])
    expect(edited).toContain('"__proto__": "x"')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

test('what is no whole number stays text, so that the check can name it', () => {
  expect(numberFrom('3000')).toBe(3_000)
  expect(numberFrom(' ')).toBeUndefined()
  expect(numberFrom('3s')).toBe('3s')
  expect(numberFrom('-1')).toBe('-1')
})
