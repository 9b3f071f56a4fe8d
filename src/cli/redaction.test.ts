import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { folder, patchbay, tidy } from './testing'

afterAll(tidy)

/** Answers each call with its argument `json`, and writes its variable MY_TOKEN to stderr in base64. */
const SERVER = `
import readline from 'node:readline'
const token = process.env.MY_TOKEN ?? ''
process.stderr.write(Buffer.from(token).toString('base64').replace(/.{76}/g, '$&\\n') + '\\n')
const tools = [{ name: 'get_x', inputSchema: { type: 'object' } }]
const serverInfo = { name: 's', version: '1' }
const results = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: given }) => ({ content: [{ type: 'text', text: given.text }] })
}
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = results[method]?.(params)
  const answer = result ? { result } : { error: { code: -32601, message: 'no' } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
})`

const path = join(folder, 'repeating.mjs')
writeFileSync(path, SERVER)

async function called(text: string, ...options: readonly string[]) {
  const args = ['call', 'get_x', '--args', JSON.stringify({ text }), ...options]
  const server = ['--env', 'ELECTRON_RUN_AS_NODE=1', '--', process.execPath, path]
  return patchbay([...args, ...server])
}

describe('What the commands hide', () => {
  it.each(['Good morning', 'debug,info', 'alpha-1,beta-2'])(
    'is no part of a text that has an ordinary variable in it: %s',
    async (value) => {
      const { stdout } = await called(`${value} everyone`, '--env', `TITLE=${value}`)
      expect(stdout).toBe(`${value} everyone`)
    }
  )

  it('is no part of a number', async () => {
    const { stdout } = await called('{"n":1234567}', '--env', 'PORT_KEY=123456')
    expect(stdout).toBe('{"n":1234567}')
  })

  it('is each line of a secret that the server writes to stderr in base64', async () => {
    const secret = Array.from({ length: 10 }, (_, at) => `q${at}Zx7Kp-${at}w`).join('')
    const file = join(folder, 'base64.jsonl')
    const { stderr } = await called('x', '--env', `MY_TOKEN=${secret}`, '--traffic', file)
    const encoded = Buffer.from(secret).toString('base64').replace(/=+$/, '')
    for (const text of [stderr, readFileSync(file, 'utf8')]) {
      expect(text).not.toContain(encoded.slice(0, 76))
      expect(text).not.toContain(encoded.slice(76))
    }
  })
})
