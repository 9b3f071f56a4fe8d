import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { expect, test } from './fixtures'
import { startHttpFaults } from './servers/http-faults.mjs'

/** Makes Node accept every certificate. */
const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
const HEADERS = { authorization: 'Bearer tok-3f9a1c7d5e2b' }

type Secure = Awaited<ReturnType<typeof startHttpFaults>>

let server: Secure
test.beforeEach(async () => {
  server = await startHttpFaults({ mode: 'ok', tls: 'self-signed' })
})
test.afterEach(() => server.close())

function addresses(): readonly string[] {
  return [server.url, server.url.replace(/^https/, 'wss')]
}

test('the command line sends nothing to a server with a bad certificate', async ({ profile }) => {
  for (const url of addresses()) {
    const said = await new Promise<string>((resolve) => {
      const env = { ...process.env, ...UNCHECKED, XDG_CONFIG_HOME: profile }
      const args = [join(root, 'bin/patchbay'), 'tools', '--url', url]
      execFile(process.execPath, args, { env }, (_error, _stdout, stderr) => resolve(stderr))
    })
    expect(said).toContain('certificate')
  }
  expect(server.seen).toEqual([])
})

test('the app sends nothing to a server with a bad certificate', async ({ start }) => {
  const [http, socket] = addresses()
  const { window } = await start(
    { http: { url: http, headers: HEADERS }, socket: { url: socket, headers: HEADERS } },
    { env: UNCHECKED }
  )
  for (const name of ['http', 'socket']) {
    await window
      .getByRole('navigation', { name: 'Servers' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
    await window.getByRole('button', { name: `Open ${name}` }).click()
    await expect(window.getByText(/certificate/).first()).toBeVisible()
  }
  expect(server.seen).toEqual([])
})
