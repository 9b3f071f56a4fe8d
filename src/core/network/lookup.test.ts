import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { lookUp, placeOf } from '../doctor/address-checks'
import { remote } from '../doctor/doctor-testing'
import { complete } from '../sampling/openai'
import { lookUpAll } from './lookup'
import { networkFailure } from '../http/http-failure'
import { startHttpFaults, tidy, wireTo, INITIALIZE } from '../transport/remote-testing'
import { StreamableHttpTransport } from '../transport/streamable-http'
import { WebSocketTransport } from '../transport/websocket'
import { PLAIN_NETWORKS } from './networks'

/** One number, which only the system takes for 169.254.169.254. */
const LINK_LOCAL_NAME = '0xa9fea9fe'

const closings: (() => void)[] = []
afterEach(async () => {
  await tidy()
  for (const close of closings.splice(0)) close()
})

describe('a name that counts as this machine', () => {
  it.each(['localhost', 'anything.localhost', 'Model.LocalHost.'])(
    'leads to this machine, whatever the system says of %s',
    async (name) => {
      expect(await lookUpAll(name)).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 }
      ])
    }
  )

  it('is where a server is asked over HTTP', async () => {
    const { url } = await startHttpFaults('ok')
    const { port } = new URL(url)
    const { wire, answered } = wireTo(StreamableHttpTransport, `http://a.localhost:${port}/mcp`)
    await wire.start()
    await wire.send(INITIALIZE)
    await answered(0)
  })

  it('is where a server is asked over a WebSocket', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    closings.push(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const connected = once(server, 'connection')
    const { wire } = wireTo(WebSocketTransport, `ws://b.localhost:${port}/mcp`)
    await wire.start()
    await connected
  })

  it('is where a model is asked', async () => {
    const answer = JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'here' } }]
    })
    const server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
    closings.push(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const baseUrl = `http://c.localhost:${port}/v1`
    const { signal } = new AbortController()
    const asking = { baseUrl, model: 'm', signal, network: PLAIN_NETWORKS.own }
    expect(await complete(asking, { messages: [], tools: [], more: {} })).toMatchObject({
      content: { type: 'text', text: 'here' }
    })
  })
})

describe('a name that leads to where a machine keeps its own data', () => {
  it('is not connected to, with a sentence', async () => {
    const error: unknown = await lookUpAll(LINK_LOCAL_NAME).catch((reason: unknown) => reason)
    expect(networkFailure(error, new URL('http://inside.example/'))).toMatchObject({
      message: `inside.example could not be reached: the name ${LINK_LOCAL_NAME} leads to 169.254.169.254, where a machine keeps its own data. Patchbay does not connect there by name (ERR_ADDRESS_REFUSED).`,
      isUnsent: true
    })
  })

  it('is told by the doctor', async () => {
    const place = placeOf(remote('http://inside.example/mcp'))
    if (!place) throw new Error('That is an address.')
    const { verdict, addresses } = await lookUp({ ...place, host: LINK_LOCAL_NAME })
    expect(addresses).toEqual([])
    expect(verdict).toMatchObject({ status: 'failed' })
    expect(verdict.detail).toContain('leads to 169.254.169.254')
  })
})
