// A server that floods when it is called, and then says how much it has sent. Every frame is numbered.
import { createInterface } from 'node:readline'

const FRAMES_A_WRITE = 1_000
/** So often a frame has a word in it that the others do not have. */
const MARKED_EVERY = 1_000

const [count = '1000000', when] = process.argv.slice(2)

async function flood() {
  const total = Number(count)
  for (let sent = 0; sent < total; sent += FRAMES_A_WRITE) {
    const size = Math.min(FRAMES_A_WRITE, total - sent)
    const frames = Array.from({ length: size }, (_, index) => frame(sent + index + 1))
    if (process.stdout.write(frames.join(''))) continue
    await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
  return total
}

function frame(number) {
  const word = number % MARKED_EVERY === 0 ? 'marked' : 'common'
  return `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${word} ${number}."}}\n`
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: 'flood', version: '1.0.0' }
  }),
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'tools/list': () => ({
    tools: [{ name: 'flood', inputSchema: { type: 'object', properties: {} } }]
  }),
  'tools/call': async () => ({ content: [{ type: 'text', text: `sent ${await flood()}` }] })
}

if (when === 'now') await flood()
else {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params = {} } = JSON.parse(line)
    if (id === undefined) return
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
    const body = answer
      ? { result: await answer(params) }
      : { error: { code: -32601, message: 'Method not found' } }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
  })
}
