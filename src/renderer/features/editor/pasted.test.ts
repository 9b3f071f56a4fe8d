import { expect, test } from 'vitest'
import { readPasted } from './pasted'

test('a command line becomes a definition without empty fields', () => {
  const pasted = readPasted('npx -y @modelcontextprotocol/server-github@1.2')
  expect(pasted).toMatchObject({ kind: 'definition', name: 'github' })
  expect(pasted.kind === 'definition' && JSON.parse(pasted.text)).toEqual({
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-github@1.2']
  })
})

test('an address becomes a definition', () => {
  const pasted = readPasted('https://mcp.example.com/mcp')
  expect(pasted.kind === 'definition' && JSON.parse(pasted.text)).toEqual({
    url: 'https://mcp.example.com/mcp'
  })
})

test('one entry is taken as it is written, comments and all', () => {
  const text = '{\n  // mine\n  "command": "node"\n}'
  expect(readPasted(text)).toEqual({ kind: 'definition', name: '', text, notes: [] })
})

test('a file with one server gives its name too', () => {
  const pasted = readPasted('{"mcpServers":{"files":{"command":"node","x":1}}}')
  expect(pasted).toMatchObject({ kind: 'definition', name: 'files' })
  expect(pasted.kind === 'definition' && JSON.parse(pasted.text)).toEqual({ command: 'node', x: 1 })
})

test.each([
  '{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}',
  '{"servers":{"a":{"command":"x"}}}',
  '"files": { "command": "x" }',
  '```json\n{}\n```'
])('%j is for the import', (text) => {
  expect(readPasted(text)).toEqual({ kind: 'import' })
})

test('a server that comes with the inputs it asks for is for the import, which takes both', () => {
  const server = { command: 'x', args: ['${input:key}'] }
  const inputs = [{ id: 'key', type: 'promptString', password: true }]
  expect(readPasted(JSON.stringify({ inputs, mcpServers: { a: server } }))).toEqual({
    kind: 'import',
    why: 'It comes with inputs: the import takes both over.'
  })
  const without = JSON.stringify({ inputs: [], mcpServers: { a: server } })
  expect(readPasted(without)).toMatchObject({ kind: 'definition', name: 'a' })
})

test('a command in quotes is a command', () => {
  expect(readPasted('"/opt/my tools/serve" --fast')).toMatchObject({ kind: 'definition' })
})

test('what no shell-less start could do is a problem', () => {
  expect(readPasted('node a.js | tee log')).toMatchObject({ kind: 'problem' })
})
