import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PLAIN_NETWORKS } from './networks'
import type { ConfirmSubject } from '../../shared/question/prompt'
import { idOf, openTestDesk } from '../desk/desk-testing'
import { startHttpFaults, tidy } from '../transport/remote-testing'
import {
  readCertificates,
  startProxy,
  tidyNetwork,
  type Certificates
} from '../workbench/network-testing'

vi.setConfig({ testTimeout: 60_000 })

let certificates: Certificates
beforeAll(async () => {
  certificates = await readCertificates()
})
afterEach(async () => {
  await tidyNetwork()
  await tidy()
})

function deskWith(entry: object, isAgreed = true) {
  const shown: ConfirmSubject[] = []
  const confirm = async (subject: ConfirmSubject): Promise<boolean> => {
    shown.push(subject)
    return isAgreed
  }
  const opened = openTestDesk({ user: { own: entry }, confirm })
  const read = (): string => readFileSync(join(opened.profile, 'mcp.json'), 'utf8')
  return { ...opened, shown, read, id: idOf(opened, 'own') }
}

describe('trusting a certificate', () => {
  it('shows it, writes it down, keeps the trust, and can be undone', async () => {
    const { url, seen } = await startHttpFaults('ok', { tls: certificates.server })
    const { desk, id, shown, read, person } = deskWith({ url, tls: { serverName: 'mcp.test' } })
    const before = read()
    const undo = await desk.trustCertificate(id, PLAIN_NETWORKS)
    expect(shown[0]?.lines.map(({ label }) => label)).toEqual([
      'certificate',
      'names',
      'signed by',
      'valid',
      'SHA-256'
    ])
    const print = shown[0]?.lines.at(-1)?.text ?? ''
    expect(JSON.parse(read())).toMatchObject({
      mcpServers: { own: { tls: { serverName: 'mcp.test', pinned: print } } }
    })
    const { access } = await desk.registry.resolve(id)
    expect(access?.tls?.pinned).toBe(print)
    expect(person.asked).toHaveLength(1) // before it was looked at, and not again
    expect(seen).toEqual([])
    await desk.editing.undo(undo.token)
    expect(JSON.parse(read())).toEqual(JSON.parse(before))
  })

  it('changes nothing when the person does not agree', async () => {
    const { url } = await startHttpFaults('ok', { tls: certificates.server })
    const { desk, id, read } = deskWith({ url }, false)
    const before = read()
    await expect(desk.trustCertificate(id, PLAIN_NETWORKS)).rejects.toMatchObject({
      code: 'DISMISSED'
    })
    expect(read()).toBe(before)
  })

  it('names the one that was trusted before', async () => {
    const { url } = await startHttpFaults('ok', { tls: certificates.server })
    const { desk, id, shown } = deskWith({ url, tls: { pinned: '00'.repeat(32) } })
    await desk.trustCertificate(id, PLAIN_NETWORKS)
    expect(shown[0]?.warnings[0]).toMatch(/You trusted another certificate before: 00:00/)
  })

  it('looks through the proxy, and says why where it cannot', async () => {
    const proxy = await startProxy({ answer: 403 })
    const { desk, id } = deskWith({ url: 'https://mcp.test/', proxy: proxy.url })
    await expect(desk.trustCertificate(id, PLAIN_NETWORKS)).rejects.toThrow(
      /could not be read\. The proxy .* refuses to connect to mcp\.test:443/
    )
  })

  it('is refused where there is none', async () => {
    const { desk, id } = deskWith({ url: 'http://localhost:1/mcp' })
    await expect(desk.trustCertificate(id, PLAIN_NETWORKS)).rejects.toThrow(
      /does not begin with https or wss/
    )
  })
})
