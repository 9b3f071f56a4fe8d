import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  readCertificates,
  startProxy,
  tidyNetwork,
  type Certificates
} from '../workbench/network-testing'
import { Networks, type NetworksOptions } from '../network/networks'
import { startHttpFaults, tidy } from '../transport/remote-testing'
import { examined, remote } from './doctor-testing'

vi.setConfig({ testTimeout: 60_000 })

const known = tls.getCACertificates('default')
let certificates: Certificates
beforeAll(async () => {
  certificates = await readCertificates()
  // As if somebody had added the authority to this machine.
  tls.setDefaultCACertificates([...known, certificates.authority])
})
afterAll(() => tls.setDefaultCACertificates(known))
afterEach(async () => {
  await tidyNetwork()
  await tidy()
})

function through(options: Partial<NetworksOptions>) {
  return { networks: new Networks({ proxy: () => 'environment', environment: {}, ...options }) }
}

/** A server that only the proxy knows, by a name that looks public. */
async function behindProxy(options: object = {}) {
  const { port } = await startHttpFaults('ok', { tls: certificates.server })
  const places = { 'mcp.test:443': { port, host: '127.0.0.1' } }
  return startProxy({ places, ...options })
}

describe('the check of the proxy', () => {
  it('names it and who says so, and the proxy looks the name up', async () => {
    const proxy = await behindProxy()
    const { statuses, of } = await examined(
      remote('https://mcp.test/mcp'),
      through({ environment: { HTTPS_PROXY: proxy.url } })
    )
    expect(of('proxy')?.detail).toBe(
      `The variable HTTPS_PROXY names the proxy 127.0.0.1:${proxy.port}. It connects us to mcp.test:443.`
    )
    expect(statuses).toMatchObject({ proxy: 'ok', dns: 'skipped', connect: 'skipped' })
    expect(statuses).toMatchObject({ status: 'ok', catalogue: 'ok' })
  })

  it('says why there is none', async () => {
    const { url } = await startHttpFaults('ok')
    const local = await examined(
      remote(url),
      through({ environment: { HTTP_PROXY: 'http://x:1' } })
    )
    expect(local.of('proxy')).toMatchObject({
      status: 'ok',
      detail: 'No proxy is used for this address.'
    })
  })

  it.each([
    [{ password: 'a:b' }, /wants a name and a password \(407\)/],
    [{ answer: 403 }, /refuses to connect to mcp\.test:443 \(403\)/]
  ])('fails with what the proxy says: %j', async (options, detail) => {
    const proxy = await behindProxy(options)
    const { failed } = await examined(
      remote('https://mcp.test/mcp', { access: { proxy: proxy.url } }),
      through({})
    )
    expect(failed).toMatchObject({ id: 'proxy' })
    expect(failed?.detail).toMatch(detail)
  })

  it('fails where the variable names no proxy of ours', async () => {
    const environment = { ALL_PROXY: 'socks5://joe:hunter2@127.0.0.1:1' }
    const { failed } = await examined(remote('https://mcp.test/mcp'), through({ environment }))
    expect(failed?.detail).toMatch(/ALL_PROXY asks for socks5/)
    expect(JSON.stringify(failed)).not.toMatch(/hunter2/)
  })
})

describe('the check of the certificate', () => {
  it('names an authority that was added to this machine', async () => {
    const proxy = await behindProxy()
    const access = { proxy: proxy.url }
    const { of } = await examined(remote('https://mcp.test/mcp', { access }), through({}))
    expect(of('tls')).toMatchObject({ status: 'warning' })
    expect(of('tls')?.detail).toMatch(/only because of Patchbay fixture authority/)
    expect(of('tls')?.detail).toMatch(/SHA-256 ([\dA-F]{2}:){31}/)
  })

  it('says nothing of the kind of an authority that the definition names', async () => {
    const proxy = await behindProxy()
    const access = { proxy: proxy.url, tls: { ca: certificates.authority } }
    const { of } = await examined(remote('https://mcp.test/mcp', { access }), through({}))
    expect(of('tls')?.status).toBe('ok')
  })

  it('shows both fingerprints when it is not the trusted one', async () => {
    const { url } = await startHttpFaults('ok', { tls: certificates.server })
    const pinned = '00:'.repeat(31) + '00'
    const { failed } = await examined(remote(url, { access: { tls: { pinned } } }))
    expect(failed).toMatchObject({ id: 'tls', offers: 'certificate' })
    expect(failed?.detail).toContain(`Trusted (SHA-256): ${pinned}. Now: `)
  })
})

describe('the checks of a socket', () => {
  it.skipIf(process.platform === 'win32')('find it, or say that it is not there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-socket-'))
    const { url } = await startHttpFaults('ok', { socketPath: join(folder, 'mcp.sock') })
    const found = await examined(remote(url))
    expect(found.failed).toBeUndefined()
    expect(found.statuses).toMatchObject({ address: 'ok', dns: 'skipped', connect: 'ok' })
    const missing = await examined(remote('unix:///no/such.sock#/mcp'))
    expect(missing.failed).toMatchObject({
      id: 'connect',
      detail: 'There is no socket /no/such.sock (ENOENT).'
    })
    await tidy()
    rmSync(folder, { recursive: true })
  })
})
