import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { Workbench } from '../workbench/workbench'
import { NO_INPUTS } from './input'
import { withRoots } from './roots'
import { PLAIN_NETWORKS } from '../network/networks'

/** Asks for the roots as soon as it may, and says on stderr what it was told. */
const CURIOUS = `
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line)
  if (method === 'initialize') {
    process.stderr.write('declared ' + JSON.stringify(params.capabilities) + '\\n')
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'c', version: '1' } } })
  } else if (method === 'notifications/initialized') say({ id: 'ask', method: 'roots/list' })
  else if (id === 'ask') process.stderr.write('told ' + JSON.stringify(result) + '\\n')
  else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } })
})`

describe('the roots of a definition', () => {
  it('are told to a server that asks', async () => {
    const id = ServerId.parse('curious')
    const workbench = new Workbench({
      networks: PLAIN_NETWORKS,
      version: '0.0.0',
      servers: [
        {
          id,
          name: 'curious',
          scope: 'user',
          transport: 'stdio',
          command: process.execPath,
          args: ['-e', CURIOUS],
          env: { ELECTRON_RUN_AS_NODE: '1' },
          settings: { era: 'legacy' },
          roots: ['/srv/my files']
        }
      ]
    })
    await workbench.open(id)
    const said = () =>
      workbench.log
        .tail(100)
        .filter(({ kind }) => kind === 'stderr')
        .map(({ text }) => text)
    await expect
      .poll(said)
      .toEqual([
        'declared {"roots":{}}',
        'told {"roots":[{"uri":"file:///srv/my%20files","name":"my files"}]}'
      ])
    await workbench.closeAll()
  })

  it('are not declared when there are none', () => {
    expect(withRoots(NO_INPUTS, [])).toBe(NO_INPUTS)
  })
})
