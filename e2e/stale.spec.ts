import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { expect, test, toolRow, type Definition } from './fixtures'

/** Tells in each text how often something was read. */
function counting(settings: Definition = {}): Definition {
  const args = [join(root, 'e2e/servers/faults.mjs'), 'sync']
  return { command: process.execPath, args, ...settings }
}

async function openCounter(window: Page, server: string): Promise<void> {
  await window.getByRole('button', { name: `Open ${server}` }).click()
  await toolRow(window, 'touch').waitFor()
  await window.getByRole('tab', { name: /^Resources/ }).click()
  await resource(window, 'counter').click()
  await expect(contents(window)).toContainText('text/plain')
}

const resource = (window: Page, name: string) =>
  window.getByRole('tree', { name: 'Resources' }).getByRole('treeitem', { name })
const contents = (window: Page) => window.getByRole('group', { name: 'What was read' })

async function call(window: Page, tool: string, says: string): Promise<void> {
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await toolRow(window, tool).click()
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText(says)
  await window.getByRole('tab', { name: /^Resources/ }).click()
}

test('what a tool or the server has changed is read and listed again', async ({ start }) => {
  const { window } = await start({ counting: counting() })
  await openCounter(window, 'counting')
  await expect(contents(window)).toHaveText(/1$/)
  await expect(window.getByRole('status').filter({ hasText: 'kept until' })).toBeVisible()

  await call(window, 'sync_repository', 'synced 1 times')
  await expect(contents(window)).toHaveText(/2$/)
  await expect(resource(window, 'fetched')).toBeVisible()

  // Nobody has subscribed: the server says it all the same.
  await call(window, 'touch', 'touched')
  await expect(contents(window)).toHaveText(/3$/)

  // What is not in view is read when it is looked at again.
  await resource(window, 'fetched').click()
  await expect(contents(window)).toHaveText(/4$/)
  await call(window, 'touch', 'touched')
  await expect(contents(window)).toHaveText(/4$/)
  await resource(window, 'counter').click()
  await expect(contents(window)).toHaveText(/5$/)
})

test('what is shown is read again when its time is over', async ({ start }) => {
  const { window } = await start({ brief: counting({ cacheTtl: 1_000 }) })
  await openCounter(window, 'brief')
  await expect(contents(window)).toHaveText(/[2-9]$/)
})

test('what cannot be read again is marked as old', async ({ start }) => {
  const { window } = await start({ brief: counting({ cacheTtl: 3_000 }) })
  await openCounter(window, 'brief')
  await window.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(window.getByRole('status').filter({ hasText: 'out of date since' })).toBeVisible()
})
