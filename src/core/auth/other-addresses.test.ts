/** Signing in to servers that are not reached by an address of the web. */
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { endOtherServers, relayAt, socketServer } from './other-addresses-testing'
import { bench, Bench, endBenches, ID } from './sign-in-bench'

afterEach(async () => {
  await endOtherServers()
  await endBenches()
})

/** The same sign-ins and authorization server, for a server at another address. */
function at({ odd, folder }: Bench, changes: Partial<RemoteDefinition>): Bench {
  return new Bench(odd, folder, undefined, changes)
}

it('A WebSocket that refuses the upgrade is opened after a sign-in, with the token in the upgrade', async () => {
  const first = await bench()
  const { url, seen } = await socketServer(first.odd)
  const it = at(first, { url, transport: 'websocket' })
  await expect(it.open()).rejects.toThrow()
  expect(it.state.phase).toBe('needed')
  await it.signIn()
  await it.open()
  expect(await it.call('whoami')).toBe('result')
  const upgrades = seen.filter(({ isUpgrade }) => isUpgrade)
  expect(upgrades.map(({ authorization }) => authorization !== undefined)).toEqual([false, true])
  expect(new URL(it.opened[0] ?? '').searchParams.get('resource')).toBe(url.replace('ws:', 'http:'))
})

it('A WebSocket whose token has ended is opened with a new one, without a word', async () => {
  const first = await bench()
  const { url } = await socketServer(first.odd)
  const it = at(first, { url, transport: 'websocket' })
  await it.signIn()
  it.odd.authorization.tokens.expireTokens()
  await it.open()
  const grants = it.odd.asked('token').map(({ form }) => form['grant_type'])
  expect({ grants, pages: it.opened.length }).toEqual({
    grants: ['authorization_code', 'refresh_token'],
    pages: 1
  })
})

it('Signing in asks a WebSocket how it refuses, where nobody has asked it before', async () => {
  const first = await bench()
  const { url, seen } = await socketServer(first.odd)
  const it = at(first, { url, transport: 'websocket' })
  await it.signIn()
  expect(seen[0]).toEqual({ authorization: undefined, isUpgrade: true })
  expect(new URL(it.opened[0] ?? '').searchParams.get('scope')).toBe('mcp:tools')
})

it('Signing in to a WebSocket that lets everybody in does not wait for what it says there', async () => {
  const first = await bench()
  const { url } = await socketServer(first.odd, true)
  const it = at(first, { url, transport: 'websocket' })
  await it.signIn()
  expect(it.state.phase).toBe('signed-in')
})

it.runIf(process.platform !== 'win32')(
  'A server behind a socket of this machine is signed in to, and its authorization server is asked elsewhere',
  async () => {
    const first = await bench({ server: { checksAudience: false } })
    const { odd } = first
    const path = join(first.folder, 'mcp.sock')
    await relayAt(path, odd.url)
    odd.server.behaviour.resourceMetadata = { resource: 'http://localhost/mcp' }
    odd.server.behaviour.challenge = 'Bearer scope="mcp:tools"'
    const it = at(first, { url: `unix://${path}#/mcp` })
    await expect(it.open()).rejects.toThrow()
    await it.signIn()
    await it.open()
    expect(await it.call('whoami')).toBe('result')
    expect(new URL(it.opened[0] ?? '').searchParams.get('resource')).toBe('http://localhost/mcp')
    const { url } = it.definition
    expect((await it.store.read(ID, url))?.serverUrl).toBe(url)
  }
)
