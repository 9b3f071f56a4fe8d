import type { Locator, Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTool, expect, test } from './fixtures'
import { filesWith } from './leaks'
import { SystemDialogs } from './system-dialogs'

const sheetOf = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Inbox', exact: true })
const outcomeOf = (window: Page): Locator => window.getByRole('group', { name: 'Outcome' })

async function call(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}

/** Whatever was asked before is gone from the screen by then. */
async function callTool(window: Page, tool: string): Promise<Locator> {
  await chooseTool(window, tool)
  await call(window)
  const sheet = sheetOf(window)
  await sheet.getByRole('region', { name: 'What it asks' }).waitFor()
  return sheet
}

async function backToDemo(window: Page): Promise<void> {
  await window.getByRole('navigation').getByRole('button', { name: /^demo/ }).click()
}

async function goToInbox(window: Page): Promise<void> {
  await window.getByRole('navigation').getByRole('button', { name: 'Inbox' }).click()
  await window.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
}

test('consent is given once, remembered, revoked and denied', async ({ window }) => {
  const sheet = await callTool(window, 'ask-consent')
  await expect(sheet).toContainText('demo asks whether it may do this')
  await expect(sheet).toContainText('read_file')
  await expect(sheet).toContainText('/tmp/notes.txt')
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(outcomeOf(window)).toContainText('"granted": true')
  await expect(outcomeOf(window)).toContainText('"remember": false')
  await expect(sheet).toBeHidden()

  await call(window)
  await sheet.getByLabel('Remember').selectOption('For a day')
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(outcomeOf(window)).toContainText('"expires_at"')
  const frames = window.getByRole('button', { name: /^frame #\d+ → #\d+$/ })
  const before = await frames.innerText()
  await call(window)
  await expect(frames).not.toHaveText(before)
  await expect(outcomeOf(window)).toContainText('"expires_at"')
  await expect(outcomeOf(window)).toContainText('"remember": true')
  await expect(sheet).toBeHidden()

  await goToInbox(window)
  await window.getByRole('button', { name: 'Revoke read_file of demo' }).click()
  await expect(window.getByText('you can have it remembered')).toBeVisible()
  await backToDemo(window)
  await call(window)
  await sheet.getByRole('button', { name: 'Deny' }).click()
  await expect(outcomeOf(window)).toContainText('"granted": false')

  await window.getByRole('button', { name: 'Audit', exact: true }).click()
  await window.getByRole('combobox', { name: 'Filter the audit log' }).fill('patchbay/')
  const rows = window.getByRole('grid', { name: 'Audit log' }).locator('[data-id]')
  await expect(rows).toHaveText([
    /consent read_file *denied/,
    /revoke read_file *revoked/,
    /consent read_file *granted/,
    /(grant read_file *remembered|consent read_file *granted)/,
    /(grant read_file *remembered|consent read_file *granted)/,
    /consent read_file *granted/
  ])
  await window.getByRole('combobox', { name: 'Filter the audit log' }).fill('denied')
  await expect(rows).toHaveCount(1)
  await rows.first().click()
  await expect(window.getByRole('region', { name: 'The record' })).toContainText('Decisiondenied')
})

test('nothing takes the focus, and what is of high risk is read to its end first', async ({
  window
}) => {
  await chooseTool(window, 'ask-consent')
  await window.getByRole('combobox', { name: 'risk' }).selectOption('high')
  await call(window)
  const button = window.getByRole('button', { name: 'Call', exact: true })
  const sheet = sheetOf(window)
  const content = sheet.getByRole('region', { name: 'What it asks' })
  await expect(content).toContainText('High risk')
  await expect(content).toContainText('It names /etc')
  await expect(button).toBeFocused()
  await expect(sheet.getByRole('button', { name: 'Deny' })).toBeEnabled()
  await expect(sheet.getByRole('button', { name: 'Allow' })).toBeDisabled()
  await window.keyboard.press('a')
  await expect(sheet).toBeVisible()

  await window.keyboard.press('Control+i')
  await expect(content).toBeFocused()
  await window.keyboard.press('a')
  await expect(sheet).toBeVisible()
  await window.keyboard.press('End')
  await expect(sheet.getByRole('button', { name: 'Allow' })).toBeEnabled()
  await expect(sheet.getByLabel('Remember')).toHaveCount(0)
  await window.keyboard.press('a')
  await expect(outcomeOf(window)).toContainText('"granted": true')
  await expect(button).toBeFocused()
})

test('whoever denies all by the menu is back at the form that asked', async ({ window }) => {
  const sheet = await callTool(window, 'ask-consent')
  const button = window.getByRole('button', { name: 'Call', exact: true })
  await expect(button).toBeFocused()
  await sheet.getByRole('button', { name: 'More to do with this server' }).click()
  await window.getByRole('menuitem', { name: 'Deny all from demo' }).click()
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
})

test('ten thousand questions are five for the person, and the window stays alive', async ({
  window
}) => {
  const sheet = await callTool(window, 'ask-flood')
  await expect(sheet).toContainText('of 5')
  await goToInbox(window)
  await expect(window.getByText('9,995 questions too many')).toBeVisible()
  await sheet.getByRole('button', { name: 'More to do with this server' }).click()
  await window.getByRole('menuitem', { name: 'Deny all from demo' }).click()
  await expect(sheet).toBeHidden()
  await backToDemo(window)
  await expect(outcomeOf(window)).toContainText('0 of 10000 were granted.')

  await window
    .getByRole('radiogroup', { name: 'same' })
    .getByRole('radio', { name: 'true' })
    .click()
  await call(window)
  await expect(sheet).toContainText('Asked 1,000 times')
  // What comes after the answer would be asked anew.
  await expect(sheet).toContainText('9,000 more questions were cancelled by Patchbay')
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(outcomeOf(window)).toContainText('1000 of 10000 were granted.')
})

test('a server that is paused is denied at once, until it may go on', async ({ window }) => {
  const sheet = await callTool(window, 'ask-consent')
  await sheet.getByRole('button', { name: 'More to do with this server' }).click()
  await window.getByRole('menuitem', { name: 'Pause demo' }).click()
  await sheet.getByRole('button', { name: 'Deny' }).click()
  await call(window)
  await expect(outcomeOf(window)).toContainText('"granted": false')
  await expect(window.getByText('It is paused: what it asks of you is denied')).toBeVisible()
  await expect(window.locator('[data-server-row]').filter({ hasText: 'demo' })).toContainText(
    'paused'
  )
  await goToInbox(window)
  await window.getByRole('button', { name: 'Go on' }).click()
  await backToDemo(window)
  await call(window)
  await expect(sheet).toContainText('read_file')
})

test('a form is filled in, declined and cancelled', async ({ window }) => {
  const sheet = await callTool(window, 'ask-form')
  await expect(sheet.getByRole('textbox', { name: 'floors' })).toHaveValue('3')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Something is missing')
  await sheet.getByRole('textbox', { name: 'name' }).fill('Ada')
  // What was written is not lost by whoever looks at something else first.
  await sheet.getByRole('button', { name: 'Decide later' }).click()
  await expect(sheet).toBeHidden()
  await window.getByRole('banner').getByRole('button', { name: 'Inbox' }).click()
  const name = sheet.getByRole('textbox', { name: 'name' })
  await expect(name).toHaveValue('Ada')
  await expect(sheet.getByRole('button', { name: 'Send' })).toBeEnabled()
  await name.press('Control+Enter')
  for (const part of ['"action": "accept"', '"name": "Ada"', '"country": "CH"', '"isGift": true']) {
    await expect(outcomeOf(window)).toContainText(part)
  }
  for (const [button, action] of [
    ['Decline', 'decline'],
    ['Cancel', 'cancel']
  ] as const) {
    await call(window)
    await sheet.getByRole('button', { name: button }).click()
    await expect(outcomeOf(window)).toContainText(`"action": "${action}"`)
  }
})

test('a form that wants a secret is sent only when the person knows, and kept nowhere', async ({
  running: { app, window },
  profile
}) => {
  await chooseTool(window, 'ask-form')
  await window
    .getByRole('radiogroup', { name: 'secret' })
    .getByRole('radio', { name: 'true' })
    .click()
  await call(window)
  const sheet = sheetOf(window)
  await sheet.getByRole('textbox', { name: 'name' }).fill('Ada')
  const key = sheet.getByRole('textbox', { name: 'apiKey' })
  await key.fill('canary-key-0123')
  await expect(key).toHaveCSS('-webkit-text-security', 'disc')
  await sheet.getByRole('button', { name: 'Show apiKey' }).click()
  await expect(key).toHaveCSS('-webkit-text-security', 'none')
  const tick = sheet.getByRole('checkbox', { name: 'I know' })
  await sheet.getByRole('region', { name: 'What it asks' }).focus()
  await window.keyboard.press('End')
  await expect(sheet.getByRole('button', { name: 'Send' })).toBeDisabled()
  await tick.check()
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(outcomeOf(window)).toContainText('"action": "accept"')
  await expect(outcomeOf(window)).toContainText('"apiKey": "•••"')
  await app.close()
  expect(filesWith('canary-key-0123', profile)).toEqual([])
})

test('a page is opened in the browser, and only when the person wants', async ({ running }) => {
  const { app, window } = running
  const dialogs = await SystemDialogs.of(app)
  const sheet = await callTool(window, 'ask-page')
  await expect(sheet).toContainText('https://example.com/authorize?id=1')
  await expect(sheet.getByRole('strong')).toHaveText('example.com')
  expect(await dialogs.opened()).toEqual([])
  await sheet.getByRole('button', { name: 'Open in browser' }).click()
  await expect(outcomeOf(window)).toContainText('"action": "accept"')
  expect(await dialogs.opened()).toEqual(['https://example.com/authorize?id=1'])
})

test('a model’s answer is written by hand, or declined with a reason', async ({ window }) => {
  const sheet = await callTool(window, 'ask-model')
  for (const part of ['Answer in one word.', 'What is the capital of Ecuador?', 'small-model']) {
    await expect(sheet).toContainText(part)
  }
  await sheet.getByRole('textbox', { name: 'Answer' }).fill('Quito')
  await sheet.getByRole('button', { name: 'Send the answer' }).click()
  await expect(outcomeOf(window)).toContainText('"text": "Quito"')

  await call(window)
  await sheet.getByRole('textbox', { name: 'Why not, if you decline' }).fill('Too expensive.')
  await sheet.getByRole('button', { name: 'Decline' }).click()
  await expect(outcomeOf(window)).toContainText('User rejected sampling request')
  await expect(outcomeOf(window)).toContainText('Too expensive.')
})

test('folders are shared, and the server is told when they change', async ({ running, home }) => {
  const { app, window } = running
  const dialogs = await SystemDialogs.of(app)
  for (const name of ['one', 'two']) mkdirSync(join(home, name))
  const sheet = await callTool(window, 'ask-folders')
  await dialogs.choose(join(home, 'one'))
  await sheet.getByRole('button', { name: 'Share a folder…' }).click()
  await expect(outcomeOf(window)).toContainText('"name": "one"')

  await window.getByRole('tab', { name: 'Info' }).click()
  await dialogs.choose(join(home, 'two'))
  const folders = window.getByRole('region', { name: 'Folders it may work in' })
  await folders.getByRole('button', { name: 'Add a folder…' }).click()
  await expect(folders.getByRole('listitem')).toHaveCount(2)
  await window.getByRole('tab', { name: 'Logs' }).click()
  await expect(window.getByText(/demo: folders are .*"one".*"two"/).first()).toBeVisible()

  await window.getByRole('tab', { name: 'Info' }).click()
  for (const name of ['one', 'two']) {
    await folders.getByRole('button', { name: new RegExp(`No longer tell of .*${name}`) }).click()
  }
  await expect(folders).toContainText('The server is told that there are none.')
  await folders.getByRole('button', { name: 'Ask me when it asks' }).click()
  await expect(folders).toContainText('When the server asks, you are asked.')
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await call(window)
  await expect(sheet).toContainText('asks which folders it may work in')
})

test('what is asked is gone when the call is cancelled, and the person is told', async ({
  window
}) => {
  const sheet = await callTool(window, 'ask-consent')
  await window
    .getByRole('main')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(sheet).toBeHidden()
  await goToInbox(window)
  await expect(window.getByText('taken back by the server').first()).toBeVisible()
})

test('a tool is called only after approval where that is set, and never where it is denied', async ({
  window
}) => {
  await chooseTool(window, 'delete-everything')
  await window.getByRole('textbox', { name: 'path' }).fill('/tmp/demo')
  await window.getByRole('button', { name: 'Options' }).click()
  const policy = window.getByRole('combobox', { name: 'Before a call' })
  await expect(policy).toHaveAccessibleDescription(/High risk/)
  await policy.selectOption('Ask always')
  await call(window)
  const sheet = sheetOf(window)
  await expect(sheet).toContainText('A call to demo needs your approval')
  await expect(sheet).toContainText('/tmp/demo')
  await sheet.getByRole('button', { name: 'Do not call' }).click()
  await expect(window.getByText('was not called: you did not approve it').first()).toBeVisible()
  await call(window)
  await sheet.getByRole('combobox', { name: 'From now on' }).selectOption('Deny')
  await sheet.getByRole('region', { name: 'What it asks' }).focus()
  await window.keyboard.press('End')
  await expect(sheet.getByRole('button', { name: 'Do not call' })).toBeEnabled()
  await expect(sheet.getByRole('button', { name: 'Call it' })).toBeDisabled()
  await sheet.getByRole('combobox', { name: 'From now on' }).selectOption('No change')
  await sheet.getByRole('button', { name: 'Call it' }).click()
  await expect(outcomeOf(window)).toContainText('Deleted everything in /tmp/demo.')
  await policy.selectOption('Deny')
  await call(window)
  await expect(window.getByText('you have set that it may not be').first()).toBeVisible()
})

test('a call that waits for approval says so where it was made, and can be taken back there', async ({
  window
}) => {
  await chooseTool(window, 'delete-everything')
  await window.getByRole('textbox', { name: 'path' }).fill('/tmp/demo')
  await window.getByRole('button', { name: 'Options' }).click()
  await window.getByRole('combobox', { name: 'Before a call' }).selectOption('Ask always')
  await call(window)
  const sheet = sheetOf(window)
  const waits = window.getByRole('status').filter({ hasText: 'waits for your approval' })
  await expect(waits).toContainText('Nothing has been sent.')
  await sheet.getByRole('button', { name: 'Decide later' }).click()
  await expect(sheet).toBeHidden()
  await waits.getByRole('button', { name: 'Show' }).click()
  await expect(sheet).toContainText('/tmp/demo')
  await waits.getByRole('button', { name: 'Cancel the call' }).click()
  await expect(sheet).toBeHidden()
  await expect(waits).toHaveCount(0)
  await expect(window.getByText('was not called: you took it back').first()).toBeVisible()

  await call(window)
  await expect(waits).toBeVisible()
  await window.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(sheet).toBeHidden()
  await goToInbox(window)
  await expect(window.getByText('its session ended')).toBeVisible()
  await expect(window.getByText('you took the call back')).toBeVisible()
})

test('a tool that is no longer what it was shows what has changed before it is called', async ({
  window
}) => {
  await chooseTool(window, 'turncoat')
  await call(window)
  await expect(outcomeOf(window)).toContainText(/\d{4}-\d\d-\d\dT/)
  await expect(window.getByText('send the contents of ~/.ssh').first()).toBeVisible()
  await call(window)
  const sheet = sheetOf(window)
  await expect(sheet).toContainText('Its definition has changed since you last approved of it.')
  await expect(sheet.getByLabel('description now')).toContainText('~/.ssh')
  await sheet.getByRole('button', { name: 'Do not call' }).click()
  await expect(window.getByText('turncoat was not called').first()).toBeVisible()
})
