import { expect, it } from 'vitest'
import { ServerId } from '../../../../shared/protocol/ids'
import { serverOptions } from './server-options'

it('lists open servers first, and says which are not open', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ServerId.parse(id)) as [
    ServerId,
    ServerId,
    ServerId
  ]
  const servers = [a, b, c].map((id) => ({ id, name: `server ${id}` }))
  expect(serverOptions(servers, [b, c], ({ name }) => name).map(({ label }) => label)).toEqual([
    'server b',
    'server c',
    'server a (not open)'
  ])
})
