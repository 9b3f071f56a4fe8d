import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import {
  startOddAuthorizationServer,
  type OddAuthorizationServer
} from '../src/core/auth/fakes/fake-authorization-server'
import { expect, test } from './fixtures'

const SECRET = 'canary-client-secret-8c1f'

let odd: OddAuthorizationServer
test.beforeEach(async () => {
  const clients = [{ client_id: 'ci', client_secret: SECRET }]
  odd = await startOddAuthorizationServer({ authorization: { clients } })
})
test.afterEach(() => odd.close())

type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** No desktop, and so no keyring, as in CI. */
const {
  DBUS_SESSION_BUS_ADDRESS: _bus,
  XDG_RUNTIME_DIR: _runtime,
  FORCE_COLOR: _force,
  ...bare
} = process.env

function patchbay(
  profile: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {}
): Promise<Finished> {
  const config = join(profile, 'protected.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { mine: { url: odd.url, type: 'http' } } }))
  const [command = '', ...rest] = args
  const argv = [join(root, 'bin/patchbay'), command, 'mine', ...rest, '--config', config]
  const env = { ...bare, XDG_CONFIG_HOME: profile, ...more }
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
    )
  })
}

test('a server that wants a sign-in ends every command with 5, and no browser opens', async ({
  profile
}) => {
  const { code, stderr } = await patchbay(profile, ['tools'], { BROWSER: 'false' })
  expect([code, stderr]).toEqual([5, expect.stringContaining('To sign in: patchbay login "mine"')])
  expect(odd.asked('authorization')).toEqual([])
})

test('without a keyring, login asks nobody and says what works instead', async ({ profile }) => {
  test.skip(process.platform !== 'linux', 'Other systems always have a keyring.')
  const { code, stdout, stderr } = await patchbay(profile, ['login'])
  expect([code, stdout, odd.requests]).toEqual([5, '', []])
  expect(stderr).toMatch(
    /^There is no keyring that Patchbay can use \(.+\)\. Install gnome-keyring/
  )
  expect(stderr).toContain('PATCHBAY_CLIENT_ID')
})

test('a client of your own signs in by variables, and its secret is shown nowhere', async ({
  profile
}) => {
  const variables = { PATCHBAY_CLIENT_ID: 'ci', PATCHBAY_CLIENT_SECRET: SECRET }
  const { code, stdout, stderr } = await patchbay(profile, ['call', 'whoami'], variables)
  expect([code, stdout]).toEqual([0, 'whoami: ci, mcp:tools\n'])
  expect(stdout + stderr).not.toContain(SECRET)
})
