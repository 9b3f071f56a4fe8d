import { describe, expect, it } from 'vitest'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { ipcRequests, type IpcHandlers } from '../../shared/ipc-contract'
import { route } from './router'
import { isOwnSender } from './sender'

/** Handlers that answer with what they were given. */
const handlers = Object.fromEntries(
  Object.keys(ipcRequests).map((name) => [name, async (input: unknown) => ({ heard: input })])
) as unknown as IpcHandlers

const ask = (name: unknown, input: unknown) => route(handlers, name, input)

describe('the router', () => {
  it('hands the parsed input to the handler of the route', async () => {
    expect(await ask('session.open', '{"serverId":"demo"}')).toEqual({
      ok: true,
      value: { heard: { serverId: 'demo' } }
    })
    expect(await ask('servers.list', '')).toEqual({ ok: true, value: { heard: undefined } })
  })

  it.each(['nope', '__proto__', 'constructor', 'toString', '', 7, null, undefined, {}])(
    'knows no route %j',
    async (name) => {
      expect(await ask(name, '')).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    }
  )

  it.each([
    ['not text', { serverId: 'demo' }],
    ['not JSON', '{'],
    ['missing', ''],
    ['of the wrong type', '{"serverId":7}'],
    ['empty', '{"serverId":""}'],
    ['too long', JSON.stringify({ serverId: 'x'.repeat(201) })],
    ['with a surplus key', '{"serverId":"demo","command":"sh"}'],
    ['with a key __proto__', '{"serverId":"demo","__proto__":{"x":1}}'],
    ['of 50 MB', JSON.stringify({ serverId: 'x'.repeat(50_000_000) })]
  ])('refuses input that is %s', async (_what, input) => {
    expect(await ask('session.open', input)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' }
    })
    expect('x' in {}).toBe(false)
  })

  it('passes the code and the words of our own errors on', async () => {
    const failing: IpcHandlers = {
      ...handlers,
      'servers.list': () =>
        Promise.reject(
          new WorkbenchError(WorkbenchErrorCode.NotFound, 'It is not there.', { id: 1 })
        )
    }
    expect(await route(failing, 'servers.list', '')).toEqual({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'It is not there.', details: { id: 1 } }
    })
  })

  it('tells the window nothing of other errors', async () => {
    const failing: IpcHandlers = {
      ...handlers,
      'servers.list': () => Promise.reject(new TypeError('cannot read /home/ada/secret'))
    }
    expect(await route(failing, 'servers.list', '')).toEqual({
      ok: false,
      error: { code: 'INTERNAL', message: expect.not.stringContaining('ada') as unknown }
    })
  })

  it('keeps a key __proto__ in the arguments of a tool, and is not polluted by it', async () => {
    const json = '{"serverId":"demo","tool":"t","arguments":{"__proto__":{"polluted":1}}}'
    const result = await ask('call.start', json)
    expect(JSON.stringify(result)).toContain('"__proto__":{"polluted":1}')
    expect('polluted' in {}).toBe(false)
  })
})

describe('the sender', () => {
  const own = { origin: 'app://patchbay' }

  it('is the main frame with our own page', () => {
    expect(isOwnSender(own, own, 'app://patchbay')).toBe(true)
  })

  it.each([
    ['gone', null, own],
    ['another frame', { origin: 'app://patchbay' }, own],
    ['of a window that is not there', own, undefined],
    ['on a foreign page', { origin: 'https://evil.example' }, undefined]
  ])('is refused when it is %s', (_what, sender, mainFrame) => {
    expect(isOwnSender(sender, mainFrame, 'app://patchbay')).toBe(false)
  })

  it('is refused when our main frame shows a foreign page', () => {
    const foreign = { origin: 'app://patchbay.evil' }
    expect(isOwnSender(foreign, foreign, 'app://patchbay')).toBe(false)
  })
})
