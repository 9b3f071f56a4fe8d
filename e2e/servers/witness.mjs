/** Writes down each call it gets before it answers: what reached a server cannot be denied. */
import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { LineServer, textResult, tool } from './line-server.mjs'

const [file = ''] = process.argv.slice(2)
const server = new LineServer()
server.toolList = [tool('mark', 'Writes a mark down', { mark: { type: 'string' } })]
server.toolCalls = {
  mark: ({ params }) => {
    appendFileSync(file, `${params.arguments.mark}\n`)
    return textResult('written')
  }
}
server.listen()
