import { describe, expect, it, vi } from 'vitest'
import type { Access } from '../../shared/servers/server-access'
import { systemClock } from '../time/clock'
import { examined, program, remote } from '../doctor/doctor-testing'
import { MetricsPoll } from '../polling/metrics-poll'
import { TrafficLog } from '../traffic/traffic-log'
import { signingCredentials } from '../http/signing'
import { Workbench } from '../workbench/workbench'
import { stops } from '../workbench/http-testing'
import { startProxy, startSignedDemo } from '../workbench/signed-testing'
import { PLAIN_NETWORKS } from '../network/networks'

vi.setConfig({ testTimeout: 60_000 })

const SECRET = 'the right secret 42'
const PATIENT = remote('').id

function workbenchFor(url: string, access: Access): Workbench {
  const settings = { retry: 'none' } as const
  const servers = [remote(url, { access, settings })]
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers, version: '0' })
  stops.push(() => workbench.closeAll())
  return workbench
}

function rawOf(workbench: Workbench): string {
  return workbench.log
    .tail(1_000)
    .map(({ seq }) => workbench.log.raw(seq))
    .join('\n')
}

async function echo(workbench: Workbench): Promise<unknown> {
  await workbench.open(PATIENT, [])
  const { done } = await workbench.startCall(PATIENT, 'echo', { message: 'hé' })
  return (await done).outcome
}

const ECHOED = { kind: 'result', result: { content: [{ type: 'text', text: 'hé' }] } }

const change = (body: string): string => body.replace('"jsonrpc"', ' "jsonrpc"')

describe('a server that checks signatures', () => {
  it.each([
    [[], {}],
    [['--method', 'http'], { method: 'http' }],
    [['--scheme', 'v1'], { scheme: 'v1' }]
  ] as const)('started with %j accepts a session that is signed so', async (args, way) => {
    const demo = await startSignedDemo('--secret', SECRET, ...args)
    const { url, signing } = demo.definition
    expect(signing).toEqual({ secret: SECRET, ...way })
    const workbench = workbenchFor(url, { signing: { secret: SECRET, ...way } })
    expect(await echo(workbench)).toMatchObject(ECHOED)
    await workbench.closeAll()
    // Streams, notifications and the farewell are signed as well.
    expect(demo.said()).not.toContain('refused')
  })

  it('refuses a wrong secret, an old timestamp and a changed body, and each is explained', async () => {
    const demo = await startSignedDemo('--secret', SECRET)
    const late = await startSignedDemo('--secret', SECRET, '--clock', '600')
    const { url } = demo.definition
    const proxied = await startProxy(url, change)
    const reasonFor = async (address: string, secret: string): Promise<string> => {
      const opening = workbenchFor(address, { signing: { secret } }).open(PATIENT, [])
      const error = await opening.then(
        () => undefined,
        (thrown: Error) => thrown
      )
      return error?.message ?? 'It was accepted.'
    }
    expect(await reasonFor(url, 'another secret')).toMatch(
      /does not fit the request.*signed with the method of JSON-RPC\. The clocks agree\./
    )
    expect(await reasonFor(late.definition.url, SECRET)).toMatch(
      /holds for 300 s.*The clock of the server is 10 min ahead of this one\./
    )
    expect(await reasonFor(proxied, SECRET)).toMatch(/does not fit.*proxy \(Via: 1\.1 meddler\)/)
  })

  it('refuses the same signed request a second time', async () => {
    const { definition } = await startSignedDemo('--secret', SECRET)
    const url = new URL(definition.url)
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const attempt = { method: 'POST', url, headers: {}, body, rpcMethod: 'ping' }
    const headers = await signingCredentials({ secret: SECRET }, systemClock).headersFor(attempt)
    const send = async (): Promise<unknown> => {
      const response = await fetch(url, { method: 'POST', body, headers: { ...headers } })
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    expect(await send()).toEqual([404, 'session'])
    expect(await send()).toEqual([401, 'replayed'])
  })

  it('gives its numbers to a poll that is signed', async () => {
    const { definition } = await startSignedDemo('--secret', SECRET)
    const { url, signing } = definition
    const access = { signing: signing ?? { secret: '' } }
    const reported = await new Promise((resolve) => {
      const poll = new MetricsPoll({
        networks: PLAIN_NETWORKS,
        definition: { ...remote(url, { access }), metricsUrl: '/mcp/metrics' },
        log: new TrafficLog(),
        clock: systemClock,
        onReport: resolve
      })
      stops.push(async () => poll.stop())
      poll.start()
    })
    expect(reported).toMatchObject({ kind: 'numbers', numbers: { requests_total: 1 } })
  })
})

describe('the doctor of a signed server', () => {
  const clock = systemClock

  it('is let in, and leaves no refused request', async () => {
    const { definition, said } = await startSignedDemo('--secret', SECRET)
    const { url, signing } = definition
    const { failed, of } = await examined(remote(url, { access: { signing: signing! } }), { clock })
    expect(failed).toBeUndefined()
    expect(of('auth')?.detail).toBe('It lets us in; we send X-MCP-Signature.')
    // Documents about signing in are asked for by a stranger.
    expect(said().match(/refused, (?!missing)/g)).toBeNull()
  })

  it.each([
    ['the method', ['--method', 'http'], {}, /Signed with the method of HTTP instead/, '"http"'],
    ['the scheme', ['--scheme', 'v1'], {}, /Signed with the scheme v1 instead/, '"v1"'],
    ['the clock', ['--clock=-900'], {}, /15 min behind.*the same request is accepted/, 'clock'],
    ['the secret', [], { secret: 'other' }, /refuses every way to sign/, 'Check the secret']
  ] as const)('finds out that it is %s', async (_what, args, other, detail, fix) => {
    const { definition } = await startSignedDemo('--secret', SECRET, ...args)
    const access = { signing: { secret: SECRET, ...other } }
    const { failed } = await examined(remote(definition.url, { access }), { clock })
    expect(failed?.id).toBe('auth')
    expect(failed?.detail).toMatch(detail)
    expect(failed?.fix).toContain(fix)
  })

  it('finds out that something on the way changes the body', async () => {
    const { definition } = await startSignedDemo('--secret', SECRET)
    const proxied = await startProxy(definition.url, change)
    const access = { signing: { secret: SECRET } }
    const { failed } = await examined(remote(proxied, { access }), { clock })
    expect(failed?.detail).toMatch(/the secret is right.*changes the body.*Via: 1\.1 meddler/)
  })
})

describe('a token for initialize', () => {
  const token = 'Bearer seed-001-token'

  it('is in initialize as it is written, and in no other request', async () => {
    const { definition } = await startSignedDemo('--secret', SECRET, '--token', token)
    const { url, signing, auth } = definition
    expect(auth).toEqual({ token, inInitialize: true })
    const workbench = workbenchFor(url, { signing: signing!, auth: auth! })
    expect(await echo(workbench)).toMatchObject(ECHOED)
    const asked = workbench.log
      .tail(1_000)
      .filter(({ kind, origin }) => kind === 'request' && origin === 'workbench')
      .map(({ seq, method }) => [method, workbench.log.raw(seq)?.includes(token)])
    expect(asked).toContainEqual(['initialize', true])
    expect(asked.filter(([, hasToken]) => hasToken)).toHaveLength(1)
    expect(asked.map(([method]) => method)).not.toContain('server/discover')
    expect(rawOf(workbench)).not.toContain('authorization: ')
    const { failed } = await examined(remote(url, { access: { signing: signing!, auth: auth! } }), {
      clock: systemClock
    })
    expect(failed).toBeUndefined()
  })

  it('reaches a process over stdin', async () => {
    const code = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line)
      if (id === undefined) return
      const { authorization, protocolVersion } = params
      const instructions = authorization?.token
      const result = { protocolVersion, capabilities: {}, serverInfo: { name: 'x', version: '1' }, instructions }
      console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'initialize' ? { result } : { error: { code: -32601, message: 'no' } }) }))
    })`
    const access = { auth: { token, inInitialize: true } }
    const servers = [program({ args: ['-e', code], access })]
    const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers, version: '0' })
    stops.push(() => workbench.closeAll())
    await workbench.open(PATIENT, [])
    expect(workbench.report(PATIENT).state).toMatchObject({ phase: 'ready', instructions: token })
  })
})
