// A proxy that only connects (CONNECT), and can want a name and a password first.
import { Buffer } from 'node:buffer'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'

/**
 * Listens on a free port of 127.0.0.1. `asked` lists the hosts and ports it was asked for. `places`
 * says where hosts that nobody else knows are; `answer` makes it refuse everything with a status.
 */
export async function startConnectProxy({ password, answer, places = {}, tls, headers = '' } = {}) {
  const asked = []
  const sockets = new Set()
  const server = tls ? https.createServer(tls) : http.createServer()
  const wanted = password && `Basic ${Buffer.from(password).toString('base64')}`
  server.on('request', (_request, response) => response.writeHead(405).end())
  server.on('connect', (request, socket, head) => {
    asked.push(request.url)
    socket.on('error', () => undefined)
    const refuse = (status, more = '') =>
      socket.end(`HTTP/1.1 ${status} No\r\n${more}Content-Length: 0\r\n\r\n`)
    if (answer === 'silence') return void socket.resume().on('end', () => socket.end())
    if (answer !== undefined) return refuse(answer, headers)
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      return refuse(407, 'Proxy-Authenticate: Basic realm="fixture"\r\n')
    }
    const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(request.url ?? '') ?? []
    const known = places[`${host}:${port}`]
    const way = net.connect(known ?? { host, port: Number(port) }, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      if (head.length > 0) way.write(head)
      way.pipe(socket).pipe(way)
    })
    way.on('error', () => refuse(502))
    socket.once('close', () => way.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  return {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
