import { describe, expect, it } from 'vitest'
import { builtInServers } from '../../core/foreign/built-in-servers'
import { openTestDesk } from '../../core/desk/desk-testing'
import type { ServerChoice } from './arguments'
import { chooseServer } from './choose-server'
import type { Overrides } from './options'

const builtIn = builtInServers('resources')
const node: ServerChoice = { kind: 'process', command: '/usr/bin/node', args: ['a.js'] }
const address: ServerChoice = { kind: 'address', url: 'http://127.0.0.1:1/mcp' }

function choose(choice: ServerChoice, overrides: Partial<Overrides> = {}) {
  const { registry } = openTestDesk({ given: builtIn }).desk
  return chooseServer(choice, { headers: {}, env: {}, ...overrides }, registry)
}

describe('chooseServer', () => {
  it('makes a server of a command', async () => {
    expect(await choose(node, { env: { A: '1' } })).toEqual({
      id: 'node',
      name: 'node',
      scope: 'command line',
      transport: 'stdio',
      command: '/usr/bin/node',
      args: ['a.js'],
      env: { A: '1' },
      settings: { maxRestarts: 0 }
    })
  })

  it('makes a server of an address', async () => {
    expect(await choose(address, { headers: { K: 'v' }, era: 'legacy' })).toEqual({
      id: '127.0.0.1:1',
      name: '127.0.0.1:1',
      scope: 'command line',
      transport: 'auto',
      url: 'http://127.0.0.1:1/mcp',
      headers: { K: 'v' },
      settings: { maxRestarts: 0, era: 'legacy' }
    })
  })

  it('adds to what is configured', async () => {
    const demo = await choose({ kind: 'configured', name: 'demo' }, { env: { A: '1' } })
    expect(demo).toMatchObject({ name: 'demo', env: { ELECTRON_RUN_AS_NODE: '1', A: '1' } })
  })

  it.each([
    [100, 2_000],
    [5_000, 5_000]
  ])('gives requests %i ms, and the handshake %i', async (timeoutMs, initializeTimeoutMs) => {
    expect((await choose(node, { timeoutMs })).settings).toEqual({
      maxRestarts: 0,
      initializeTimeoutMs,
      readTimeoutMs: timeoutMs,
      callTimeoutMs: timeoutMs
    })
  })

  it.each<[ServerChoice, Partial<Overrides>, RegExp]>([
    [{ kind: 'configured', name: 'x' }, {}, /no server "x". Known servers: demo\./],
    [node, { headers: { K: 'v' } }, /--header has no meaning/],
    [node, { transport: 'sse' }, /cannot be sse/],
    [address, { env: { K: 'v' } }, /--env has no meaning/],
    [address, { transport: 'stdio' }, /cannot be stdio/],
    [{ kind: 'address', url: 'here' }, {}, /has to be an address/]
  ])('refuses what makes no sense: %j with %j', async (choice, overrides, why) => {
    await expect(choose(choice, overrides)).rejects.toThrow(why)
  })
})
