/** Where the browser comes back to: fixed ports and addresses, and several sign-ins at once. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { clientDocument } from './client-identity'
import { authorize } from './fakes/fake-authorization-server'
import { bench, Bench, endBenches, goTo } from './sign-in-bench'

const listening: Server[] = []
afterEach(async () => {
  for (const server of listening.splice(0)) server.close()
  await endBenches()
})

/** Takes a free port, and keeps it until `leave`. */
async function occupied(): Promise<{ readonly port: number; readonly leave: () => Promise<void> }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  listening.push(server)
  const leave = async (): Promise<void> => {
    server.close()
    await once(server, 'close')
  }
  return { port: (server.address() as AddressInfo).port, leave }
}

async function freePort(): Promise<number> {
  const { port, leave } = await occupied()
  await leave()
  return port
}

function returnAddresses({ opened }: Bench): readonly (string | null)[] {
  return opened.map((page) => new URL(page).searchParams.get('redirect_uri'))
}

/** Another server of the same Patchbay, protected by the same authorization server. */
function besides({ odd, folder, definition }: Bench): Bench {
  return new Bench(odd, folder, definition.access?.oauth, { id: ServerId.parse('other') })
}

describe('a fixed return address', () => {
  it('has the port of the definition', async () => {
    const callbackPort = await freePort()
    const it = await bench({}, { callbackPort })
    await it.signIn()
    expect(returnAddresses(it)).toEqual([`http://127.0.0.1:${callbackPort}/callback`])
    expect(it.odd.asked('token')[0]?.form['redirect_uri']).toBe(returnAddresses(it)[0])
  })

  it('is that of the definition to the letter, and of the document that one publishes', async () => {
    const clientMetadataUrl = 'https://client.example/about.json'
    const oauth = { clientMetadataUrl, redirectUrl: `http://localhost:${await freePort()}/my/back` }
    const { client_id: _id, ...document } = JSON.parse(clientDocument(oauth)) as {
      client_id: string
    }
    const it = await bench(
      { authorization: { clientDocuments: { [clientMetadataUrl]: document } } },
      oauth
    )
    await it.signIn()
    expect(returnAddresses(it)).toEqual([oauth.redirectUrl])
    expect(it.state).toMatchObject({ phase: 'signed-in', facts: { clientSource: 'document' } })
  })

  it('whose port another program has opens no browser, and says what to do', async () => {
    const { port, leave } = await occupied()
    const it = await bench({}, { callbackPort: port })
    await expect(it.signIn()).rejects.toThrow(
      `Port ${port} is used by another program, so the browser could not come back.`
    )
    expect([it.opened, it.state]).toEqual([
      [],
      expect.objectContaining({ phase: 'failed', blame: 'definition' })
    ])
    await leave()
    await it.signIn()
    expect(it.state.phase).toBe('signed-in')
  })

  it('of two servers serves one after the other', async () => {
    const first = await bench({}, { callbackPort: await freePort() })
    const second = besides(first)
    const visited = Promise.withResolvers<string>()
    first.visit = async (page) => visited.resolve(page)
    const signIn = first.signIn()
    const page = await visited.promise
    await expect(second.signIn()).rejects.toThrow('is used by another program')
    await goTo(await authorize(page))
    await signIn
    await second.signIn()
    expect([first.state.phase, second.state.phase]).toEqual(['signed-in', 'signed-in'])
  })
})

describe('two sign-ins at once', () => {
  it('do not mix, whoever comes back first', async () => {
    const first = await bench()
    const second = besides(first)
    const pages = [first, second].map((each) => {
      const { promise, resolve } = Promise.withResolvers<string>()
      each.visit = async (page) => resolve(page)
      return promise
    })
    const signIns = [first.signIn(), second.signIn()]
    const [one, other] = (await Promise.all(pages.map(async (page) => authorize(await page)))) as [
      URL,
      URL
    ]
    // With the answer of the other, neither is let in.
    const mixed = new URL(one)
    mixed.search = other.search
    expect(await goTo(mixed)).toBe(400)
    await goTo(other)
    await goTo(one)
    await Promise.all(signIns)
    const codes = first.odd.asked('token').map(({ form }) => form['code'])
    expect(codes).toEqual([other, one].map(({ searchParams }) => searchParams.get('code')))
    const tokens = await Promise.all(
      [first, second].map(async ({ store, definition: { id, url } }) => {
        const record = await store.read(id, url)
        return record?.tokens?.access_token
      })
    )
    expect(new Set(tokens).size).toBe(2)
    expect([first.state.phase, second.state.phase]).toEqual(['signed-in', 'signed-in'])
  })
})
