import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { answerBy, expect, promptOf, test } from './fixtures'

const FAULTS = join(root, 'e2e/servers/faults.mjs')
const plain = { command: process.execPath, args: [FAULTS, 'plain'] }
const isMac = process.platform === 'darwin'
const UNDO = isMac ? 'Meta+z' : 'Control+z'

const listOf = (window: Page): Locator => window.getByRole('navigation', { name: 'Servers' })
const rowOf = (window: Page, name: string): Locator =>
  listOf(window).getByRole('button', { name: new RegExp(`^${name}\\b`) })
const questionOf = (window: Page, name: string): Locator =>
  window.getByRole('dialog', { name: `Remove ${name}?` })
const undoButton = (window: Page): Locator => window.getByRole('button', { name: /^Undo \(/ })

function writeServers(path: string, names: readonly string[]): string {
  const mcpServers = Object.fromEntries(names.map((name) => [name, plain]))
  const text = JSON.stringify({ mcpServers }, null, 2)
  writeFileSync(path, text)
  return text
}

async function trustAndOpen(app: ElectronApplication, window: Page, name: string): Promise<void> {
  await rowOf(window, name).press('Enter')
  const prompt = await promptOf(app)
  await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
  await expect(rowOf(window, name)).toContainText('ready')
}

test('a removed server comes back until the app ends, and Del does not take its neighbour too', async ({
  start,
  profile
}) => {
  const file = join(profile, 'mcp.json')
  const before = writeServers(file, ['one', 'two', 'three'])
  const { window } = await start()

  await rowOf(window, 'one').focus()
  await window.keyboard.press('Delete')
  await expect(rowOf(window, 'one')).toBeHidden()
  await expect(window.getByText(`one was deleted from ${file}.`, { exact: true })).toBeVisible()
  await expect(rowOf(window, 'two')).toBeFocused()

  await window.keyboard.press('Delete')
  await expect(questionOf(window, 'two')).toContainText(file)
  await expect(questionOf(window, 'two')).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(questionOf(window, 'two')).toBeHidden()
  await expect(rowOf(window, 'two')).toBeFocused()

  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Delete')
  await expect(rowOf(window, 'three')).toBeHidden()
  expect(readFileSync(file, 'utf8')).not.toContain('three')

  const dismiss = window.getByRole('button', { name: 'Dismiss' })
  await dismiss.first().click()
  await dismiss.first().click()
  await expect(dismiss).toHaveCount(0)
  await expect(undoButton(window)).toHaveText('Undo (2)')
  await rowOf(window, 'two').focus()
  await window.keyboard.press(UNDO)
  await expect(rowOf(window, 'three')).toBeVisible()
  await expect(undoButton(window)).toHaveText('Undo (1)')

  await window.reload()
  await undoButton(window).click()
  await window.getByRole('menuitem', { name: /^one was deleted from/ }).click()
  await expect(rowOf(window, 'one')).toBeVisible()
  await expect(undoButton(window)).toBeHidden()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(before))
})

test('a server that runs or that others share is removed only after a question', async ({
  start,
  profile,
  home
}) => {
  const project = join(home, 'shop')
  mkdirSync(project)
  const shared = join(project, '.mcp.json')
  const before = writeServers(shared, ['till'])
  writeServers(join(profile, 'mcp.json'), ['mine'])
  const { app, window } = await start({}, { args: [`--project=${project}`] })

  await rowOf(window, 'till').focus()
  await window.keyboard.press('Delete')
  const question = questionOf(window, 'till')
  await expect(question).toContainText(shared)
  await expect(question).toContainText('everyone')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(window, 'till')).toBeFocused()
  expect(readFileSync(shared, 'utf8')).toBe(before)

  await window.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(rowOf(window, 'till')).toBeHidden()
  await window.keyboard.press(UNDO)
  await expect(rowOf(window, 'till')).toBeVisible()
  expect(JSON.parse(readFileSync(shared, 'utf8'))).toEqual(JSON.parse(before))

  await trustAndOpen(app, window, 'mine')
  await rowOf(window, 'mine').focus()
  await window.keyboard.press('Delete')
  await expect(questionOf(window, 'mine')).toContainText('mine is running')
  await expect(questionOf(window, 'mine')).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(rowOf(window, 'mine')).toContainText('ready')
})
