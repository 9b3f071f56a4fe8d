import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { checkAgainst } from '../../shared/schema/validate'

it('Schemas that refer to a server elsewhere never make a connection to it', async () => {
  let connections = 0
  const canary = createServer((_request, response) => response.end('{}'))
  canary.on('connection', () => connections++)
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  const verdicts = [
    { $ref: `${address}/a` },
    { $ref: `${address}/a#/b` },
    { $dynamicRef: `${address}/a` },
    { $id: `${address}/a`, items: { $ref: 'b' } },
    { $id: `${address}/a`, $ref: '/b#' },
    { $schema: `${address}/dialect` },
    { properties: { a: { $id: `${address}/a` } } },
    { contentSchema: { $ref: `${address}/a` }, $ref: `//127.0.0.1` }
  ].map((schema) => checkAgainst(schema, {}).kind)
  expect(verdicts).toEqual(verdicts.map(() => 'not checked'))

  // Had one of them connected, this later request would not be the only one.
  await fetch(address)
  expect(connections).toBe(1)
  canary.closeAllConnections()
  await new Promise((resolve) => canary.close(resolve))
})
