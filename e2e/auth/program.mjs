// What the servers of these tests have in common: loopback, a free port, orders as lines on stdin.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

/** The options of the program: one argument, in JSON. */
export function optionsOf(argv) {
  return JSON.parse(argv[2] ?? '{}')
}

/** Listens on a free port of 127.0.0.1 with what `handlerFor(origin)` resolves with. */
export async function listenOnLoopback(handlerFor) {
  let handle
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    handle(request, response).catch((error) => {
      process.stderr.write(`${error.stack}\n`)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  handle = await handlerFor(`http://127.0.0.1:${server.address().port}`)
}

/**
 * Says with one line that the server is ready. Then each line on stdin is an order, such as
 * {"do":"counts"}, and is answered by one line. The program ends with its stdin.
 */
export function takeOrders(ready, controls) {
  const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const { do: name, ...order } = JSON.parse(line)
    const control = controls[name]
    say(control ? { did: name, value: control(order) ?? null } : { failed: `No order ${name}.` })
  })
  lines.on('close', () => process.exit(0))
  say(ready)
}
