// The demo server: speaks MCP over stdin and stdout, one frame a line. No dependencies.
import { createInterface } from 'node:readline'
import { converse } from './conversation.mjs'

const receive = converse(
  (frame) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...frame })}\n`),
  (text) => process.stdout.write(text)
)

createInterface({ input: process.stdin })
  .on('line', (line) => receive(line))
  .on('close', () => process.exit(0))
process.stderr.write(`demo: ready on Node ${process.versions.node}\n`)
