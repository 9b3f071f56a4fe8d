// A server for measurements of the window: as many tools as it is told, a storm and a flood, or traps.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { hostileSchemas } from './hostile-schemas.mjs'

const [count = '0', schemaFile] = process.argv.slice(2)
const FLOOD_CHARS = 50 * 1024 * 1024
const STORM = 10_000
const text = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }

const tools = [
  { name: 'echo', description: 'Says what it is told.', inputSchema: text },
  { name: 'storm', description: 'Tells of its progress all the time.', inputSchema: nothing() },
  { name: 'flood', description: 'Returns 50 MB of text.', inputSchema: nothing() },
  ...(schemaFile ? [{ name: 'largest', inputSchema: largestIn(schemaFile) }] : []),
  ...Array.from({ length: Number(count) }, (_, index) => ({
    name: `area_${index % 40}_tool_${index}`,
    title: `Tool ${index}`,
    description: `Does thing ${index} of many, and tells what became of it in a few words.`,
    inputSchema: text,
    annotations: { readOnlyHint: index % 2 === 0 }
  }))
]

/** A frame is made of texts, because some schemas are too deep for `JSON.stringify`. */
const traps = Object.entries(hostileSchemas).map(
  ([name, schema]) => `{"name":"${name}","inputSchema":${schema}}`
)

function nothing() {
  return { type: 'object', properties: {} }
}

/** Of the schemas of real servers, the one with the most characters. */
function largestIn(file) {
  const servers = Object.values(JSON.parse(readFileSync(file, 'utf8')))
  const schemas = servers.flat().map(({ inputSchema }) => inputSchema)
  return schemas.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0]
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: 'bench', version: '1.0.0' }
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'logging/setLevel': () => ({}),
  'tools/call': ({ name, arguments: args, _meta }) => {
    if (name === 'storm') storm(_meta?.progressToken)
    const said = name === 'flood' ? 'all work and no play '.repeat(FLOOD_CHARS / 21) : args?.message
    return { content: [{ type: 'text', text: `${name}: ${said ?? 'done'}` }] }
  }
}

function storm(progressToken) {
  const frames = []
  for (let step = 1; step <= STORM; step++) {
    const message = `step ${step}`
    frames.push({
      method: 'notifications/progress',
      params: { progressToken, progress: step, total: STORM, message }
    })
    frames.push({ method: 'notifications/message', params: { level: 'info', data: message } })
  }
  process.stdout.write(frames.map(lineOf).join(''))
}

function lineOf(frame) {
  return `${JSON.stringify({ jsonrpc: '2.0', ...frame })}\n`
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'tools/list' && count === 'traps') {
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[${traps.join(',')}]}}\n`)
    return
  }
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  const body = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: 'Method not found' } }
  process.stdout.write(lineOf({ id, ...body }))
})
