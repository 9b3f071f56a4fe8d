import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { systemClock } from '../time/clock'
import { TrafficLog } from '../traffic/traffic-log'
import type { Credentials, RefusedAttempt } from './credentials'
import { HttpClient } from './http-client'
import { PLAIN_NETWORKS } from '../network/networks'
import { Tap } from '../wire/tap'

let server: Server | undefined

afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

async function refusing(isWelcome: (request: IncomingMessage) => boolean): Promise<URL> {
  server = createServer((request, response) => {
    response.writeHead(isWelcome(request) ? 200 : 401, { 'www-authenticate': 'Bearer' }).end('{}')
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
}

function clientFor(url: URL, credentials: Credentials, log = new TrafficLog()): HttpClient {
  const tap = new Tap(log, ServerId.parse('s'), systemClock, 'streamable-http')
  return new HttpClient(url, {}, tap, systemClock, PLAIN_NETWORKS.own, credentials)
}

describe('credentials', () => {
  it('are asked for before each attempt, and told of each refusal', async () => {
    const url = await refusing(({ headers }) => headers.authorization === 'Bearer token-2')
    const told: Pick<RefusedAttempt, 'status' | 'rpcMethod' | 'refusals'>[] = []
    let tokens = 0
    const client = clientFor(url, {
      headersFor: () => ({ authorization: `Bearer token-${++tokens}` }),
      answerRefusal: async ({ status, rpcMethod, refusals }) => {
        told.push({ status, rpcMethod, refusals })
        return true
      }
    })
    const request = { method: 'POST' as const, url, headers: {}, body: '{}', rpcMethod: 'ping' }
    const { status } = await client.exchange(request).reply
    client.destroy()
    expect({ status, told }).toEqual({
      status: 200,
      told: [{ status: 401, rpcMethod: 'ping', refusals: 1 }]
    })
  })

  it('do not make a request be repeated without end', async () => {
    let attempts = 0
    const url = await refusing(() => {
      attempts++
      return false
    })
    const client = clientFor(url, { headersFor: () => ({}), answerRefusal: async () => true })
    const { status } = await client.exchange({ method: 'GET', url, headers: {} }).reply
    client.destroy()
    expect({ status, attempts }).toEqual({ status: 401, attempts: 4 })
  })

  it('are not written into the traffic', async () => {
    const url = await refusing(() => true)
    const log = new TrafficLog()
    const raw: string[] = []
    log.onAppend(({ seq }) => raw.push(log.raw(seq) ?? ''))
    const headers = { authorization: 'Bearer very-secret-token' }
    const given = { headersFor: () => headers, answerRefusal: async () => false }
    const client = clientFor(url, given, log)
    await client.exchange({ method: 'GET', url, headers: {} }).reply
    client.destroy()
    expect(raw.join('\n')).toContain('authorization')
    expect(raw.join('\n')).not.toContain('very-secret-token')
  })
})
