/**
 * A small and correct server of the legacy era over stdio. It waits for its handlers, so that a mode
 * can change it in one respect: replace a handler, the tools, what `go` does, or what it hears.
 */
import { Buffer } from 'node:buffer'
import process from 'node:process'

/** What a handler returns when the request is to stay without an answer, or has one already. */
export const NO_ANSWER = Symbol('no answer')

export const LATEST_LEGACY = '2025-11-25'
const LEGACY_VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', LATEST_LEGACY]

export const SERVER_INFO = { name: 'faults', version: '1.0.0' }

/** Thrown by a handler, it becomes the error of the answer. */
export class Refusal extends Error {
  constructor(code, message, data) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function tool(name, description, properties = {}) {
  return { name, description, inputSchema: { type: 'object', properties } }
}

export function textResult(text) {
  return { content: [{ type: 'text', text }] }
}

export class LineServer {
  /** Ends with its stdin, as a server should. */
  endsWithStdin = true
  toolList = [
    tool('echo', 'Says what it is told', { text: { type: 'string' } }),
    tool('fail', 'Fails, and says so in its result'),
    tool('go', 'Shows the fault')
  ]
  handlers = {
    initialize: ({ params }) => this.initializeResult(params.protocolVersion),
    ping: () => ({}),
    'tools/list': () => ({ tools: this.toolList }),
    'tools/call': (request) => this.callTool(request)
  }
  toolCalls = {
    echo: ({ params }) => textResult(String(params.arguments?.text ?? '')),
    fail: () => ({ ...textResult('This tool always fails.'), isError: true }),
    go: (request) => this.go(request)
  }
  capabilities = { tools: { listChanged: true } }
  /** By the id that we gave to a request of ours: who waits for its answer. */
  waiting = new Map()
  lastId = 0

  /** What the tool `go` does; it is given the request. */
  go() {
    return textResult('Nothing is wrong.')
  }

  /** Is given each message before its handler; true when that was all. */
  hear() {
    return false
  }

  /** What is put around every result. */
  wrap(result) {
    return result
  }

  listen() {
    let rest = ''
    process.stdin.setEncoding('utf8')
    process.stdin.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') this.hearLine(line)
    })
    process.stdin.on('end', () => {
      if (this.endsWithStdin) process.exit(0)
    })
    process.stdout.on('error', () => {
      if (this.endsWithStdin) process.exit(0)
    })
  }

  hearLine(line) {
    const message = jsonOf(line)
    if (message === undefined) void this.refuse(null, -32700, 'Parse error')
    else void this.take(message)
  }

  /** All output leaves here. Resolves when the pipe has taken it. */
  write(bytes) {
    return new Promise((resolve) => process.stdout.write(bytes, () => resolve()))
  }

  say(message) {
    return this.write(lineOf(message))
  }

  notify(method, params) {
    return this.say({ method, ...(params && { params }) })
  }

  answer(id, result) {
    return this.say({ id, result: this.wrap(result) })
  }

  refuse(id, code, message, data) {
    return this.say({ id, error: { code, message, ...(data !== undefined && { data }) } })
  }

  /** Resolves with the whole answer of the client. */
  ask(method, params) {
    const id = `ask-${++this.lastId}`
    const answered = new Promise((resolve) => this.waiting.set(id, resolve))
    void this.say({ id, method, ...(params && { params }) })
    return answered
  }

  /** What it says on the side, whole before anything else happens. */
  log(text) {
    process.stderr.write(`${text}\n`)
  }

  initializeResult(asked) {
    return {
      protocolVersion: LEGACY_VERSIONS.includes(asked) ? asked : LATEST_LEGACY,
      capabilities: this.capabilities,
      serverInfo: SERVER_INFO
    }
  }

  callTool(request) {
    const { name } = request.params
    if (!Object.hasOwn(this.toolCalls, name)) throw new Refusal(-32602, `Unknown tool: ${name}`)
    return this.toolCalls[name](request)
  }

  async take(message) {
    if (this.hear(message)) return
    const { id, method, params = {} } = message
    if (method === undefined) return this.waiting.get(id)?.(message)
    if (id === undefined) return
    try {
      if (!Object.hasOwn(this.handlers, method)) throw new Refusal(-32601, 'Method not found')
      const given = this.handlers[method]({ id, method, params })
      // What can be answered at once is, so that answers keep the order of the requests.
      const result = given instanceof Promise ? await given : given
      if (result !== NO_ANSWER) await this.answer(id, result)
    } catch (error) {
      await this.refuse(id, error.code ?? -32603, error.message, error.data)
    }
  }
}

function jsonOf(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export function lineOf(message) {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
}

/** The line of an answer, cut where its text begins, for those who write that text in their own way. */
export function answerAround(id) {
  const [before, after] = lineOf({ id, result: textResult('\uE000') }).split('\uE000')
  return { before: Buffer.from(before), after: Buffer.from(after) }
}
