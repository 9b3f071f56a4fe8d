import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { cachePackages } from '../scripts/cached-packages.mjs'
import { root } from '../scripts/project.mjs'
import type { Bridge } from '../src/shared/ipc/ipc-wire'
import { axeFindings } from './axe'
import { answerBy, expect, promptOf, test, type RunningApp } from './fixtures'
import { filesWith } from './leaks'
import { startConnectProxy } from './servers/connect-proxy.mjs'
import { startHttpFaults } from './servers/http-faults.mjs'
import {
  authority,
  client,
  PASSPHRASE,
  server as certificate
} from './servers/private-certificates.mjs'

const PASSWORD = 'canary-proxy-91be7c'
const NAME = 'joe'

/** As much of proxy-chain as is used here. */
type Asked = { readonly username: string; readonly password: string; readonly hostname: string }
type ProxyServer = {
  readonly port: number
  listen: () => Promise<void>
  close: (isForced: boolean) => Promise<void>
}
type ProxyChain = {
  readonly Server: new (options: {
    port: number
    host: string
    prepareRequestFunction: (asked: Asked) => { requestAuthentication: boolean }
  }) => ProxyServer
}

let folder: string
let proxy: ProxyServer
let hosts: string[]
let mcp: Awaited<ReturnType<typeof startHttpFaults>>

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-networks-'))
  const packages = await cachePackages('e2e/proxy')
  const entry = join(packages, 'node_modules/proxy-chain/dist/index.js')
  const { Server } = (await import(pathToFileURL(entry).href)) as ProxyChain
  hosts = []
  proxy = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ username, password, hostname }) => {
      const isKnown = username === NAME && password === PASSWORD
      if (isKnown) hosts.push(hostname)
      return { requestAuthentication: !isKnown }
    }
  })
  await proxy.listen()
  const demanding = { ca: authority, requestCert: true, rejectUnauthorized: true }
  mcp = await startHttpFaults({ mode: 'ok', tls: { ...certificate, ...demanding } })
  writeFileSync(join(folder, 'authority.pem'), authority)
  writeFileSync(join(folder, 'client.pem'), client.cert)
  writeFileSync(join(folder, 'client.key'), client.lockedKey)
})
test.afterEach(async () => {
  await mcp.close()
  await proxy.close(true)
  rmSync(folder, { recursive: true })
})

/** The paths are relative to the file that the definition stands in. */
function definition(password: string, passphrase: string): object {
  return {
    url: mcp.url,
    proxy: `http://${NAME}:${password}@127.0.0.1:${proxy.port}`,
    tls: { ca: 'authority.pem', cert: 'client.pem', key: 'client.key', passphrase }
  }
}

function write(servers: object): void {
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: servers }))
}

async function open({ app, window }: RunningApp, name: string): Promise<void> {
  const row = window.getByRole('button', { name: new RegExp(`^${name}\\b`) })
  await row.click()
  await row.press('Enter')
  const trust = await promptOf(app)
  await trust.keyboard.press('End')
  await answerBy(trust.getByRole('button', { name: 'Trust', exact: true }))
}

/** Everything that main tells the window, whether or not it is shown. */
async function hear(window: Page): Promise<() => string> {
  let heard = ''
  await window.exposeFunction('hear', (json: string) => void (heard += json))
  await window.evaluate(() => {
    const { hear, patchbay } = globalThis as unknown as {
      hear: (json: string) => void
      patchbay: Bridge
    }
    for (const event of ['session.changed', 'doctor.changed', 'traffic.grew', 'servers.changed']) {
      patchbay.on(event, (json) => hear(json))
    }
  })
  return () => heard
}

async function frames(window: Page): Promise<string> {
  return window.evaluate(async () => {
    const { patchbay } = globalThis as unknown as { patchbay: Bridge }
    const seqs = Array.from({ length: 60 }, (_, index) => index + 1)
    const asked = seqs.flatMap((seq) => [
      patchbay.request('traffic.raw', JSON.stringify({ seq, limit: 100_000 })),
      patchbay.request('traffic.row', JSON.stringify({ seq }))
    ])
    return (await Promise.all(asked)).join('\n')
  })
}

/** In the forms in which they are sent, and a line of the key. */
const CANARIES = [
  PASSWORD,
  Buffer.from(`${NAME}:${PASSWORD}`).toString('base64'),
  Buffer.from(PASSWORD).toString('hex'),
  PASSPHRASE,
  Buffer.from(PASSPHRASE).toString('base64').replace(/=+$/, ''),
  client.key.split('\n')[1] ?? '',
  client.lockedKey.split('\n')[2] ?? ''
]

function hits(text: string): readonly string[] {
  return CANARIES.filter((canary) => text.includes(canary))
}

test('a server is reached through a proxy with a password, with a private authority and a certificate of yours', async ({
  start,
  profile
}) => {
  test.slow()
  let output = ''
  write({ guarded: definition('${secret:PROXY_PASSWORD}', '${secret:PASSPHRASE}') })
  const running = await start(
    {},
    { args: [`--project=${folder}`], onOutput: (text) => (output += text) }
  )
  const { app, window } = running
  const heard = await hear(window)

  await test.step('it asks for both secrets, and opens', async () => {
    await open(running, 'guarded')
    const values = await app.waitForEvent('window')
    await values.getByLabel('PROXY_PASSWORD', { exact: true }).fill(PASSWORD)
    await values.getByLabel('PASSPHRASE', { exact: true }).fill(PASSPHRASE)
    await answerBy(values.getByRole('button', { name: 'Use' }))
    await expect(window.getByRole('button', { name: /^guarded\b/ })).toContainText('ready')
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']))
  })

  await test.step('a tool can be called', async () => {
    await window.getByRole('option').first().click()
    await window.getByRole('button', { name: /^Call/ }).click()
    await expect(window.getByRole('button', { name: /^Call/ })).toBeEnabled()
  })

  await test.step('the diagnosis names the proxy and shows the chain', async () => {
    await window.getByRole('button', { name: /^guarded\b/ }).click({ button: 'right' })
    await window.getByRole('menuitem', { name: /^Diagnose/ }).click()
    const checks = window.getByRole('list', { name: 'Checks' })
    await expect(checks).toContainText(`the proxy 127.0.0.1:${proxy.port}`)
    await expect(checks).toContainText('Patchbay fixture authority')
    await expect(checks).not.toContainText('failed')
  })

  expect(hits(await window.content())).toEqual([])
  expect(hits(await frames(window))).toEqual([])
  await app.close()
  expect(hits(heard())).toEqual([])
  expect(hits(output)).toEqual([])
  expect(CANARIES.flatMap((canary) => filesWith(canary, profile))).toEqual([])
})

test('a proxy that refuses says so by its name, and without the password', async ({ start }) => {
  write({
    guarded: { url: mcp.url, proxy: `http://${NAME}:not-${PASSWORD}@127.0.0.1:${proxy.port}` }
  })
  const running = await start({}, { args: [`--project=${folder}`] })
  await open(running, 'guarded')
  const { window } = running
  const alert = window.getByRole('alert')
  await expect(alert).toContainText(
    `The proxy 127.0.0.1:${proxy.port} does not accept the name and password`
  )
  await expect(alert).toContainText('Settings, Network')
  expect(hits(await window.content())).toEqual([])
  expect(mcp.seen).toEqual([])
})

test('a certificate is trusted for one server after it was shown', async ({ start }) => {
  const own = await startHttpFaults({ mode: 'ok', tls: certificate })
  write({ own: { url: own.url } })
  const running = await start({}, { args: [`--project=${folder}`] })
  const { app, window } = running
  await open(running, 'own')
  await expect(window.getByRole('alert')).toContainText('is not accepted')
  expect(own.seen).toEqual([])

  await test.step('saying no changes nothing', async () => {
    await window.getByRole('button', { name: 'Look at the certificate…' }).click()
    const prompt = await promptOf(app)
    await answerBy(prompt.getByRole('button', { name: 'Not now' }))
    expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).not.toContain('pinned')
  })

  await test.step('the chain is shown in a window of main', async () => {
    await window.getByRole('button', { name: 'Look at the certificate…' }).click()
    const prompt = await promptOf(app)
    await expect(prompt.getByRole('heading')).toHaveText('Trust this certificate for own?')
    await expect(prompt.getByText('CN=Patchbay fixture server')).toBeVisible()
    expect(await axeFindings({ app, window: prompt }, { name: 'certificate' })).toEqual([])
    await prompt.getByRole('region', { name: 'What is asked' }).press('End')
    await answerBy(prompt.getByRole('button', { name: 'Trust it' }))
  })

  await test.step('it opens without another question, and the file says why', async () => {
    await expect(window.getByRole('button', { name: /^own\b/ })).toContainText('ready')
    expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toMatch(/"pinned": "([\dA-F]{2}:){31}/)
  })

  await test.step('it can be undone', async () => {
    await window.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => readFileSync(join(folder, '.mcp.json'), 'utf8')).not.toContain('pinned')
  })
  await own.close()
})

test('the proxy for all servers is set in the settings, with its password among the secrets', async ({
  start,
  profile
}) => {
  const plain = await startHttpFaults({ mode: 'ok', tls: undefined })
  write({ plain: { url: plain.url } })
  const running = await start({}, { args: [`--project=${folder}`] })
  const { app, window } = running
  await window.getByRole('button', { name: 'Settings' }).click()
  await window.getByRole('tab', { name: 'Network' }).click()
  await window.getByRole('radio', { name: 'Address' }).click()
  const field = window.getByLabel('Address of the proxy')
  await field.fill(`http://${NAME}:${PASSWORD}@127.0.0.1:${proxy.port}`)
  await window.getByRole('button', { name: 'Use it…' }).click()
  await expect(window.getByRole('alert')).toContainText('write the password as ${secret:NAME}')
  await field.fill(`http://${NAME}:\${secret:PROXY_PASSWORD}@127.0.0.1:${proxy.port}`)
  expect(await axeFindings(running, { name: 'network' })).toEqual([])
  await window.getByRole('button', { name: 'Use it…' }).click()
  const prompt = await promptOf(app)
  await expect(prompt.getByText(`127.0.0.1:${proxy.port}`)).toBeVisible()
  await answerBy(prompt.getByRole('button', { name: 'Use it' }))
  const values = await app.waitForEvent('window')
  await values.getByLabel('PROXY_PASSWORD', { exact: true }).fill(PASSWORD)
  await answerBy(values.getByRole('button', { name: 'Use' }))
  await expect(window.getByRole('button', { name: 'Change…' })).toBeVisible()

  await open(running, 'plain')
  await expect(window.getByRole('button', { name: /^plain\b/ })).toContainText('ready')
  expect(hosts).toContain('127.0.0.1')
  await app.close()
  expect(hits(readFileSync(join(profile, 'preferences.json'), 'utf8'))).toEqual([])
  await plain.close()
})

test('a PAC file of the system says which proxy leads to a server', async ({ start, home }) => {
  const plain = await startHttpFaults({ mode: 'ok', tls: undefined })
  const known = await startConnectProxy({
    places: { 'mcp.test:80': { port: Number(new URL(plain.url).port) } }
  })
  const script = `function FindProxyForURL(url, host) {
    return host === 'mcp.test' ? 'PROXY 127.0.0.1:${known.port}' : 'DIRECT'
  }`
  const pac = createServer((_request, response) => response.end(script))
  await new Promise<void>((resolve) => pac.listen(0, '127.0.0.1', resolve))
  const { port } = pac.address() as AddressInfo
  // As KDE writes it down; no other desktop keeps it in a file that can be written by hand.
  const settings = join(home, '.config')
  mkdirSync(settings)
  const lines = ['[Proxy Settings]', 'ProxyType=2', `Proxy Config Script=http://127.0.0.1:${port}/`]
  writeFileSync(join(settings, 'kioslaverc'), lines.join('\n') + '\n')
  write({ plain: { url: 'http://mcp.test/mcp' } })
  const env = { XDG_CURRENT_DESKTOP: 'KDE', XDG_CONFIG_HOME: settings }
  const running = await start({}, { args: [`--project=${folder}`], env })
  await open(running, 'plain')
  await expect(running.window.getByRole('button', { name: /^plain\b/ })).toContainText('ready')
  expect(known.asked).toContain('mcp.test:80')
  pac.close()
  await known.close()
  await plain.close()
})

test('the command line goes the same way', async ({ profile }) => {
  write({ guarded: definition('${PROXY_PASSWORD}', '${PASSPHRASE}') })
  const env = { ...process.env, XDG_CONFIG_HOME: profile, PROXY_PASSWORD: PASSWORD, PASSPHRASE }
  const file = join(folder, '.mcp.json')
  const run = (command: string): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const args = [join(root, 'bin/patchbay'), command, 'guarded', '--config', file]
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr })
      )
    })
  const listed = await run('tools')
  expect(listed.code).toBe(0)
  expect(hosts).toContain('127.0.0.1')
  const examined = await run('doctor')
  expect(examined.said).toContain(`the proxy 127.0.0.1:${proxy.port}`)
  expect(hits(listed.said + examined.said)).toEqual([])
})
