/** Signed requests against the demo server that checks them, from the window and the command line. */
import type { Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { axeFindings } from './axe'
import { expect, test, toolRow, type Definition } from './fixtures'
import { startProxy, startSignedDemo } from './servers/signed-demo.mjs'

const SECRET = 'the-right-secret-4711'

let servers: Record<string, Definition>
const stops: (() => Promise<void>)[] = []

test.beforeEach(async () => {
  const demo = await startSignedDemo('--secret', SECRET)
  const late = await startSignedDemo('--secret', SECRET, '--clock', '600')
  const definition = demo.definition as Definition & { url: string }
  const { url } = definition
  const proxy = await startProxy(url, (body: string) => body.replace('"jsonrpc"', ' "jsonrpc"'))
  stops.push(demo.stop, late.stop, proxy.stop)
  servers = {
    signed: { ...definition, retry: 'none' },
    changed: { url: proxy.url, signing: { secret: SECRET }, retry: 'none' },
    late: { ...(late.definition as Definition), retry: 'none' },
    wrong: { url, signing: { secret: 'another-secret-0815' }, retry: 'none' }
  }
})
test.afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

const REFUSALS = {
  changed: /does not fit the request.*The clocks agree.*proxy \(Via: 1\.1 meddler\)/,
  late: /holds for 300 s.*The clock of the server is 10 min ahead of this one/,
  wrong: /does not fit the request.*The clocks agree/
}

const FINDINGS = {
  changed: /the secret is right, and something on the way changes the body/,
  late: /Signed with the time of the server, the same request is accepted/,
  wrong: /refuses every way to sign that Patchbay knows/
}

async function open(window: Page, name: string): Promise<void> {
  const rows = window.getByRole('navigation', { name: 'Servers' })
  await rows.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await window
    .getByRole('button', { name: `Open ${name}` })
    .first()
    .click()
}

test('the window makes a signed call, and says why others are refused', async ({ start }) => {
  test.slow()
  const { app, window } = await start(servers)
  await open(window, 'signed')
  await toolRow(window, 'echo').click()
  await window
    .getByRole('region', { name: 'Arguments' })
    .getByLabel('message', { exact: true })
    .fill('signed hello')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByText('signed hello').last()).toBeVisible()

  await test.step('the frame says that it was signed, and when', async () => {
    await window.getByRole('button', { name: /^frame #/ }).click()
    const frame = window.getByRole('region', { name: 'Frame', exact: true })
    await expect(frame.getByText('Signed', { exact: true })).toBeVisible()
    await frame.getByRole('radio', { name: 'Headers' }).click()
    const headers = window.getByRole('region', { name: 'HTTP headers' })
    await expect(headers).toContainText(/x-mcp-signature\s*[\da-f]{8}… \(HMAC-SHA256\)/)
    await expect(headers).toContainText(/x-mcp-timestamp\s*\d{10}/)
    expect(
      await axeFindings({ app, window }, { name: 'headers', place: '[aria-label=Frame]' })
    ).toEqual([])
  })

  await test.step('Info says what the server knows us by', async () => {
    await window.getByRole('tab', { name: 'Info' }).click()
    await expect(window.getByRole('region', { name: 'Info' })).toContainText(
      'Requests are signed (X-MCP-Signature)'
    )
  })

  for (const name of ['changed', 'late', 'wrong'] as const) {
    await test.step(`${name} is refused, and explained`, async () => {
      await open(window, name)
      await expect(window.getByText(REFUSALS[name]).first()).toBeVisible()
      await window.getByRole('button', { name: 'Diagnose' }).first().click()
      await expect(window.getByText(FINDINGS[name]).first()).toBeVisible()
    })
  }
})

test('the command line makes a signed call, and says why others are refused', async ({
  profile
}) => {
  const config = join(profile, 'signed.json')
  writeFileSync(config, JSON.stringify({ mcpServers: servers }))
  const { FORCE_COLOR: _force, ...inherited } = process.env
  const env = { ...inherited, XDG_CONFIG_HOME: profile }
  const patchbay = (...args: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const all = [join(root, 'bin/patchbay'), ...args, '--config', config]
      execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
        resolve(`${error ? 'failed' : 'ok'} ${stdout}${stderr}`)
      )
    })
  const call = (name: string): Promise<string> =>
    patchbay('call', name, 'echo', '--args', '{"message":"signed hello"}')
  expect(await call('signed')).toBe('ok signed hello\n')
  for (const name of ['changed', 'late', 'wrong'] as const) {
    expect(await call(name)).toMatch(new RegExp(`^failed .*${REFUSALS[name].source}`, 's'))
    expect(await patchbay('doctor', name)).toMatch(FINDINGS[name])
  }
})
