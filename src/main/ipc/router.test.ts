import { describe, expect, it } from 'vitest'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ipcRequests, type IpcHandlers } from '../../shared/ipc/ipc-contract'
import { windowRequests } from '../../shared/question/answers'
import { mainRoutes, promptRoutes, route, type PromptHandlers } from './router'
import { isOwnSender, routesFor } from './sender'

/** Handlers that answer with what they were given. */
function echoes(names: readonly string[]): unknown {
  return Object.fromEntries(
    names.map((name) => [name, async (input: unknown) => ({ heard: input })])
  )
}

const handlers = echoes(Object.keys(ipcRequests)) as IpcHandlers
const promptHandlers = echoes(Object.keys(windowRequests)) as PromptHandlers

const ask = (name: unknown, input: unknown) => route(mainRoutes(handlers), name, input)
const askAsPrompt = (name: unknown, input: unknown) =>
  route(promptRoutes(promptHandlers), name, input)

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
    ['too long', JSON.stringify({ serverId: 'x'.repeat(401) })],
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
    expect(await route(mainRoutes(failing), 'servers.list', '')).toEqual({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'It is not there.', details: { id: 1 } }
    })
  })

  it('tells the window nothing of other errors', async () => {
    const failing: IpcHandlers = {
      ...handlers,
      'servers.list': () => Promise.reject(new TypeError('cannot read /home/ada/secret'))
    }
    expect(await route(mainRoutes(failing), 'servers.list', '')).toEqual({
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

describe('the routes of a prompt', () => {
  it('are its own two', async () => {
    expect(await askAsPrompt('prompt.describe', '')).toEqual({
      ok: true,
      value: { heard: undefined }
    })
    expect(await askAsPrompt('prompt.answer', '{"kind":"dismissed"}')).toEqual({
      ok: true,
      value: { heard: { kind: 'dismissed' } }
    })
  })

  it.each(Object.keys(ipcRequests))('do not include %s of the main window', async (name) => {
    expect(await askAsPrompt(name, '{"serverId":"demo"}')).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', message: `There is no request "${name}".` }
    })
  })

  it.each(Object.keys(windowRequests))('hide %s from the main window', async (name) => {
    expect(await ask(name, '{"kind":"dismissed"}')).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', message: `There is no request "${name}".` }
    })
  })

  it.each([
    ['of an unknown kind', '{"kind":"trust everything"}'],
    ['with an unknown decision', '{"kind":"trust","decisions":{"a":"always"}}'],
    ['with a surplus key', '{"kind":"dismissed","isFinal":true}'],
    ['missing', '']
  ])('refuse an answer that is %s', async (_what, input) => {
    expect(await askAsPrompt('prompt.answer', input)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' }
    })
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

  it('decides which requests there are', () => {
    const main = { origin: 'app://patchbay' }
    const prompt = { origin: 'app://patchbay' }
    const doors = [
      { mainFrame: () => main, routes: mainRoutes(handlers) },
      { mainFrame: () => prompt, routes: promptRoutes(promptHandlers) },
      { mainFrame: () => undefined, routes: promptRoutes(promptHandlers) }
    ]
    const routesOf = (sender: { origin: string } | null) =>
      routesFor(sender, doors, 'app://patchbay')?.requests
    expect(routesOf(main)).toBe(ipcRequests)
    expect(routesOf(prompt)).toBe(windowRequests)
    expect(routesOf({ origin: 'app://patchbay' })).toBe(undefined)
    expect(routesOf(null)).toBe(undefined)
  })
})
