import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { demoPid, electronExecutable, expect, test, type Definition } from './fixtures'

test('bytes that are not UTF-8 are named, and copied as they were', async ({ start }) => {
  const { app, window } = await start({ odd: fault(['notutf8']) })
  await openAndCall(window, 'odd')
  await expect(window.getByText('between bytes').first()).toBeVisible()

  await window.getByRole('grid', { name: 'Traffic' }).getByText('���(').click()
  const frame = window.getByRole('region', { name: 'Frame', exact: true })
  await expect(frame).toContainText(
    'Not valid UTF-8: 4 bytes, shown with � where they could not be read.'
  )
  await frame.getByRole('button', { name: 'Copy bytes as base64' }).click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('//7DKA==')
})

test('an answer that is too long ends its call, and can be replayed', async ({ start }) => {
  const { window } = await start({ odd: fault(['huge', '1'], { frameLimit: 100_000 }) })
  await openAndCall(window, 'odd')
  const told = /a message of 1\.1 MiB, more than the limit of 97\.7 KiB/
  await expect(window.getByText(told).first()).toBeVisible()
  const pid = await demoPid(window)

  const grid = window.getByRole('grid', { name: 'Traffic' })
  await grid
    .getByRole('row')
    .filter({ hasText: /tools\/call/ })
    .first()
    .click()
  await window.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(grid.getByRole('row').filter({ hasText: /tools\/call/ })).toHaveCount(2)
  await window.getByRole('combobox', { name: 'Filter traffic' }).fill('kind:noise')
  await expect(grid.getByRole('row').filter({ hasText: '"jsonrpc"' })).toHaveCount(2)
  expect(await demoPid(window)).toBe(pid)
})

function fault(modes: readonly string[], more: Definition = {}): Definition {
  const script = join(root, 'e2e/servers/faults.mjs')
  const env = { ELECTRON_RUN_AS_NODE: '1' }
  return { command: electronExecutable(), args: [script, ...modes], env, ...more }
}

async function openAndCall(window: Page, name: string): Promise<void> {
  const row = window.getByRole('navigation').getByRole('button', { name: new RegExp(`^${name}`) })
  await row.click()
  await window.getByRole('button', { name: `Open ${name}` }).click()
  await window.getByRole('option', { name: 'go', exact: true }).click()
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}
