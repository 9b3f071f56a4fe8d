// The least that can list the tools of a server: starts it, shakes hands, asks, prints, ends it.
import { spawn } from 'node:child_process'
import process from 'node:process'

const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map()
let rest = ''
let lastId = 0

child.stdout.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) {
    const { id, result } = JSON.parse(line)
    waiting.get(id)?.(result)
  }
})

function send(message) {
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

function request(method, params) {
  const id = ++lastId
  send({ id, method, params })
  return new Promise((resolve) => waiting.set(id, resolve))
}

await request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bare', version: '1' }
})
send({ method: 'notifications/initialized' })
const { tools } = await request('tools/list', {})
for (const { name } of tools) process.stdout.write(`${name}\n`)
child.stdin.end()
