/** Nothing secret of the ways to sign in without a person, or bound to a key, is shown or left behind. */
import type { Page } from '@playwright/test'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SecretWatch } from './auth/secret-watch'
import { chooseTool, expect, test } from './fixtures'
import {
  authorize,
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from '../src/core/auth/fakes/fake-authorization-server'
import { oauthError, type SeenRequest } from '../src/core/auth/fakes/fake-host'
import { isSecretField } from '../src/core/auth/veil'
import type { OAuthAccess } from '../src/shared/servers/server-access'

const started: OddAuthorizationServer[] = []
test.afterEach(async () => {
  for (const odd of started.splice(0)) await odd.close()
})

/** What a client is refused with says again all that it sent. */
function echo({ body, headers, form }: SeenRequest): ReturnType<typeof oauthError> {
  const said = [...Object.values(form), body, headers.authorization]
  return oauthError('invalid_client', said.join(' '), 401)
}

async function protectedBy(
  authorization: OddOptions['authorization'] & object,
  access: (odd: OddAuthorizationServer) => OAuthAccess
) {
  const odd = await startOddAuthorizationServer({
    authorization,
    // The token of a company names it only in its own statement.
    server: { checksAudience: false }
  })
  started.push(odd)
  odd.authorization.replyOnceWith('token', echo)
  const { issuer } = odd.authorization
  return { odd, definition: { url: odd.url, era: 'legacy', oauth: { ...access(odd), issuer } } }
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const COMPANY = {
  client_id: 'company',
  client_secret: `company-secret-${randomUUID()}`,
  token_endpoint_auth_method: 'client_secret_post'
}
const ID_TOKEN = `id-token-${randomUUID()}`
const PLATFORM_TOKEN = `platform-token-${randomUUID()}`
const REGISTRATION = {
  client_secret: `registered-secret-${randomUUID()}`,
  registration_access_token: `registration-${randomUUID()}`,
  registration_client_uri: 'https://example.com/clients/1'
}

/** All that only client and authorization server may know. */
function secretsOf(servers: readonly OddAuthorizationServer[]): Map<string, string> {
  const secrets = new Map<string, string>([
    ['id token', ID_TOKEN],
    ['platform token', PLATFORM_TOKEN],
    ['company secret', COMPANY.client_secret],
    ['registered secret', REGISTRATION.client_secret],
    ['registration_access_token', REGISTRATION.registration_access_token]
  ])
  for (const [index, line] of PEM.split('\n').slice(1, -2).entries())
    secrets.set(`private key ${index}`, line)
  for (const { requests, authorization } of servers) {
    for (const { form, query, headers } of requests) {
      for (const [name, value] of Object.entries({ ...form, ...query }))
        if (isSecretField(name)) secrets.set(`${name} ${secrets.size}`, value)
      const proof = headers['dpop']
      if (typeof proof === 'string') secrets.set(`dpop ${secrets.size}`, proof)
      const [, credentials] = headers.authorization?.split(' ') ?? []
      if (credentials !== undefined) secrets.set(`authorization ${secrets.size}`, credentials)
    }
    for (const given of [authorization.tokens.access, authorization.tokens.refresh])
      for (const token of given.keys()) secrets.set(`token ${secrets.size}`, token)
  }
  return secrets
}

async function open(window: Page, name: string): Promise<void> {
  const row = window.getByRole('button', { name: new RegExp(`^${name}\\b`) })
  await row.click()
  await row.press('Enter')
}

test('no assertion, key, proof or secret of a client is shown or written down', async ({
  start,
  profile,
  home
}) => {
  test.slow()
  const servers = {
    signed: await protectedBy(
      {
        clients: [
          {
            client_id: 'signed',
            token_endpoint_auth_method: 'private_key_jwt',
            public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString()
          }
        ]
      },
      () => ({ grant: 'client-credentials', clientId: 'signed', privateKey: PEM })
    ),
    workload: await protectedBy({}, () => ({ grant: 'workload', assertion: PLATFORM_TOKEN })),
    company: await protectedBy({ clients: [COMPANY] }, ({ authorization }) => ({
      grant: 'enterprise',
      clientId: COMPANY.client_id,
      clientSecret: COMPANY.client_secret,
      clientAuth: 'post',
      enterprise: {
        tokenUrl: authorization.tokenEndpoint,
        clientId: COMPANY.client_id,
        clientSecret: COMPANY.client_secret,
        idToken: ID_TOKEN
      }
    })),
    bound: await protectedBy(
      {
        registered: REGISTRATION,
        metadata: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
        tokenFields: { token_type: 'DPoP', id_token: ID_TOKEN }
      },
      () => ({ dpop: true })
    )
  }
  let output = ''
  const definitions = Object.fromEntries(
    Object.entries(servers).map(([name, { definition }]) => [name, definition])
  )
  const { app, window } = await start(definitions, { onOutput: (chunk) => (output += chunk) })
  const watch = await SecretWatch.of(app, window, home)

  for (const name of ['signed', 'workload', 'company']) {
    await open(window, name)
    await expect(window.getByRole('alert')).toContainText('invalid_client')
    await watch.look()
    await window.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(window.getByRole('tab', { name: /^Tools/ })).toBeVisible()
    await chooseTool(window, 'whoami')
    await window.getByRole('button', { name: 'Call', exact: true }).click()
    await expect(window.getByRole('group', { name: 'Outcome' })).toContainText('whoami:')
    await window.getByRole('tab', { name: 'Info', exact: true }).click()
    await watch.look()
  }

  await open(window, 'bound')
  for (const round of [1, 2]) {
    await window
      .getByRole('alert')
      .getByRole('button', { name: /^(Sign in|Try again)$/ })
      .click()
    await expect.poll(() => watch.dialogs.opened()).toHaveLength(round)
    const page = (await watch.dialogs.opened()).at(-1) ?? ''
    await fetch(await authorize(page))
    await watch.look()
  }
  await expect(window.getByRole('tab', { name: /^Tools/ })).toBeVisible()
  await window.getByRole('tab', { name: 'Info', exact: true }).click()
  await watch.look()

  const told = await watch.askForEverything()
  expect(told).toContain('/register')
  await app.close()

  const secrets = secretsOf(Object.values(servers).map(({ odd }) => odd))
  const names = new Set([...secrets.keys()].map((key) => key.replace(/ \d+$/, '')))
  expect([...names].toSorted()).toEqual([
    'assertion',
    'authorization',
    'client_assertion',
    'client_secret',
    'code',
    'code_verifier',
    'company secret',
    'dpop',
    'id token',
    'platform token',
    'private key',
    'registered secret',
    'registration_access_token',
    'state',
    'subject_token',
    'token'
  ])
  expect(watch.leaks(secrets, { output, profile })).toEqual([])
})
