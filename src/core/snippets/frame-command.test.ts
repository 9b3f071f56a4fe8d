import { expect, it } from 'vitest'
import { frameCommand } from './frame-command'
import { ready, remoteOf, wantedCall } from './snippet-testing'

const {
  tool: _tool,
  arguments: _arguments,
  ...around
} = wantedCall({
  definition: { ...wantedCall().definition, scope: 'user', name: 'files' }
})
const frame = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

it('writes down calls, readings and prompts as commands', () => {
  const commands = [
    frame('tools/call', { name: 'echo', arguments: { message: 'it is' }, _meta: {} }),
    frame('resources/read', { uri: 'demo://a b' }),
    frame('prompts/get', { name: 'greet', arguments: { name: 'Ada' } }),
    frame('prompts/get', { name: 'greet' })
  ].map((text) => frameCommand('cli', text, around))
  expect(commands).toEqual([
    `npx patchbay call files echo --args '{"message":"it is"}'`,
    `npx patchbay read files 'demo://a b'`,
    `npx patchbay prompt files greet --args '{"name":"Ada"}'`,
    'npx patchbay prompt files greet'
  ])
})

it('refuses what the command line cannot send', () => {
  expect(() => frameCommand('cli', 'what?', around)).toThrow('This frame is neither')
})

it('writes down any other method as a request', () => {
  const commands = [
    frame('ping', { _meta: { progressToken: 1 } }),
    frame('completion/complete', { ref: { type: 'ref/prompt', name: "it's" } }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })
  ].map((text) => frameCommand('cli', text, around))
  expect(commands).toEqual([
    'npx patchbay request files ping',
    `npx patchbay request files completion/complete --params '{"ref":{"type":"ref/prompt","name":"it'\\''s"}}'`,
    'npx patchbay request files notifications/roots/list_changed'
  ])
})

it('has a call whose arguments do not fit the schema made all the same', () => {
  const inputSchema = { type: 'object', required: ['message'] }
  const command = (args: object): string =>
    frameCommand('cli', frame('tools/call', { name: 'echo', arguments: args }), {
      ...around,
      inputSchema
    })
  expect([command({}), command({ message: 'a' })]).toEqual([
    'npx patchbay call files echo --force',
    `npx patchbay call files echo --args '{"message":"a"}'`
  ])
})

it('gives curl the frame exactly as it was sent, broken or not', () => {
  const modern = { ...around, definition: remoteOf(), state: ready('modern', '2026-07-28') }
  const text = '{"jsonrpc":"2.0","id":9,"method":"ping","params":{"n":1.0}}'
  expect(frameCommand('curl', text, modern)).toContain(`--data-raw '${text}'`)
  const legacy = { ...around, definition: remoteOf(), state: ready('legacy', '2025-11-25') }
  expect(frameCommand('curl', '{"half', legacy)).toMatch(/initialize[^]*--data-raw '\{"half'$/)
  expect(frameCommand('curl', frame('initialize', {}), legacy)).not.toContain('session')
  expect(() => frameCommand('curl', text, around)).toThrow('files is a process')
})
