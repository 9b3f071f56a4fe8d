import type { Locator, Page } from '@playwright/test'
import { axeFindings } from './axe'
import { chooseTool, expect, test } from './fixtures'

const sheetOf = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Inbox', exact: true })

async function call(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}

/** One of each kind, and how it is answered so that the next can be asked. */
const ITEMS: readonly {
  readonly name: string
  readonly ask: (window: Page) => Promise<void>
  readonly answer: string
}[] = [
  {
    name: 'consent',
    ask: async (window) => {
      await chooseTool(window, 'ask-consent')
      await call(window)
    },
    answer: 'Deny'
  },
  {
    name: 'consent of high risk',
    ask: async (window) => {
      await window.getByRole('combobox', { name: 'risk' }).selectOption('high')
      await call(window)
    },
    answer: 'Deny'
  },
  {
    name: 'values',
    ask: async (window) => {
      await chooseTool(window, 'ask-form')
      await call(window)
    },
    answer: 'Decline'
  },
  {
    name: 'values that seem secret',
    ask: async (window) => {
      const secret = window.getByRole('radiogroup', { name: 'secret' })
      await secret.getByRole('radio', { name: 'true' }).click()
      await call(window)
    },
    answer: 'Decline'
  },
  {
    name: 'a page',
    ask: async (window) => {
      await chooseTool(window, 'ask-page')
      await call(window)
    },
    answer: 'Decline'
  },
  {
    name: 'a model',
    ask: async (window) => {
      await chooseTool(window, 'ask-model')
      await call(window)
    },
    answer: 'Decline'
  },
  {
    name: 'folders',
    ask: async (window) => {
      await chooseTool(window, 'ask-folders')
      await call(window)
    },
    answer: 'Share nothing'
  },
  {
    name: 'approval',
    ask: async (window) => {
      await chooseTool(window, 'delete-everything')
      await window.getByRole('button', { name: 'Options' }).click()
      await window.getByRole('combobox', { name: 'Before a call' }).selectOption('Ask always')
      await call(window)
    },
    answer: 'Do not call'
  },
  {
    name: 'approval of what has changed',
    ask: async (window) => {
      await chooseTool(window, 'turncoat')
      await call(window)
      await window.getByText('send the contents of ~/.ssh').first().waitFor()
      await call(window)
    },
    answer: 'Do not call'
  }
]

test('axe finds nothing in anything that is asked, light and dark', async ({ running }) => {
  test.setTimeout(240_000)
  const { window } = running
  const sheet = sheetOf(window)
  const found: string[] = []
  for (const { name, ask, answer } of ITEMS) {
    await ask(window)
    const button = sheet.getByRole('button', { name: answer })
    await expect(button).toBeEnabled()
    found.push(...(await axeFindings(running, { name })))
    await button.click()
    await expect(sheet).toBeHidden()
  }
  expect(found).toEqual([])
})

test('axe finds nothing on the page of the inbox, light and dark', async ({ running }) => {
  test.setTimeout(120_000)
  const { window } = running
  const sheet = sheetOf(window)
  await chooseTool(window, 'ask-consent')
  await call(window)
  await sheet.getByLabel('Remember').selectOption('For a day')
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await chooseTool(window, 'ask-flood')
  await window.getByRole('textbox', { name: 'count' }).fill('12')
  await call(window)
  await window.getByRole('navigation').getByRole('button', { name: 'Inbox' }).click()
  await expect(window.getByRole('button', { name: 'Revoke read_file of demo' })).toBeVisible()
  await expect(window.getByText('7 questions too many')).toBeVisible()
  expect(
    await axeFindings(running, { name: 'what waits, is remembered, and was asked lately' })
  ).toEqual([])
  await sheet.getByRole('button', { name: 'More to do with this server' }).click()
  await window.getByRole('menuitem', { name: 'Pause demo' }).click()
  await expect(window.getByRole('heading', { name: 'Paused' })).toBeVisible()
  // The hint of the button that opened the menu goes away with the focus.
  await window.getByRole('heading', { name: 'Paused' }).click()
  await expect(window.getByRole('tooltip')).toHaveCount(0)
  expect(await axeFindings(running, { name: 'a server that is paused' })).toEqual([])
})
