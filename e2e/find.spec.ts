import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../scripts/project.mjs'
import { axeFindings } from './axe'
import { chooseTool, expect, test } from './fixtures'

const SERVERS = {
  hay: { command: process.execPath, args: [join(root, 'e2e/servers/faults.mjs'), 'haystack'] }
}

const resultOf = (window: Page): Locator => window.getByRole('region', { name: 'Result' })
const bar = (window: Page): Locator => resultOf(window).getByRole('search')

async function show(window: Page, view: string): Promise<void> {
  await window.getByRole('radio', { name: view, exact: true }).click()
}

test('a text is found in the whole result, in each of its four views', async ({ start }) => {
  const { app, window } = await start(SERVERS, { args: ['--open=hay'] })
  await chooseTool(window, 'go')
  await window.getByRole('region', { name: 'Arguments' }).getByRole('textbox').fill('a needle')
  const call = window.getByRole('button', { name: 'Call', exact: true })
  await call.click()
  await expect(resultOf(window)).toContainText('4,800,018 characters')

  await call.focus()
  await window.keyboard.press('Control+f')
  const input = bar(window).getByRole('searchbox', { name: 'Find in the result' })
  await expect(input).toBeFocused()
  await input.fill('needle')
  const counted = bar(window).getByRole('status')
  await expect(counted).toHaveText('1 of 3')

  // The second one is in the middle of the text, of which only the beginning is loaded.
  await window.keyboard.press('Enter')
  await expect(counted).toHaveText('2 of 3')
  const mark = resultOf(window).locator('pre mark')
  await expect(mark).toHaveText('needle')
  await expect(mark).toBeInViewport()
  await window.keyboard.press('Shift+Enter')
  await window.keyboard.press('Shift+Enter')
  await expect(counted).toHaveText('3 of 3')
  await expect(mark).toBeInViewport()

  await show(window, 'Structured')
  await expect(counted).toHaveText('1 of 1')
  const row = resultOf(window).getByRole('treeitem', { selected: true })
  await expect(row).toContainText('a needle in row 4321')
  await expect(row).toBeInViewport()
  expect(await axeFindings({ app, window })).toEqual([])

  await show(window, 'Raw')
  await expect(counted).toHaveText('1 of 4')
  await expect(bar(window)).toContainText('needlexxx')

  await show(window, 'Sent')
  await expect(counted).toHaveText('1 of 1')
  await expect(row).toContainText('a needle')

  // To move the traffic draws the panes anew, so that the button is gone from which it was opened.
  await window.getByRole('button', { name: 'Move to the right' }).click()
  await expect(counted).toHaveText('1 of 1')
  await input.fill('no such thing')
  await expect(counted).toHaveText('No match')
  await input.press('Escape')
  await expect(bar(window)).toHaveCount(0)
  await expect(window.getByRole('group', { name: 'Outcome' })).toBeFocused()

  await call.focus()
  await window.keyboard.press('Control+f')
  await expect(input).toBeFocused()
  await input.press('Escape')
  await expect(call).toBeFocused()

  // Another tool and back: the bar is still there, and leaves the focus where it is.
  await window.keyboard.press('Control+f')
  await expect(input).toBeFocused()
  await chooseTool(window, 'echo')
  await chooseTool(window, 'go')
  await expect(counted).toHaveText('No match')
  await expect(input).not.toBeFocused()
})

test('the tree of a long list says how long it is, and loads more of it', async ({ start }) => {
  const { window } = await start(SERVERS, { args: ['--open=hay'] })
  await chooseTool(window, 'go')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await show(window, 'Structured')
  const tree = resultOf(window).getByRole('tree')
  await expect(tree).toContainText('5,000 items, 200 shown')
  await tree.focus()
  await tree.press('End')
  await tree.press('ArrowRight')
  await tree.press('End')
  const more = resultOf(window).getByRole('treeitem', { name: 'Show more of 4,800 more parts' })
  await more.click()
  await expect(tree).toContainText('200:')
  await tree.press('Home')
  await expect(tree).toContainText('5,000 items, 400 shown')
})

test('a text is found in a block that is not loaded yet', async ({ start }) => {
  const { window } = await start(SERVERS, { args: ['--open=hay'] })
  await chooseTool(window, 'echo')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(resultOf(window)).toContainText(/\d+ more blocks/)
  await resultOf(window).getByRole('button', { name: 'Find in the result' }).click()
  await window.keyboard.insertText('block 250')
  await expect(bar(window).getByRole('status')).toHaveText('1 of 1')
  const mark = resultOf(window).locator('pre mark')
  await expect(mark).toHaveText('block 250')
  await expect(mark).toBeInViewport()
})
