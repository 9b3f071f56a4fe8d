/** Where an authorization server registers nobody, a person says which client Patchbay is. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './auth/auth-fixtures'
import { axeFindings } from './axe'
import { answerBy, promptOf } from './fixtures'
import { SystemDialogs } from './system-dialogs'

test('asks for a client that the person has registered, and signs in as that', async ({
  programs,
  signInBrowser,
  start
}) => {
  const { issuer, clients } = await programs.startAuthorizationServer({ hasRegistration: false })
  const { clientId, clientSecret = '' } = clients['known-basic']
  const { url } = await programs.startProtectedServer(issuer)
  const { app, window } = await start({ mail: { url } })
  const dialogs = await SystemDialogs.of(app)
  const panel = window.getByRole('alert')
  const page = async (): Promise<string> => {
    await expect.poll(async () => (await dialogs.opened()).length).toBe(1)
    return (await dialogs.opened()).at(-1) ?? ''
  }

  // Whoever leaves the question reads where to write the client instead.
  await window.getByRole('button', { name: 'Open mail' }).first().click()
  await panel.getByRole('button', { name: 'Sign in' }).click()
  const left = await promptOf(app)
  await answerBy(left.getByRole('button', { name: 'Cancel' }))
  await expect(panel).toContainText('set "oauth.clientId"')
  await expect(panel).not.toContainText('is the cause')

  // The window of Patchbay takes the question back.
  await panel.getByRole('button', { name: 'Try again' }).click()
  const withdrawn = await promptOf(app)
  const isClosed = withdrawn.waitForEvent('close')
  await window.getByRole('button', { name: 'Cancel', exact: true }).click()
  await isClosed
  await expect(panel).toContainText('The sign-in was cancelled.')

  await panel.getByRole('button', { name: 'Try again' }).click()
  const prompt = await promptOf(app)
  expect(await axeFindings({ app, window: prompt })).toEqual([])
  await expect(prompt.getByText(`${issuer} does not let clients register`)).toBeVisible()
  const returnAddress = prompt.getByText(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  const shown = await returnAddress.innerText()
  const use = prompt.getByRole('button', { name: 'Use' })
  await expect(prompt.getByText('There is no keyring')).toBeVisible()
  await expect(use).toBeDisabled()
  await prompt.getByRole('textbox', { name: 'Client id' }).fill(clientId)
  await expect(use).toBeEnabled()
  await prompt.getByLabel('Client secret (optional)').fill(clientSecret)
  await answerBy(use)

  const opened = new URL(await page()).searchParams
  expect([opened.get('client_id'), opened.get('redirect_uri')]).toEqual([clientId, shown])
  await signInBrowser.allow(await page())
  await expect(window.getByRole('tab', { name: /^Tools/ })).toBeVisible()
  await window.getByRole('tab', { name: 'Info', exact: true }).click()
  const info = window.getByRole('region', { name: 'Sign-in', exact: true })
  await expect(info).toContainText(clientId)
  await expect(info).toContainText('a client that you registered')
  expect(await window.content()).not.toContain(clientSecret)
})

test('offers to edit a definition that forces a way that is not possible', async ({
  programs,
  start,
  profile
}) => {
  const { issuer } = await programs.startAuthorizationServer({ hasRegistration: false })
  const { url } = await programs.startProtectedServer(issuer)
  const mail = { url, oauth: { registration: 'dynamic' } }
  writeFileSync(join(profile, 'mcp.json'), JSON.stringify({ mcpServers: { mail } }))
  const { app, window } = await start()
  await window.getByRole('button', { name: 'mail not trusted' }).click()
  await window.getByRole('button', { name: 'Review and trust…' }).click()
  const trust = await promptOf(app)
  await trust.keyboard.press('End')
  await answerBy(trust.getByRole('button', { name: 'Trust', exact: true }))
  await window.getByRole('button', { name: 'Open mail' }).first().click()
  const panel = window.getByRole('alert')
  await panel.getByRole('button', { name: 'Sign in' }).click()
  await expect(panel).toContainText('The definition of the server is the cause.')
  await panel.getByRole('button', { name: 'Edit' }).click()
  await expect(window.getByRole('combobox', { name: 'Registration' })).toHaveValue('dynamic')
})
