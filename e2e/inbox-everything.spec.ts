import type { Locator, Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, toolRow } from './fixtures'
import { realServer } from './real-definitions'
import { SystemDialogs } from './system-dialogs'

const sheetOf = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Inbox', exact: true })
const outcomeOf = (window: Page): Locator => window.getByRole('group', { name: 'Outcome' })
const argument = (window: Page, name: string): Locator =>
  window.getByRole('region', { name: 'Arguments' }).getByLabel(name, { exact: true })

async function choose(window: Page, tool: string): Promise<void> {
  const filter = window.getByRole('searchbox', { name: 'Filter tools' })
  await filter.fill(tool)
  await toolRow(window, tool).click()
  await filter.fill('')
}

async function call(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}

test('what server-everything asks is answered in the inbox', async ({ start, home }) => {
  test.setTimeout(120_000)
  const { app, window } = await start({ everything: await realServer('everything') })
  const dialogs = await SystemDialogs.of(app)
  const sheet = sheetOf(window)
  for (const name of ['one', 'two']) mkdirSync(join(home, name))
  const servers = window.getByRole('navigation', { name: 'Servers' })
  await servers.getByRole('button', { name: /^everything/ }).click()
  await window.getByRole('button', { name: 'Open everything' }).click()

  await test.step('folders, as soon as it is open and again when they change', async () => {
    await expect(sheet).toContainText('everything asks which folders it may work in')
    await dialogs.choose(join(home, 'one'))
    await sheet.getByRole('button', { name: 'Share a folder…' }).click()
    await expect(sheet).toBeHidden()
    await choose(window, 'get-roots-list')
    await call(window)
    await expect(outcomeOf(window)).toContainText('Current MCP Roots (1 total)')
    await window.getByRole('tab', { name: 'Info' }).click()
    const folders = window.getByRole('region', { name: 'Folders it may work in' })
    await dialogs.choose(join(home, 'two'))
    await folders.getByRole('button', { name: 'Add a folder…' }).click()
    await expect(folders.getByRole('listitem')).toHaveCount(2)
    await window.getByRole('tab', { name: /^Tools/ }).click()
    await expect(async () => {
      await call(window)
      await expect(outcomeOf(window)).toContainText('(2 total)', { timeout: 1_000 })
    }).toPass()
  })

  await test.step('the answer of a model', async () => {
    await choose(window, 'trigger-sampling-request')
    await argument(window, 'prompt').fill('What is the capital of Ecuador?')
    await call(window)
    await expect(sheet).toContainText('What is the capital of Ecuador?')
    await expect(sheet).toContainText('You are a helpful test server.')
    await sheet.getByRole('textbox', { name: 'Answer' }).fill('Quito')
    await sheet.getByRole('button', { name: 'Send the answer' }).click()
    await expect(outcomeOf(window)).toContainText('"text": "Quito"')
  })

  await test.step('values, by a form', async () => {
    await choose(window, 'trigger-elicitation-request')
    await call(window)
    await sheet.getByRole('textbox', { name: 'name', exact: true }).fill('Ada')
    // It mentions a pin, and wants none.
    await expect(sheet).toContainText('Low risk')
    await expect(sheet).toContainText('Cats (pet-1)')
    await sheet.getByRole('checkbox', { name: 'Piano' }).check()
    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(outcomeOf(window)).toContainText('- Name: Ada')
    await expect(outcomeOf(window)).toContainText(/"Guitar",\s*"Piano"/)
    await expect(outcomeOf(window)).toContainText('- Favorite Integer: 42')
    for (const [button, words] of [
      ['Decline', 'User declined to provide the requested information.'],
      ['Cancel', 'User cancelled the elicitation dialog.']
    ] as const) {
      await call(window)
      await sheet.getByRole('button', { name: button }).click()
      await expect(outcomeOf(window)).toContainText(words)
    }
  })

  await test.step('a page, by a request', async () => {
    await choose(window, 'trigger-url-elicitation')
    await argument(window, 'url').fill('https://example.com/first')
    await call(window)
    await expect(sheet).toContainText('https://example.com/first')
    await sheet.getByRole('button', { name: 'Open in browser' }).click()
    await expect(outcomeOf(window)).toContainText('User completed the URL elicitation flow.')
    expect(await dialogs.opened()).toEqual(['https://example.com/first'])
  })

  await test.step('a page, by an error, after which the call is made again', async () => {
    await argument(window, 'url').fill('https://example.com/second')
    await argument(window, 'errorPath').getByRole('radio', { name: 'true' }).click()
    await call(window)
    await expect(sheet).toContainText('https://modelcontextprotocol.io')
    await sheet.getByRole('button', { name: 'Open in browser' }).click()
    await sheet.getByRole('button', { name: 'I am done, call again' }).click()
    await expect(sheet).toContainText('https://example.com/second')
    await sheet.getByRole('button', { name: 'Open in browser' }).click()
    await expect(outcomeOf(window)).toContainText('User completed the URL elicitation flow.')
    expect((await dialogs.opened()).slice(1)).toEqual([
      'https://modelcontextprotocol.io/',
      'https://example.com/second'
    ])
  })
})
