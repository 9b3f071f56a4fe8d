// The other end of the measurements: answers as fast as Node can, over stdio or HTTP.
import { createServer } from 'node:http'
import process from 'node:process'

const SERVER_INFO = { name: 'echo', version: '1' }
const TOOLS = [{ name: 'echo', inputSchema: { type: 'object' } }]
const NOTES_PER_WRITE = 500

function answerTo({ id, method, params = {} }) {
  return JSON.stringify({ jsonrpc: '2.0', id, ...resultOf(method, params) })
}

function resultOf(method, params) {
  switch (method) {
    case 'initialize': {
      const capabilities = { tools: {}, logging: {} }
      const { protocolVersion } = params
      return { result: { protocolVersion, capabilities, serverInfo: SERVER_INFO } }
    }
    case 'tools/list':
      return { result: { tools: TOOLS } }
    case 'tools/call': {
      const text = 'x'.repeat(params.arguments?.size ?? 0)
      return { result: { content: [{ type: 'text', text }] } }
    }
    default:
      return { error: { code: -32601, message: 'Method not found' } }
  }
}

async function flood(count) {
  for (let first = 1; first <= count; first += NOTES_PER_WRITE) {
    let text = ''
    for (let data = first; data < Math.min(first + NOTES_PER_WRITE, count + 1); data++) {
      const params = { level: 'info', logger: 'bench', data: `note ${data} of ${count}` }
      text += `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n`
    }
    await new Promise((resolve) => process.stdout.write(text, resolve))
  }
}

function overStdio() {
  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', async (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      const message = JSON.parse(line)
      if (message.id === undefined) continue
      const count = message.params?.arguments?.notes
      if (count !== undefined) await flood(count)
      process.stdout.write(`${answerTo(message)}\n`)
    }
  })
  process.stdin.on('end', () => process.exit())
}

function overHttp() {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const message = JSON.parse(body)
      if (message.id === undefined) return response.writeHead(202).end()
      response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(message))
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
  process.stdin.resume().on('end', () => process.exit())
}

if (process.argv[2] === 'http') overHttp()
else overStdio()
