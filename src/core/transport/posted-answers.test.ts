import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { afterEach, expect, it } from 'vitest'
import { LIMITS } from '../bounds/limits'
import { failureOf, holding, open, StillClock, tidy } from './remote-testing'
import { StreamableHttpTransport } from './streamable-http'

afterEach(tidy)

it('gives up the one answer to which a server never replies, and goes on', async () => {
  const clock = new StillClock()
  const { held, until, options } = holding()
  const { wire } = await open(StreamableHttpTransport, 'askFlood', options, { clock })
  const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} })
  const stuck = failureOf(wire.send(answer(0)))
  await until(() => held.length === 1)
  // As many as there is room for beside it, so that it would keep one of them out for good.
  const { most } = LIMITS.answersInFlight
  for (let time = 0; time < 4; time++) {
    const before = held.length
    const others = Array.from({ length: most }, (_, index) => wire.send(answer(1 + index)))
    await until(() => held.length === before + most - 1)
    for (const one of held.slice(before)) one.refuse(202)
    await until(() => held.length === before + most)
    held.at(-1)?.refuse(202)
    await Promise.all(others)
    clock.pass(9_000)
  }
  expect(await stuck).toMatchObject({ code: 'ETIMEDOUT' })
  await until(() => held[0]?.isClosed === true)
  const last = Array.from({ length: most }, (_, index) => wire.send(answer(index)))
  const before = held.length
  await until(() => held.length === before + most)
  for (const one of held.slice(before)) one.refuse(202)
  await Promise.all(last)
  expect(wire.end).toBeUndefined()
})
