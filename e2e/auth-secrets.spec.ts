/** Nothing secret of a sign-in is anywhere that somebody could look, or that is left behind. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Bridge } from '../src/shared/ipc/ipc-wire'
import { expect, test } from './auth/auth-fixtures'
import { chooseTool } from './fixtures'
import { SystemDialogs } from './system-dialogs'

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

function encodingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  return [
    value,
    value.slice(0, 16),
    encodeURIComponent(value),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex')
  ]
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
  const dialogs = await SystemDialogs.of(app)
  const heard: string[] = []
  await window.exposeFunction('hear', (json: string) => void heard.push(json))
  const listen = (events: readonly string[]): Promise<void> =>
    window.evaluate((names) => {
      const { hear, patchbay } = globalThis as unknown as {
        hear: (json: string) => void
        patchbay: Bridge
      }
      for (const name of names) patchbay.on(name, (json) => hear(json))
    }, events)
  await listen([
    'signIn.changed',
    'session.changed',
    'problems.changed',
    'inbox.changed',
    'calls.changed',
    'traffic.grew',
    'traffic.counted',
    'audit.changed',
    'audit.grew'
  ])
  const ask = (route: string, input?: object): Promise<string> =>
    window.evaluate(
      ([name, json]) =>
        (globalThis as unknown as { patchbay: Bridge }).patchbay.request(name ?? '', json ?? ''),
      [route, input ? JSON.stringify(input) : '']
    )
  const shown: string[] = []
  const look = async (): Promise<void> => void shown.push(await window.content())

  await window.getByRole('button', { name: 'Open mail' }).first().click()
  await window.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => dialogs.opened()).toHaveLength(1)
  const [page = ''] = await dialogs.opened()
  await expect(window.getByText('Waiting for you in the browser')).toBeVisible()
  await look()
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
  await look()

  const frames = Array.from({ length: 80 }, (_, index) => index + 1)
  const opened = await ask('audit.open', { query: { text: '' }, isGrouped: false })
  const { viewId } = (JSON.parse(opened) as { value: { viewId: number } }).value
  const answers = await Promise.all([
    ...frames.flatMap((seq) => [
      ask('traffic.row', { seq }),
      ask('traffic.raw', { seq, limit: 100_000 }),
      ask('traffic.bytes', { seq }),
      ask('traffic.report', { seq })
    ]),
    ask('signIn.list'),
    ask('problems.list'),
    ask('audit.rows', { viewId, from: 0, count: 100 }),
    ask('servers.list')
  ])
  const told = answers.join('\n')
  expect(told).toContain('/token')
  expect(told).toContain('patchbay/sign-in')
  const exported = join(home, 'exported')
  for (const [route, input] of [
    ['traffic.export', { form: 'lines', what: {} }],
    ['traffic.export', { form: 'har', what: {} }],
    ['audit.export', { form: 'jsonl', query: { text: '' } }]
  ] as const) {
    await dialogs.choose(`${exported}-${input.form}`)
    answers.push(await ask(route, input))
  }
  await window.getByRole('button', { name: 'Sign out' }).click()
  await expect(window.getByText(/^You are signed out of mail/)).toBeVisible()
  await look()
  await app.close()
  witness.close()

  const secrets = new Map(witness.seen)
  secrets.set('state', new URL(page).searchParams.get('state') ?? '')
  // Of a code exchange, and of a renewal.
  const names = new Set([...secrets.keys()].map((key) => key.split(' ')[0]))
  expect([...names].toSorted()).toEqual(
    ['access_token', 'client_secret', 'code', 'code_verifier', 'refresh_token', 'state'].toSorted()
  )
  const hits = (found: string): readonly string[] =>
    [...secrets].flatMap(([name, value]) =>
      encodingsOf(value).some((form) => found.includes(form)) ? [name] : []
    )
  expect(hits(shown.join('\n'))).toEqual([])
  expect(heard.join('\n')).toContain('signed-in')
  expect(hits(heard.join('\n'))).toEqual([])
  expect(hits(answers.join('\n'))).toEqual([])
  expect(hits(output)).toEqual([])
  const written = [profile, home].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // The definition itself, which the test has written there.
      .filter((name) => name !== 'servers.json' && statSync(join(folder, name)).isFile())
      .map((name) => ({ name, found: hits(readFileSync(join(folder, name), 'latin1')) }))
  )
  expect(written.length).toBeGreaterThan(3)
  expect(written.filter(({ found }) => found.length > 0)).toEqual([])
})
