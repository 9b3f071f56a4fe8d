/** The debugger with servers that sign requests, or are not reached by an address of the web. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { AuthDebugWish } from '../../shared/sign-in/auth-debug'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import {
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from '../auth/fakes/fake-authorization-server'
import type { SeenRequest } from '../auth/fakes/fake-host'
import { endOtherServers, relayAt, socketServer } from '../auth/other-addresses-testing'
import type { SignInRecord } from '../auth/sign-in-record'
import { signatureOf } from '../http/signing'
import { definitionOf, startRun, stepOf, verdicts, type Started } from './debugger-testing'

const SIGNING = { secret: 'canary-of-the-signing-secret' } as const

const ends: (() => unknown)[] = []

afterEach(async () => {
  await endOtherServers()
  for (const end of ends.splice(0).reverse()) await end()
})

async function fake(options: OddOptions = {}): Promise<OddAuthorizationServer> {
  const odd = await startOddAuthorizationServer(options)
  ends.push(() => odd.close())
  return odd
}

function run(
  odd: OddAuthorizationServer,
  changes: Partial<RemoteDefinition>,
  wish: Partial<AuthDebugWish> = {}
): Started {
  const definition = { ...definitionOf(odd.url), ...changes }
  return startRun(odd, wish, { definition })
}

/** Whether the signature of a request is the right one, as a server finds out. */
function isSigned({ method, path, headers, body, json }: SeenRequest): boolean {
  const timestamp = String(headers['x-mcp-timestamp'])
  const { method: rpcMethod } = (json ?? {}) as { readonly method?: string }
  const url = new URL(path, 'http://127.0.0.1')
  const signed = { method, url, body, rpcMethod }
  return headers['x-mcp-signature'] === signatureOf(SIGNING, timestamp, signed)
}

it('a proxy that is not there is not the doing of the server', async () => {
  const odd = await fake()
  const { run: finished } = run(odd, { access: { proxy: 'http://127.0.0.1:1' } })
  await finished.done
  expect(stepOf(finished.report, 'first-request')).toMatchObject({
    verdict: 'failed',
    blame: 'you',
    text: expect.stringContaining('The proxy 127.0.0.1:1 cannot be used') as string
  })
})

describe('a server that wants signed requests', () => {
  it('gets them, each signed anew, and nobody else does', async () => {
    const odd = await fake()
    const { run: finished } = run(odd, { access: { signing: SIGNING } })
    await finished.done
    expect(stepOf(finished.report, 'request').verdict).toBe('ok')
    const toServer = odd.asked('mcp')
    expect(toServer.map(isSigned)).toEqual(toServer.map(() => true))
    const signatures = toServer.map(({ headers }) => headers['x-mcp-signature'])
    expect(new Set(signatures).size).toBe(signatures.length)
    const others = odd.requests.filter(({ endpoint }) => endpoint !== 'mcp')
    expect(others.filter(({ headers }) => 'x-mcp-signature' in headers)).toEqual([])
  })

  it('gets the signature of what was sent after it was changed by hand', async () => {
    const odd = await fake()
    const started = run(odd, { access: { signing: SIGNING } }, { isStepwise: true })
    const { state } = await started.until((report) => report.state.phase === 'paused')
    if (state.phase !== 'paused') throw new Error('It does not wait.')
    expect(state.request.isSigned).toBe(true)
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    started.run.send(state.request.id, [{ place: 'body', name: 'body', value: body }])
    await started.until(({ state: now }) => now.phase === 'paused' && now.request.id > 1)
    await started.run.stop()
    expect(odd.asked('mcp').map((each) => [each.body, isSigned(each)])).toEqual([[body, true]])
  })

  it('is sent a wrong signature where somebody wants to see what it does', async () => {
    const odd = await fake()
    const started = run(odd, { access: { signing: SIGNING } }, { isStepwise: true })
    const { state } = await started.until((report) => report.state.phase === 'paused')
    if (state.phase !== 'paused') throw new Error('It does not wait.')
    const change = { place: 'header', name: 'x-mcp-signature', value: 'wrong' } as const
    started.run.send(state.request.id, [change])
    await started.until(({ state: now }) => now.phase === 'paused' && now.request.id > 1)
    await started.run.stop()
    expect(odd.asked('mcp')[0]?.headers['x-mcp-signature']).toBe('wrong')
  })

  it('shows too little of a signature in the traffic to use it', async () => {
    const odd = await fake()
    const { run: finished, workbench } = run(odd, { access: { signing: SIGNING } })
    await finished.done
    const raws = workbench.log.tail(200).map(({ seq }) => workbench.log.raw(seq) ?? '')
    const all = raws.join('\n')
    const [first] = odd.asked('mcp')
    expect(all).toMatch(/x-mcp-signature: [\da-f]{8}… \(HMAC-SHA256\)/)
    expect(all).not.toContain(first?.headers['x-mcp-signature'])
  })
})

describe('a server at another address', () => {
  it('is debugged by the upgrade, where it speaks over a WebSocket', async () => {
    const odd = await fake()
    const { url, seen } = await socketServer(odd)
    const { run: finished } = run(odd, { url, transport: 'websocket' })
    await finished.done
    expect(verdicts(finished.report)).toMatchObject({
      'first-request': 'ok',
      challenge: 'ok',
      token: 'ok',
      request: 'ok'
    })
    expect(stepOf(finished.report, 'request').text).toBe('The server answers 101.')
    const upgrades = seen.filter(({ isUpgrade }) => isUpgrade)
    expect(upgrades.map(({ authorization }) => authorization !== undefined)).toEqual([false, true])
    expect(finished.report.url).toBe(url)
  })

  it('has its tokens kept for its own address', async () => {
    const odd = await fake()
    const { url } = await socketServer(odd)
    const definition = { ...definitionOf(odd.url), url, transport: 'websocket' } as const
    const kept: SignInRecord[] = []
    const keep = async (record: SignInRecord): Promise<void> => void kept.push(record)
    const { run: finished } = startRun(odd, {}, { definition, keep })
    await finished.done
    await finished.keep()
    expect(kept.map(({ serverUrl }) => serverUrl)).toEqual([url])
  })

  it.runIf(process.platform !== 'win32')('is debugged through its socket', async () => {
    const odd = await fake({ server: { checksAudience: false } })
    odd.server.behaviour.resourceMetadata = { resource: 'http://localhost/mcp' }
    odd.server.behaviour.challenge = 'Bearer scope="mcp:tools"'
    const folder = mkdtempSync(join(tmpdir(), 'debug-'))
    ends.push(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'mcp.sock')
    await relayAt(path, odd.url)
    const { run: finished } = run(odd, { url: `unix://${path}#/mcp` })
    await finished.done
    expect(stepOf(finished.report, 'request').text).toBe('The server answers 200.')
    expect(odd.asked('mcp').length).toBeGreaterThan(1)
    expect(finished.report.url).toBe(`unix://${path}#•••`)
  })
})
