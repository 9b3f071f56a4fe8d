import { expect, test } from './auth/auth-fixtures'
import { axeFindings } from './axe'
import { chooseTool } from './fixtures'
import { SystemDialogs } from './system-dialogs'

test('axe finds nothing wrong with any screen of a sign-in', async ({
  programs,
  signInBrowser,
  start
}) => {
  test.slow()
  const { issuer, clients } = await programs.startAuthorizationServer()
  const { url } = await programs.startProtectedServer(issuer)
  const { clientId } = clients['known-public']
  const definition = { url, oauth: { clientId, authorizationParams: { audience: 'x' } } }
  const running = await start({ mail: definition })
  const { app, window } = running
  const dialogs = await SystemDialogs.of(app)
  const found: string[] = []
  const look = async (name: string): Promise<void> =>
    void found.push(...(await axeFindings(running, { name })))

  await window.getByRole('button', { name: 'Open mail' }).first().click()
  const alert = window.getByRole('alert')
  await alert.waitFor()
  await look('a server that wants a sign-in')
  await window.getByRole('button', { name: '1 problem' }).click()
  await look('its problem')
  await window.keyboard.press('Escape')

  await alert.getByRole('button', { name: 'Sign in' }).click()
  await window.getByText('Waiting for you in the browser').waitFor()
  await look('a sign-in under way')
  await window.getByRole('button', { name: 'Cancel' }).click()
  await alert.getByRole('heading', { name: 'The sign-in was cancelled.' }).waitFor()
  await look('a sign-in that failed')

  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await dialogs.opened()).length).toBe(2)
  await signInBrowser.allow((await dialogs.opened()).at(-1) ?? '')
  await window.getByRole('tab', { name: 'Info', exact: true }).click()
  const info = window.getByRole('region', { name: 'Sign-in', exact: true })
  await expect(info).toContainText('Patchbay adds to the page: audience.')
  await look('what is known of a sign-in')

  await window.getByRole('tab', { name: /^Tools/ }).click()
  await chooseTool(window, 'admin-report')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const sheet = window.getByRole('complementary', { name: 'Inbox' })
  await sheet.getByText('mcp:admin').waitFor()
  await look('a question for more scopes')
  await sheet.getByRole('button', { name: 'Deny' }).click()

  await window.getByRole('button', { name: 'Add server' }).click()
  await window.getByRole('radio', { name: 'Address' }).click()
  await window.getByText('Sign-in (OAuth)').click()
  await window.getByText('Exceptions to the rules').click()
  await window.getByRole('textbox', { name: 'Client document' }).fill('https://example.com/me.json')
  await window.getByRole('textbox', { name: 'Scopes' }).pressSequentially('one two')
  await window.getByRole('radio', { name: 'JSON' }).click()
  await expect(window.getByText('"clientMetadataUrl"')).toBeVisible()
  await window.getByRole('radio', { name: 'Form' }).click()
  await expect(window.getByRole('textbox', { name: 'Scopes' })).toHaveValue('one two')
  await window.getByRole('button', { name: 'Copy document to publish' }).click()
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('"client_id": "https://example.com/me.json"')
  await look('the settings of a sign-in')
  await window.getByText('Token you were given').click()
  await window.getByText('Request signing').click()
  await window.getByText('Network (proxy and TLS)').click()
  await window.getByRole('textbox', { name: 'Token', exact: true }).fill('${secret:MAIL}')
  await window.getByRole('textbox', { name: 'Secret', exact: true }).fill('${secret:SIGN}')
  await window.getByRole('combobox', { name: 'What is signed' }).selectOption('v1')
  await window.getByRole('textbox', { name: 'Trusted certificate' }).fill('AA:BB')
  await look('a token, signing and the network')
  await window.getByRole('radio', { name: 'JSON' }).click()
  for (const written of ['"scheme": "v1"', '"pinned"']) {
    await expect(window.getByText(written)).toBeVisible()
  }
  expect(found).toEqual([])
})
