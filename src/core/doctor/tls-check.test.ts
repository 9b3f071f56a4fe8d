import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as tls from 'node:tls'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startHttpFaults, tidy } from '../transport/remote-testing'
import { examined, remote } from './doctor-testing'

vi.setConfig({ testTimeout: 60_000 })

type Fixture = { readonly key: string; readonly certificates: Readonly<Record<string, string>> }

const FIXTURE = join(import.meta.dirname, '../../../e2e/servers/http-certificates.mjs')
const known = tls.getCACertificates('default')
let fixture: Fixture

beforeAll(async () => {
  fixture = (await import(/* @vite-ignore */ pathToFileURL(FIXTURE).href)) as Fixture
  tls.setDefaultCACertificates([...known, fixture.certificates['self-signed'] ?? ''])
})
afterAll(() => tls.setDefaultCACertificates(known))
afterEach(tidy)

describe('the certificate of a server', () => {
  it('is accepted when the system knows who signed it', async () => {
    const { url } = await startHttpFaults('ok', { tls: 'self-signed' })
    const { failed, of } = await examined(remote(url))
    expect(failed).toBeUndefined()
    expect(of('tls')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/the system accepts.*Patchbay fixture/) as unknown
    })
  })

  // Elsewhere this machine has only one address of this kind.
  it.runIf(process.platform === 'linux')('has to be for the host', async () => {
    const { key, certificates } = fixture
    const server = createServer({ key, cert: certificates['self-signed'] })
    server.listen(0, '127.0.0.2')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { failed } = await examined(remote(`https://127.0.0.2:${port}/mcp`))
    server.close()
    expect(failed?.id).toBe('tls')
    expect(failed?.detail).toMatch(/not for 127\.0\.0\.2, but for 127\.0\.0\.1, localhost/)
    expect(failed?.fix).toMatch(/a certificate for 127\.0\.0\.2/)
  })
})
