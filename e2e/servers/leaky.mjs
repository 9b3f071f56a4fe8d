/**
 * A server that tells everything it was given: its variables, in every encoding that it can think of,
 * in results, errors, logs, on stderr, and where only noise should be.
 */
import { Buffer } from 'node:buffer'
import process from 'node:process'
import { LineServer, Refusal, textResult, tool } from './line-server.mjs'

const told = Object.entries(process.env)
  .filter(([name]) => name.startsWith('LEAK_'))
  .map(([, value]) => value)

function encodings(value) {
  const bytes = Buffer.from(value)
  return [
    value,
    JSON.stringify(value),
    JSON.stringify(JSON.stringify(value)),
    encodeURIComponent(value),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    Buffer.from(`x${value}`).toString('base64'),
    Buffer.from(`Bearer: ${value}`).toString('base64'),
    bytes.toString('hex')
  ]
}

const all = told.flatMap(encodings)

class Leaky extends LineServer {
  go() {
    void this.notify('notifications/message', { level: 'info', data: all })
    return { ...textResult(all.join('\n')), structuredContent: { all } }
  }
}

const server = new Leaky()
const { initialize } = server.handlers
server.handlers.initialize = (request) => {
  all.push(...encodings(String(request.params.authorization?.token)))
  return initialize(request)
}
server.toolList = [tool('go', 'Tells everything'), tool('refuse', all.join(' '))]
server.toolCalls.refuse = () => {
  throw new Refusal(-32000, `It was ${all.join(' ')}`, { all })
}
process.stderr.write(`${all.join('\n')}\n`)
process.stdout.write(`${all.join(' ')}\n`)
server.listen()
