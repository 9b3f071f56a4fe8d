/** One response of a real HTTP server, for tests of those who read it. */
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lets `write` answer one request and `read` take the response. */
export async function through<T>(
  write: (response: ServerResponse) => void,
  read: (incoming: IncomingMessage) => Promise<T>
): Promise<T> {
  const server = createServer((_request, response) => write(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject)
    })
    incoming.on('error', () => undefined)
    return await read(incoming)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
