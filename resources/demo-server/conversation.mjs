// What the demo server says, whatever carries it: one conversation with one client.
import { complete } from './completion.mjs'
import { LEVELS } from './levels.mjs'
import { subscribe, unsubscribe } from './live.mjs'
import { findPrompt, listedPrompts } from './prompts.mjs'
import { listedResources, readResource, templates } from './resources.mjs'
import { findTool, listedTools } from './tools.mjs'

const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const PAGE_SIZE = 10

class RpcError extends Error {
  constructor(code, message, data) {
    super(message)
    this.code = code
    this.data = data
  }
}

function page(key, items, cursor) {
  const start = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isInteger(start) || start < 0 || (start > 0 && start >= items.length)) {
    throw new RpcError(-32602, `Unknown cursor: ${cursor}`)
  }
  const end = start + PAGE_SIZE
  return {
    [key]: items.slice(start, end),
    ...(end < items.length && { nextCursor: String(end) })
  }
}

/** `say` takes frames that belong to no request of the client; `print` takes what is no frame. */
export function converse(say, print) {
  /** The requests being worked on, by id, each with the function that gives it up. */
  const working = new Map()
  /** What we asked of the client, by id, each with the function that takes its answer. */
  const asked = new Map()
  let lastAsked = 0
  let lowestLevel = 'debug'

  const methods = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: PROTOCOL_VERSIONS.includes(protocolVersion)
        ? protocolVersion
        : PROTOCOL_VERSIONS[0],
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        logging: {}
      },
      serverInfo: { name: 'patchbay-demo', title: 'Patchbay demo server', version: '1.0.0' },
      instructions:
        'Every tool shows one thing a server can do. Start with echo; count-to has progress, ' +
        'wait can be cancelled, those under "ask" ask you something, and the tools under "break" ' +
        'misbehave on purpose. There are resources of every kind, two that change while one ' +
        'looks, and prompts.'
    }),
    ping: () => ({}),
    'tools/list': ({ cursor }) => page('tools', listedTools(), cursor),
    'tools/call': ({ name, arguments: args = {}, _meta }, signal, send) => {
      const tool = findTool(name)
      if (!tool) throw new RpcError(-32602, `Unknown tool: ${name}`)
      const missing = (tool.inputSchema.required ?? []).filter((key) => !Object.hasOwn(args, key))
      if (missing.length > 0) throw new RpcError(-32602, `Missing: ${missing.join(', ')}`)
      return tool.call(args, contextOf(_meta?.progressToken, signal, send))
    },
    'resources/list': ({ cursor }) => page('resources', listedResources, cursor),
    'resources/templates/list': ({ cursor }) => page('resourceTemplates', templates, cursor),
    'resources/read': ({ uri }) => {
      const result = readResource(String(uri))
      if (!result) throw new RpcError(-32002, 'Resource not found', { uri })
      return result
    },
    'resources/subscribe': ({ uri }) => {
      if (!readResource(String(uri))) throw new RpcError(-32002, 'Resource not found', { uri })
      subscribe(uri, (method, params) => say({ method, params }))
      return {}
    },
    'resources/unsubscribe': ({ uri }) => {
      unsubscribe(uri)
      return {}
    },
    'prompts/list': ({ cursor }) => page('prompts', listedPrompts, cursor),
    'prompts/get': ({ name, arguments: args = {} }) => {
      const prompt = findPrompt(name)
      if (!prompt) throw new RpcError(-32602, `Unknown prompt: ${name}`)
      const required = (prompt.arguments ?? []).filter((argument) => argument.required)
      const missing = required.filter((argument) => !Object.hasOwn(args, argument.name))
      if (missing.length > 0) {
        throw new RpcError(
          -32602,
          `Missing: ${missing.map((argument) => argument.name).join(', ')}`
        )
      }
      return prompt.get(args)
    },
    'completion/complete': (params) => complete(params),
    'logging/setLevel': ({ level }) => {
      if (!LEVELS.includes(level)) throw new RpcError(-32602, `Unknown level: ${level}`)
      lowestLevel = level
      return {}
    }
  }

  function contextOf(progressToken, signal, send) {
    const notify = (method, params) => send({ method, params })
    return {
      signal,
      notify,
      ask: (method, params) => ask(method, params, send, signal),
      progress: (progress, total, message) => {
        if (progressToken === undefined) return
        notify('notifications/progress', { progressToken, progress, total, message })
      },
      log: (level, data) => {
        if (LEVELS.indexOf(level) < LEVELS.indexOf(lowestLevel)) return
        notify('notifications/message', { level, logger: 'demo', data })
      },
      print,
      fail: (code, message, data) => {
        throw new RpcError(code, message, data)
      }
    }
  }

  /** Resolves with the whole answer of the client. Taken back when the call is cancelled. */
  function ask(method, params, send, signal) {
    const id = `ask-${++lastAsked}`
    return new Promise((resolve, reject) => {
      asked.set(id, resolve)
      signal?.addEventListener('abort', () => {
        if (!asked.delete(id)) return
        const params = { requestId: id, reason: 'The call was cancelled.' }
        send({ method: 'notifications/cancelled', params })
        reject(new Error('The call was cancelled.'))
      })
      send({ id, method, ...(params && { params }) })
    })
  }

  async function tellFolders() {
    const { result } = await ask('roots/list', undefined, say)
    process.stderr.write(`demo: folders are ${JSON.stringify(result?.roots)}\n`)
  }

  async function answer({ id, method, params = {} }, send) {
    const handle = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!handle)
      return send({ id, error: { code: -32601, message: `Method not found: ${method}` } })

    const controller = new AbortController()
    working.set(id, controller)
    try {
      const result = await handle(params, controller.signal, send)
      if (!controller.signal.aborted) send({ id, result })
    } catch (error) {
      if (controller.signal.aborted) return
      const { code = -32603, message, data } = error
      send({ id, error: { code, message, data } })
    } finally {
      working.delete(id)
    }
  }

  /** Takes a frame. What belongs to it goes to `send`; everything else is said aside. */
  function receive(text, send = say) {
    let frame
    try {
      frame = JSON.parse(text)
    } catch {
      return send({ id: null, error: { code: -32700, message: 'Parse error' } })
    }
    if (asked.has(frame?.id) && frame.method === undefined) {
      asked.get(frame.id)(frame)
      return asked.delete(frame.id)
    }
    if (typeof frame?.method !== 'string') {
      return send({ id: null, error: { code: -32600, message: 'Invalid request' } })
    }
    if (frame.id !== undefined) return void answer(frame, send)
    if (frame.method === 'notifications/roots/list_changed') return void tellFolders()
    if (frame.method === 'notifications/cancelled') {
      process.stderr.write(`demo: request ${frame.params?.requestId} was cancelled\n`)
      working.get(frame.params?.requestId)?.abort()
    }
  }

  return receive
}
