import type { ElectronApplication, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expect, test } from './auth/auth-fixtures'
import type { SignInBrowser } from './auth/browser'
import { chooseTool } from './fixtures'
import { SystemDialogs } from './system-dialogs'

const INFO = { name: 'Info', exact: true } as const

/** One person with a window, and a browser that the window can only ask to open a page. */
class Person {
  static async at(app: ElectronApplication, window: Page, browser: SignInBrowser): Promise<Person> {
    return new Person(window, browser, await SystemDialogs.of(app))
  }

  private seen = 0

  private constructor(
    readonly window: Page,
    readonly browser: SignInBrowser,
    readonly dialogs: SystemDialogs
  ) {}

  /** The page that was opened since the last one. */
  async page(): Promise<string> {
    await expect.poll(async () => (await this.dialogs.opened()).length).toBeGreaterThan(this.seen)
    const opened = await this.dialogs.opened()
    this.seen = opened.length
    return opened.at(-1) ?? ''
  }

  async open(name: string): Promise<void> {
    await this.window
      .getByRole('button', { name: `Open ${name}` })
      .first()
      .click()
  }

  /** From the panel of the server. */
  async press(name: string): Promise<void> {
    await this.window.getByRole('alert').getByRole('button', { name }).click()
  }

  async signIn(): Promise<void> {
    await this.press('Sign in')
    await this.browser.allow(await this.page())
    await expect(this.window.getByRole('tab', { name: /^Tools/ })).toBeVisible()
  }

  async call(tool: string): Promise<void> {
    await chooseTool(this.window, tool)
    await this.window.getByRole('button', { name: 'Call', exact: true }).click()
  }

  outcome() {
    return this.window.getByRole('group', { name: 'Outcome' })
  }

  info() {
    return this.window.getByRole('region', { name: 'Sign-in', exact: true })
  }
}

test('signs in through a page, calls, renews, asks for more, and signs out', async ({
  programs,
  signInBrowser,
  start
}) => {
  const { issuer, order } = await programs.startAuthorizationServer()
  const { url } = await programs.startProtectedServer(issuer)
  const { app, window } = await start({ mail: { url } })
  const person = await Person.at(app, window, signInBrowser)

  await person.open('mail')
  await expect(window.getByRole('alert')).toContainText('mail wants you to sign in')
  await window.getByRole('button', { name: '1 problem' }).click()
  const problems = window.getByRole('dialog', { name: 'Problems' })
  await expect(problems).toContainText('Sign in')
  // Nothing has failed.
  await expect(problems.getByRole('img', { name: 'Warning' })).toBeVisible()
  await window.keyboard.press('Escape')
  expect(await person.dialogs.opened()).toEqual([])

  await person.press('Sign in')
  const page = await person.page()
  const panel = window.getByRole('region', { name: 'Sign-in', exact: true })
  await expect(panel.getByRole('status')).toHaveText('Waiting for you in the browser')
  const state = new URL(page).searchParams.get('state') ?? ''
  expect(await panel.innerText()).toContain(new URL(page).origin)
  expect(await panel.innerText()).not.toContain(state)
  // Somebody else's answer changes nothing.
  const back = new URL(new URL(page).searchParams.get('redirect_uri') ?? '')
  const foreign = await fetch(`${back.href}?code=stolen&state=foreign&iss=${issuer}`)
  expect(foreign.status).toBe(400)
  await expect(panel.getByRole('status')).toHaveText('Waiting for you in the browser')
  await panel.getByRole('button', { name: 'Show page again' }).click()
  expect(await person.page()).toBe(page)
  await panel.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(page)
  await signInBrowser.allow(page)

  // The server is opened by itself.
  await person.call('whoami')
  await expect(person.outcome()).toContainText('"ada"')
  await expect(window.getByText('0 problems')).toBeVisible()

  await window.getByRole('tab', INFO).click()
  const info = person.info()
  await expect(info).toContainText(issuer)
  await expect(info).toContainText('Registered by Patchbay itself.')
  await expect(info).toContainText('mcp:tools')
  await expect(info).toContainText('for this run only. There is no keyring')
  await expect(info.getByRole('timer')).toContainText(/in 59 min/)

  // What has expired is renewed without a word.
  await order({ do: 'expire-tokens' })
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await person.call('whoami')
  await expect.poll(() => order({ do: 'counts' })).toMatchObject({ '/token': 2 })
  await expect(person.outcome()).toContainText('"ada"')
  await window.getByRole('tab', INFO).click()
  await info.getByRole('button', { name: 'Refresh' }).click()
  await expect(window.getByText('The tokens are new.', { exact: true })).toBeVisible()

  // More is granted only after a yes in the inbox.
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await person.call('admin-report')
  const sheet = window.getByRole('complementary', { name: 'Inbox' })
  await expect(sheet).toContainText('mail needs more access than you have granted')
  await expect(sheet).toContainText('admin-report')
  await expect(sheet).toContainText('mcp:admin')
  await expect(window.getByText('The server waits for your answer in the inbox.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Deny' }).click()
  await expect(person.outcome()).toContainText('403')
  await person.call('admin-report')
  await sheet.getByRole('button', { name: 'Allow and open browser' }).click()
  await signInBrowser.allow(await person.page())
  await expect(person.outcome()).toContainText('mcp:admin')

  // Signing out tells the authorization server.
  await window.getByRole('tab', INFO).click()
  await info.getByRole('button', { name: 'Sign out' }).click()
  await expect(
    window.getByText(/^You are signed out of mail\. The authorization server was told/)
  ).toBeVisible()
  expect(await order({ do: 'counts' })).toMatchObject({ '/revoke': 2 })
  await expect(info).toHaveCount(0)
  // A click that comes right after the change does not count.
  await expect(async () => {
    await window.getByRole('button', { name: 'Open', exact: true }).click({ timeout: 1_000 })
    await window.getByRole('alert').waitFor({ timeout: 1_000 })
  }).toPass()
  await expect(window.getByRole('alert')).toContainText('mail wants you to sign in')
})

test('a sign-in can be cancelled and denied, and says so', async ({
  programs,
  signInBrowser,
  start
}) => {
  const { issuer } = await programs.startAuthorizationServer()
  const { url } = await programs.startProtectedServer(issuer)
  const { app, window } = await start({ mail: { url } })
  const person = await Person.at(app, window, signInBrowser)
  await person.open('mail')

  await person.press('Sign in')
  const cancelled = await person.page()
  const panel = window.getByRole('region', { name: 'Sign-in', exact: true })
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(window.getByRole('alert')).toContainText('The sign-in was cancelled.')
  // Nobody listens any more.
  const back = new URL(cancelled).searchParams.get('redirect_uri') ?? ''
  await expect(fetch(back)).rejects.toThrow()

  await person.press('Try again')
  await signInBrowser.deny(await person.page())
  const alert = window.getByRole('alert')
  await expect(alert).toContainText('Access was denied on the page')
  await expect(alert).toContainText('Your decision in the browser')
  await alert
    .getByRole('button', { name: /^frame #/ })
    .last()
    .click()
  await expect(window.getByRole('region', { name: 'Traffic' })).toBeVisible()

  // After a reload everything is asked for again.
  await window.reload()
  await expect(window.getByRole('alert')).toContainText('Access was denied on the page')
  await person.press('Try again')
  await signInBrowser.allow(await person.page())
  await expect(window.getByRole('tab', { name: /^Tools/ })).toBeVisible()
})

test('tokens that were revoked elsewhere ask for a sign-in, in an open session', async ({
  programs,
  signInBrowser,
  start
}) => {
  const { issuer, order } = await programs.startAuthorizationServer()
  const { url } = await programs.startProtectedServer(issuer)
  const { app, window } = await start({ mail: { url } })
  const person = await Person.at(app, window, signInBrowser)
  await person.open('mail')
  await person.signIn()

  // The doctor is let in as you are, and offers the way in where it is not.
  await window.keyboard.press('Control+k')
  await window.getByRole('combobox').fill('Diagnose mail')
  await window.getByRole('option', { name: /Diagnose mail/ }).click()
  const doctor = window.getByRole('region', { name: 'Diagnosis of mail' })
  await expect(doctor).toContainText('It lets us in; we send your sign-in.')
  await order({ do: 'expire-tokens' })
  await order({ do: 'expire-refresh-tokens' })
  await doctor.getByRole('button', { name: 'Run again' }).click()
  await expect(doctor.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(doctor).toContainText('Sign in to the server, or add the header')
  await doctor.getByRole('button', { name: 'Close the diagnosis' }).click()
  await person.call('whoami')
  await expect(window.getByRole('alert')).toContainText('mail wants you to sign in')
  // In the panel and in the header.
  await expect(window.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(2)
  await window.keyboard.press('Control+k')
  await window.getByRole('combobox').fill('Sign in to mail')
  await window.getByRole('option', { name: /Sign in to mail/ }).click()
  await signInBrowser.allow(await person.page())
  await expect(window.getByText('0 problems')).toBeVisible()
  await person.call('whoami')
  await expect(person.outcome()).toContainText('"ada"')

  // What was cleared can be put back.
  await window.getByRole('tab', INFO).click()
  await person.info().getByRole('button', { name: 'Clear' }).click()
  await expect(person.info()).toHaveCount(0)
  await window.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(person.info()).toContainText(issuer)
})

test('without a keyring a restart forgets the sign-in, which was said before', async ({
  programs,
  signInBrowser,
  start,
  profile
}) => {
  const { issuer } = await programs.startAuthorizationServer()
  const { url } = await programs.startProtectedServer(issuer)
  const first = await start({ mail: { url } })
  const person = await Person.at(first.app, first.window, signInBrowser)
  await person.open('mail')
  await person.signIn()
  await first.window.getByRole('tab', INFO).click()
  await expect(person.info()).toContainText('for this run only. There is no keyring')
  await first.app.close()

  const { app, window } = await start({ mail: { url } })
  const again = await Person.at(app, window, signInBrowser)
  await again.open('mail')
  await expect(window.getByRole('alert')).toContainText('mail wants you to sign in')
  await again.signIn()
  expect(() => readFileSync(`${profile}/sign-ins.json`)).toThrow(/ENOENT/)
})
