/** Nothing secret of a sign-in is anywhere that somebody could look, or that is left behind. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from './auth/auth-fixtures'
import { SecretWatch } from './auth/secret-watch'
import { chooseTool } from './fixtures'

const SECRET_FIELDS = [
  'access_token',
  'refresh_token',
  'id_token',
  'code',
  'code_verifier',
  'client_secret'
]

/** Stands before the token endpoint, and remembers what passes there: nobody else knows it. */
class TokenWitness {
  readonly seen = new Map<string, string>()

  static async before(endpoint: string): Promise<TokenWitness> {
    const server = createServer((request, response) => {
      void (async () => {
        const body = await text(request)
        for (const [name, value] of new URLSearchParams(body)) witness.remember(name, value)
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body
        })
        const json = await answer.text()
        const fields = JSON.parse(json) as Record<string, unknown>
        for (const [name, value] of Object.entries(fields)) witness.remember(name, String(value))
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(json)
      })()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const witness = new TokenWitness(server)
    return witness
  }

  private constructor(private readonly server: Server) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/token`
  }

  remember(name: string, value: string): void {
    if (SECRET_FIELDS.includes(name)) this.seen.set(`${name} ${this.seen.size}`, value)
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

test('no token, code, verifier, state or client secret is shown or written down', async ({
  programs,
  signInBrowser,
  start,
  profile,
  home
}) => {
  test.slow()
  const { issuer, clients, order } = await programs.startAuthorizationServer()
  const { url } = await programs.startProtectedServer(issuer)
  const witness = await TokenWitness.before(`${issuer}/token`)
  const oauth = { ...clients['known-post'], issuer, clientAuth: 'post', tokenUrl: witness.url }
  let output = ''
  const { app, window } = await start(
    { mail: { url, oauth } },
    { onOutput: (chunk) => (output += chunk) }
  )
  const watch = await SecretWatch.of(app, window, home)
  const { dialogs } = watch

  await window.getByRole('button', { name: 'Open mail' }).first().click()
  await window.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => dialogs.opened()).toHaveLength(1)
  const [page = ''] = await dialogs.opened()
  await expect(window.getByText('Waiting for you in the browser')).toBeVisible()
  await watch.look()
  await signInBrowser.allow(page)
  await expect(window.getByRole('tab', { name: /^Tools/ })).toBeVisible()
  await order({ do: 'expire-tokens' })
  await chooseTool(window, 'whoami')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByRole('group', { name: 'Outcome' })).toContainText('"ada"')
  await window.getByRole('tab', { name: 'Info', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Sign-in', exact: true })).toContainText(
    'The token endpoint is the one of the definition.'
  )
  await watch.look()

  const told = await watch.askForEverything()
  expect(told).toContain('/token')
  expect(told).toContain('patchbay/sign-in')
  await window.getByRole('button', { name: 'Sign out' }).click()
  await expect(window.getByText(/^You are signed out of mail/)).toBeVisible()
  await watch.look()
  await app.close()
  witness.close()

  const secrets = new Map(witness.seen)
  secrets.set('state', new URL(page).searchParams.get('state') ?? '')
  // Of a code exchange, and of a renewal.
  const names = new Set([...secrets.keys()].map((key) => key.split(' ')[0]))
  expect([...names].toSorted()).toEqual(
    ['access_token', 'client_secret', 'code', 'code_verifier', 'refresh_token', 'state'].toSorted()
  )
  expect(watch.leaks(secrets, { output, profile })).toEqual([])
})
