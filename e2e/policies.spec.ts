import type { Locator, Page } from '@playwright/test'
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { axeFindings } from './axe'
import { chooseTool, expect, test, toolRow, type Definition } from './fixtures'
import { SystemDialogs } from './system-dialogs'

const FAULTS = join(import.meta.dirname, 'servers/faults.mjs')

const sheetOf = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Inbox', exact: true })
const outcomeOf = (window: Page): Locator => window.getByRole('group', { name: 'Outcome' })
const policiesOf = (window: Page): Locator => window.getByRole('region', { name: 'Policies' })

async function call(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}

async function goToInbox(window: Page): Promise<void> {
  await window.getByRole('navigation').getByRole('button', { name: 'Inbox' }).click()
  await window.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
}

async function goTo(window: Page, server: string, tab: RegExp): Promise<void> {
  await window
    .getByRole('navigation', { name: 'Servers' })
    .getByRole('button', { name: new RegExp(`^${server}`) })
    .click()
  await window.getByRole('tab', { name: tab }).click()
}

test('what is set about calls is seen at the tool and in a list, and is changed in each place', async ({
  running
}) => {
  const { window } = running
  await goToInbox(window)
  await expect(policiesOf(window)).toContainText('Nothing is set.')
  await window.getByRole('navigation').getByRole('button', { name: /^demo/ }).click()
  await chooseTool(window, 'echo')
  await window.getByRole('textbox', { name: 'message' }).fill('hi')
  await window.getByRole('button', { name: 'Options' }).click()
  const ofTool = window.getByRole('combobox', { name: 'Before a call' })
  await ofTool.selectOption('Ask always')
  const header = window.getByRole('heading', { name: 'echo', exact: true }).locator('xpath=..')
  await expect(header).toContainText('always asks')
  await expect(toolRow(window, 'echo')).toHaveAccessibleDescription(/you have set: always asks/)

  await goTo(window, 'demo', /^Info$/)
  const ofServer = window.getByRole('combobox', { name: 'Before a call' })
  await ofServer.selectOption('Deny')
  expect(await axeFindings(running, { name: 'Info' })).toEqual([])
  await goTo(window, 'demo', /^Tools/)
  await call(window)
  await expect(sheetOf(window)).toContainText('You have set that you are asked each time.')
  await sheetOf(window).getByRole('button', { name: 'Call it' }).click()
  await expect(outcomeOf(window)).toContainText('hi')
  await window.getByRole('button', { name: 'Options' }).click()
  await ofTool.selectOption('As for its server: deny')
  await expect(header).toContainText('denied')
  await call(window)
  await expect(window.getByText('echo was not called: you have set').first()).toBeVisible()
  await expect(window.getByRole('region', { name: 'Result', exact: true })).toContainText(
    /Nothing was sent\. The result below is of the call at/
  )
  await ofTool.selectOption('Allow')

  await goToInbox(window)
  const rows = policiesOf(window).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const every = window.getByRole('combobox', { name: 'Before a call of every other tool of demo' })
  await expect(every).toHaveValue('deny')
  expect(await axeFindings(running, { name: 'the inbox' })).toEqual([])
  await every.selectOption('By their risk')
  await expect(rows).toHaveText([/demo › echo/])
  await window
    .getByRole('combobox', { name: 'Before a call of echo of demo' })
    .selectOption('By its risk')
  await expect(policiesOf(window)).toContainText('Nothing is set.')
})

test('what is asked leads to its frame, and shows where its server comes from', async ({
  window
}) => {
  await chooseTool(window, 'ask-consent')
  await call(window)
  const sheet = sheetOf(window)
  await sheet.getByRole('button', { name: 'whole', exact: true }).click()
  await expect(sheet.getByText('demo-server/index.mjs')).toBeVisible()
  await sheet.getByRole('button', { name: 'less', exact: true }).click()
  await sheet.getByRole('button', { name: /^frame #\d+$/ }).click()
  const frame = window.getByRole('region', { name: 'Frame' })
  await expect(frame).toContainText('consent/request')
  await expect(sheet).toBeVisible()
})

test('folders that were shared are not told to another server of the same name', async ({
  start,
  home
}) => {
  const folder = join(realpathSync(home), 'work')
  mkdirSync(folder)
  const mine = (...more: readonly string[]): Definition => ({
    command: process.execPath,
    args: [FAULTS, 'askroots', ...more]
  })
  const open = async (window: Page) => {
    await window.getByRole('navigation').getByRole('button', { name: /^mine/ }).click()
    await window.getByRole('button', { name: 'Open mine' }).click()
  }
  const first = await start({ mine: mine() })
  const dialogs = await SystemDialogs.of(first.app)
  await open(first.window)
  await dialogs.choose(folder)
  await sheetOf(first.window).getByRole('button', { name: 'Share a folder…' }).click()
  await expect(sheetOf(first.window)).toBeHidden()
  await first.app.close()

  const { window } = await start({ mine: mine('--another') })
  await open(window)
  await expect(sheetOf(window)).toContainText(folder)
  await goTo(window, 'mine', /^Info$/)
  const folders = window.getByRole('region', { name: 'Folders it may work in' })
  await expect(folders.getByRole('listitem')).toHaveText([
    `${folder}not told: the server has changed`
  ])
  await sheetOf(window).getByRole('button', { name: 'Share the same again' }).click()
  await expect(folders.getByRole('listitem')).toHaveText([`${folder}yours, for this server`])
})

test('what was set and cannot be read any more is a problem, and every call is asked about', async ({
  start,
  profile
}) => {
  const broken = '{"servers": "as nobody writes it"'
  writeFileSync(join(profile, 'policies.json'), broken)
  const { app, window } = await start()
  await window.getByRole('contentinfo').getByRole('button', { name: '1 problem' }).click()
  const list = window.getByRole('dialog', { name: 'Problems' })
  await expect(list).toContainText('policies.json cannot be understood.')
  await expect(list).toContainText('You are asked before each call of a tool.')
  const aside = readdirSync(profile).find((name) => name.startsWith('policies.json.broken-')) ?? ''
  expect(readFileSync(join(profile, aside), 'utf8')).toBe(broken)
  await window.keyboard.press('Escape')
  await chooseTool(window, 'echo')
  await window.getByRole('textbox', { name: 'message' }).fill('hi')
  await call(window)
  await expect(sheetOf(window)).toContainText(
    'What you had set about calls cannot be read any more.'
  )
  await sheetOf(window).getByRole('button', { name: 'Call it' }).click()
  await expect(outcomeOf(window)).toContainText('hi')
  await app.close()

  const next = await start()
  await goToInbox(next.window)
  await expect(policiesOf(next.window)).toContainText('cannot be read any more')
  await policiesOf(next.window).getByRole('button', { name: 'Go by the risk again' }).click()
  await expect(policiesOf(next.window)).not.toContainText('cannot be read any more')
  await next.window.getByRole('navigation').getByRole('button', { name: /^demo/ }).click()
  await chooseTool(next.window, 'echo')
  await call(next.window)
  await expect(outcomeOf(next.window)).toContainText('hi')
})
