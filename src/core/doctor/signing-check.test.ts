/** The trials of the doctor reach a signed server only the way that its definition names. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Access } from '../../shared/servers/server-access'
import { systemClock } from '../time/clock'
import { stops } from '../workbench/http-testing'
import { readCertificates, startProxy, tidyNetwork } from '../workbench/network-testing'
import { startSignedDemo } from '../workbench/signed-testing'
import { examined, remote } from './doctor-testing'

vi.setConfig({ testTimeout: 60_000 })
afterEach(tidyNetwork)

const SECRET = 'the secret of both'
type Way = { readonly url: string; readonly access?: Access }
const LOOPBACK = { host: '127.0.0.1', port: 0 }

/** Passes everything on to the port. */
function passingOn(port: number): (socket: Socket) => void {
  return (socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const end of [socket, onward]) end.on('error', () => undefined)
    socket.pipe(onward).pipe(socket)
    stops.push(async () => void socket.destroy())
  }
}

async function listening(server: Server, place: object): Promise<Server> {
  server.listen(place)
  await once(server, 'listening')
  stops.push(async () => void server.close())
  return server
}

const WAYS = {
  'behind a private authority': async (port: number): Promise<Way> => {
    const { server, authority: ca } = await readCertificates()
    const front = await listening(createTlsServer(server, passingOn(port)), LOOPBACK)
    const { port: secure } = front.address() as { readonly port: number }
    return { url: `https://localhost:${secure}/mcp`, access: { tls: { ca } } }
  },
  'behind a proxy': async (port: number): Promise<Way> => {
    const places = { 'localhost:1': { port, host: '127.0.0.1' } }
    const { url: proxy } = await startProxy({ places })
    return { url: 'http://localhost:1/mcp', access: { proxy } }
  },
  'on a socket': async (port: number): Promise<Way> => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-signed-'))
    stops.push(async () => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'mcp.sock')
    await listening(createServer(passingOn(port)), { path })
    return { url: `unix://${path}#/mcp` }
  }
}
const NAMES = Object.keys(WAYS) as readonly (keyof typeof WAYS)[]

describe.skipIf(process.platform === 'win32').each(NAMES)('a signed server %s', (name) => {
  it('lets the doctor in', async () => {
    const { definition } = await startSignedDemo('--secret', SECRET)
    const { url, access } = await WAYS[name](Number(new URL(definition.url).port))
    const signed = remote(url, { access: { ...access, signing: { secret: SECRET } } })
    const { failed } = await examined(signed, { clock: systemClock })
    expect(failed).toBeUndefined()
  })

  it('is asked with the other ways to sign', async () => {
    const { definition } = await startSignedDemo('--secret', SECRET, '--scheme', 'v1')
    const { url, access } = await WAYS[name](Number(new URL(definition.url).port))
    const signed = remote(url, { access: { ...access, signing: { secret: SECRET } } })
    const { failed } = await examined(signed, { clock: systemClock })
    expect(failed?.detail).toMatch(/Signed with the scheme v1 instead/)
  })
})
