// The demo server over HTTP, on this machine only. Takes signed requests, and says why it refuses others.
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { converse } from './conversation.mjs'
import { SignatureCheck } from './signature.mjs'

const PATH = '/mcp'
const LIMIT_BYTES = 16 * 1024 * 1024
const HELP = `Usage: npm run demo -- [options]

  --secret <text>        signs and checks requests; made up if it is left out
  --method rpc|http      which method is signed (rpc)
  --scheme simple|v1     what is signed (simple)
  --token <text>         is wanted in initialize (params.authorization.token) or as Authorization
  --clock=<seconds>      sets the clock of the server ahead, or back
  --port <number>        any free one, if it is left out
`

const OPTIONS = {
  secret: { type: 'string' },
  method: { type: 'string', default: 'rpc' },
  scheme: { type: 'string', default: 'simple' },
  token: { type: 'string' },
  clock: { type: 'string', default: '0' },
  port: { type: 'string', default: '0' },
  help: { type: 'boolean', default: false }
}

const options = readOptions()
const secret = options.secret ?? randomBytes(16).toString('hex')
const now = () => Date.now() + Number(options.clock) * 1_000
const check = new SignatureCheck({ ...options, secret, now })
/** By id. */
const sessions = new Map()
const counts = { requests: 0, refused: 0 }

function readOptions() {
  try {
    const { values } = parseArgs({ options: OPTIONS })
    expectOneOf(values, 'method', ['rpc', 'http'])
    expectOneOf(values, 'scheme', ['simple', 'v1'])
    if (values.help) leave(HELP, 0)
    return values
  } catch (error) {
    return leave(`${error.message}\n\n${HELP}`, 2)
  }
}

function expectOneOf(values, name, known) {
  if (known.includes(values[name])) return
  throw new Error(`--${name} has to be one of ${known.join(', ')}.`)
}

function leave(text, code) {
  process.stderr.write(text)
  process.exit(code)
}

async function bodyOf(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > LIMIT_BYTES) throw new Error('The body is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response, status, value, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(value === undefined ? '' : `${JSON.stringify(value)}\n`)
}

function refuse(response, reason, message) {
  counts.refused++
  process.stderr.write(`demo: refused, ${reason}: ${message}\n`)
  const challenge = reason === 'token' ? 'Bearer' : 'HMAC-SHA256'
  const serverTime = Math.floor(now() / 1_000)
  reply(response, 401, { error: reason, message, serverTime }, { 'www-authenticate': challenge })
}

async function serve(request, response) {
  response.sendDate = false
  response.setHeader('date', new Date(now()).toUTCString())
  counts.requests++
  // A page in a browser can reach this machine under another name.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
    return reply(response, 403, { error: 'host', message: 'This host name is not served.' })
  }
  const body = await bodyOf(request)
  const refusal = check.refusal(request, body)
  if (refusal) return refuse(response, ...refusal)
  const { pathname } = new URL(request.url, 'http://127.0.0.1')
  if (pathname === `${PATH}/health`) return reply(response, 200, { status: 'ok' })
  if (pathname === `${PATH}/metrics`) return reply(response, 200, metrics())
  if (pathname !== PATH) return reply(response, 404, { error: 'path', message: `Try ${PATH}.` })
  if (request.method === 'POST') return post(request, response, body)
  const session = sessions.get(request.headers['mcp-session-id'])
  if (!session) return reply(response, 404, { error: 'session', message: 'No such session.' })
  if (request.method === 'DELETE') return end(session, response)
  if (request.method !== 'GET') return reply(response, 405)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  session.streams.add(response)
  return response.on('close', () => session.streams.delete(response))
}

function metrics() {
  const { requests, refused } = counts
  return {
    requests_total: requests,
    active_sessions: sessions.size,
    error_rate: requests === 0 ? 0 : refused / requests
  }
}

function post(request, response, body) {
  const frame = parsed(body)
  if (frame?.method === 'initialize') {
    if (!isKnown(request, frame))
      return refuse(response, 'token', 'The token is not the right one.')
    response.setHeader('mcp-session-id', begin().id)
  }
  const id = response.getHeader('mcp-session-id') ?? request.headers['mcp-session-id']
  const session = sessions.get(id)
  if (!session) return reply(response, 404, { error: 'session', message: 'No such session.' })
  if (frame?.id === undefined || frame.method === undefined) {
    session.receive(body)
    return reply(response, 202)
  }
  return session.receive(body, (said) => answer(response, frame.id, said))
}

/** What is said before the answer makes a stream of it. */
function answer(response, id, said) {
  const frame = { jsonrpc: '2.0', ...said }
  const isAnswer = frame.id === id && frame.method === undefined
  if (isAnswer && !response.headersSent) return reply(response, 200, frame)
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(eventOf(frame))
  if (isAnswer) response.end()
}

function eventOf(frame) {
  return `data: ${JSON.stringify(frame)}\n\n`
}

function isKnown(request, { params }) {
  const { token } = options
  if (token === undefined) return true
  const given = [params?.authorization?.token, request.headers.authorization]
  return given.includes(token) || given.includes(`Bearer ${token}`)
}

function begin() {
  const session = { id: randomUUID(), streams: new Set() }
  const say = (frame) => {
    const [stream] = session.streams
    stream?.write(eventOf({ jsonrpc: '2.0', ...frame }))
  }
  session.receive = converse(say, () => undefined)
  sessions.set(session.id, session)
  return session
}

function end(session, response) {
  for (const stream of session.streams) stream.end()
  sessions.delete(session.id)
  return reply(response, 200)
}

function parsed(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch((error) => {
    if (response.headersSent) return response.destroy()
    return reply(response, 400, { error: 'request', message: error.message })
  })
})
server.on('error', (error) => leave(`demo: ${error.message}\n`, 1))
server.listen(Number(options.port), '127.0.0.1', () => {
  const { method, scheme, token } = options
  const definition = {
    url: `http://127.0.0.1:${server.address().port}${PATH}`,
    ...(token !== undefined && { auth: { token, inInitialize: true } }),
    signing: {
      secret,
      ...(method !== 'rpc' && { method }),
      ...(scheme !== 'simple' && { scheme })
    },
    metricsUrl: `${PATH}/metrics`
  }
  process.stderr.write('demo: ready. Paste this where servers are added; Ctrl+C ends the server.\n')
  process.stdout.write(
    `${JSON.stringify({ mcpServers: { 'signed-demo': definition } }, null, 2)}\n`
  )
})
