/** What can be wrong with the bytes and the frames. */
import { Buffer } from 'node:buffer'
import process from 'node:process'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { answerAround, lineOf, NO_ANSWER, Refusal, textResult, tool } from './line-server.mjs'

const MIB = 1024 * 1024
const CHUNK_BYTES = 64 * 1024
const NOTES_PER_WRITE = 500
/** Longer than any honest client needs for the second of two answers. */
const STRAGGLER_MS = 1_000

export const wireModes = {
  crash(server) {
    server.go = () => {
      for (const words of ['reading the index', 'out of cheese', 'giving up']) server.log(words)
      process.exit(7)
    }
  },

  segv(server) {
    server.go = () => {
      process.kill(process.pid, 'SIGSEGV')
      return NO_ANSWER
    }
  },

  partialcrash(server) {
    server.go = async ({ id }) => {
      await server.write(answerAround(id).before)
      process.exit(3)
    }
  },

  splitutf8(server) {
    server.go = async ({ id }) => {
      for (const byte of Buffer.from(lineOf({ id, result: textResult('naïve 😀 日本') }))) {
        await server.write(Buffer.of(byte))
        await setImmediate()
      }
      return NO_ANSWER
    }
  },

  /** Half of an answer, a word on stderr when it is out, and the other half when it is told to. */
  halves(server) {
    let goOn = () => undefined
    server.hear = ({ method }) => {
      if (method !== 'notifications/go-on') return false
      goOn()
      return true
    }
    server.go = async ({ id }) => {
      const { before, after } = answerAround(id)
      const told = new Promise((resolve) => (goOn = resolve))
      await server.write(before)
      server.log('half')
      await told
      await server.write(after)
      return NO_ANSWER
    }
  },

  /** Repeats on stderr what it hears, letter by letter, and takes several messages at once. */
  parrot(server) {
    const hearLine = server.hearLine.bind(server)
    server.hearLine = (line) => {
      server.log(line)
      hearLine(line)
    }
    server.hear = (message) => {
      if (!Array.isArray(message)) return false
      for (const part of message) void server.take(part)
      return true
    }
    server.go = () => NO_ANSWER
  },

  /** Answers with numbers that JavaScript cannot hold, those of the arguments among them, as they came. */
  digits(server) {
    const hearLine = server.hearLine.bind(server)
    let heard = ''
    server.hearLine = (line) => {
      heard = line
      hearLine(line)
    }
    const properties = { count: { type: 'integer', minimum: 1 } }
    server.toolList[2].inputSchema = { type: 'object', properties }
    server.go = async ({ id }) => {
      const [, sent = '{}'] = /"arguments":(\{[^}]*\})/.exec(heard) ?? []
      const rows = '[{"id":12345678901234567890,"far":1e400},{"id":9007199254740993,"far":-1e400}]'
      const structured = `{"rows":${rows},"sent":${sent},"small":0.1000000000000000055511151231257827}`
      const text = JSON.stringify(structured)
      const content = `[{"type":"text","text":${text}}]`
      const result = `{"content":${content},"structuredContent":${structured}}`
      await server.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`)
      return NO_ANSWER
    }
  },

  badutf8(server) {
    server.go = async ({ id }) => {
      const { before, after } = answerAround(id)
      await server.write(Buffer.concat([before, Buffer.from('bad: '), Buffer.of(0xff), after]))
      return NO_ANSWER
    }
  },

  /** Writes bytes that are no text around its answer. */
  notutf8(server) {
    server.go = async ({ id }) => {
      await server.write(Buffer.of(0xff, 0xfe, 0xc3, 0x28, 0x0a))
      process.stderr.write(Buffer.of(0x6f, 0xff, 0x0a))
      await server.answer(id, textResult('between bytes'))
      return NO_ANSWER
    }
  },

  /** A line of that many mebibytes, written to its end even when stdin ends before. */
  huge(server, mebibytes = '100') {
    server.go = async ({ id }) => {
      const { before, after } = answerAround(id)
      const chunk = Buffer.alloc(CHUNK_BYTES, 'x')
      server.endsWithStdin = false
      await server.write(before)
      for (let left = Number(mebibytes) * MIB; left > 0; left -= CHUNK_BYTES) {
        await server.write(chunk)
      }
      await server.write(after)
      server.endsWithStdin = true
      if (process.stdin.readableEnded) process.exit(0)
      return NO_ANSWER
    }
  },

  /** A line that is longer than the limit, with its id where nobody looks for it. */
  midid: instead((id) => {
    const long = 'x'.repeat(MIB)
    return `{"jsonrpc":"2.0","result":{"text":"${long}"},"id":${JSON.stringify(id)},"more":"${long}"}\n`
  }),

  garbage(server) {
    server.go = async ({ id }) => {
      await server.write('listening on port 3000\n\u001b[32mready\u001b[0m\n')
      await server.answer(id, textResult('between the noise'))
      await server.write('[debug] answered\n')
      return NO_ANSWER
    }
  },

  notjsonrpc: instead(() => '{"answer":42}\n'),

  nojsonrpc: instead((id) => `${JSON.stringify({ id, result: textResult('no version') })}\n`),

  batch: instead((id) => {
    const parts = [
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'first' } },
      { jsonrpc: '2.0', id, result: textResult('in a batch') }
    ]
    return `${JSON.stringify(parts)}\n`
  }),

  both: instead((id) =>
    lineOf({ id, result: textResult('yes'), error: { code: -32603, message: 'and no' } })
  ),

  nullid: instead(() => lineOf({ id: null, error: { code: -32603, message: 'Something failed' } })),

  never(server) {
    server.go = () => NO_ANSWER
  },

  /** Answers as soon as it is told that nobody waits any more. */
  late(server) {
    server.go = () => NO_ANSWER
    server.hear = ({ method, params }) => {
      if (method !== 'notifications/cancelled') return false
      void server.answer(params.requestId, textResult('too late'))
      return true
    }
  },

  dup: instead((id) => lineOf({ id, result: textResult('once') }).repeat(2)),

  wrongid: instead((id) => lineOf({ id: Number(id) + 1_000, result: textResult('not yours') })),

  stringid: instead((id) => lineOf({ id: String(id), result: textResult('as text') })),

  /** Asks twice under one id, and tells which answers it got to that id. */
  dupreq(server) {
    server.go = async () => {
      const answers = []
      const gotBoth = new Promise((resolve) => {
        server.waiting.set('twice', (answer) => {
          if (answers.push(answer) === 2) resolve()
        })
      })
      await server.write(lineOf({ id: 'twice', method: 'roots/list' }).repeat(2))
      const fence = server.ask('ping').then(() => setTimeout(STRAGGLER_MS))
      await Promise.race([gotBoth, fence])
      return textResult(JSON.stringify(answers))
    }
  },

  flood(server, count = '200000') {
    server.capabilities = { ...server.capabilities, logging: {} }
    server.go = async () => {
      for (let next = 1; next <= Number(count); next += NOTES_PER_WRITE) {
        const last = Math.min(next + NOTES_PER_WRITE - 1, Number(count))
        await server.write(notes(next, last))
      }
      return textResult(`after ${count} notifications`)
    }
  },

  /** All progress and the answer in a single write. */
  progressflood(server, count = '1000') {
    server.go = async ({ id, params }) => {
      const total = Number(count)
      const lines = []
      for (let progress = 1; progress <= total; progress++) {
        const news = { progressToken: params._meta?.progressToken, progress, total }
        lines.push(lineOf({ method: 'notifications/progress', params: news }))
      }
      lines.push(lineOf({ id, result: textResult(`after ${total} steps`) }))
      await server.write(lines.join(''))
      return NO_ANSWER
    }
  },

  cursorloop(server) {
    server.handlers['tools/list'] = () => ({ tools: server.toolList, nextCursor: 'again' })
  },

  endlesspages(server) {
    server.handlers['tools/list'] = ({ params }) => {
      const page = Number(params.cursor ?? 0)
      return { tools: [tool(`tool-${page}`, 'One of many')], nextCursor: String(page + 1) }
    }
  },

  hugepage(server) {
    const many = Array.from({ length: 20_000 }, (_, n) => tool(`tool-${n}`, 'One of many'))
    server.toolList = [...server.toolList, ...many]
  },

  malformedtools(server) {
    server.toolList = [
      { ...tool('good', 'Nothing is wrong with it'), 'x-extra': { kept: true } },
      { description: 'Has no name', inputSchema: { type: 'object' } },
      null,
      { name: 'schemaless', description: 'Has no input schema' }
    ]
  },

  pages(server) {
    server.capabilities = { tools: {}, resources: {}, prompts: {} }
    const described = { description: 'One of three pages' }
    Object.assign(server.handlers, {
      'tools/list': paged('tools', (n) => tool(`tool-${n}`, described.description)),
      'resources/list': paged('resources', (n) => ({ uri: `test://${n}`, name: `resource-${n}` })),
      'resources/templates/list': paged('resourceTemplates', (n) => ({
        uriTemplate: `test://${n}/{name}`,
        name: `template-${n}`
      })),
      'prompts/list': paged('prompts', (n) => ({ name: `prompt-${n}`, ...described }))
    })
  },

  /** A thousand times the same news; the tool `count` tells how many lists were asked for since. */
  liststorm(server) {
    let asked = 0
    server.toolList.push(tool('count', 'How many lists were asked for since the storm'))
    server.toolCalls.count = () => textResult(String(asked))
    server.handlers['tools/list'] = () => {
      asked++
      return { tools: server.toolList }
    }
    server.go = async () => {
      asked = 0
      await server.write(lineOf({ method: 'notifications/tools/list_changed' }).repeat(1_000))
      return textResult('stormed')
    }
  },

  /** Refuses the first call, names the seconds to wait, and has nothing against the next. */
  ratelimit(server, seconds = '1') {
    let isFirst = true
    server.go = () => {
      if (!isFirst) return textResult('let through')
      isFirst = false
      throw new Refusal(-32000, 'Too many requests', { reset: Number(seconds) })
    }
  }
}

/** A mode that writes something else where the answer to `go` should be. */
function instead(lineFor) {
  return (server) => {
    server.go = async ({ id }) => {
      await server.write(lineFor(id))
      return NO_ANSWER
    }
  }
}

function notes(first, last) {
  const lines = []
  for (let data = first; data <= last; data++) {
    lines.push(lineOf({ method: 'notifications/message', params: { level: 'info', data } }))
  }
  return lines.join('')
}

function paged(key, make) {
  return ({ params }) => {
    const page = Number(params.cursor ?? 1)
    const items = [make(page * 2 - 1), make(page * 2)]
    return { [key]: items, ...(page < 3 && { nextCursor: String(page + 1) }) }
  }
}
