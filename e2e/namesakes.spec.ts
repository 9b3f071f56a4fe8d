import type { Locator, Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { answerBy, expect, promptOf, test } from './fixtures'

const plain = { command: process.execPath, args: [join(root, 'e2e/servers/faults.mjs'), 'plain'] }

const trafficOf = (window: Page): Locator => window.getByRole('grid', { name: 'Traffic' })
const filterOf = (window: Page): Locator => window.getByRole('combobox', { name: 'Filter traffic' })

async function choose(window: Page, wanted: string): Promise<void> {
  await window.keyboard.press('Control+k')
  await window.keyboard.type(wanted)
  await window.getByRole('option', { name: wanted, exact: true }).click()
}

test('two servers of one name are told apart by their scopes wherever servers are named', async ({
  start,
  profile
}) => {
  writeFileSync(join(profile, 'mcp.json'), JSON.stringify({ mcpServers: { big: plain } }))
  const { app, window } = await start({ big: plain, small: plain })
  await choose(window, 'Open big · user')
  const prompt = await promptOf(app)
  await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
  await choose(window, 'Open big · command line')
  await choose(window, 'Open small')

  const grid = trafficOf(window)
  for (const name of ['big · user', 'big · command line', 'small']) {
    await expect(grid.getByRole('gridcell', { name, exact: true }).first()).toBeVisible()
  }
  await expect(grid.getByRole('gridcell', { name: 'big', exact: true })).toHaveCount(0)
  await filterOf(window).fill('server:big')
  await expect(grid.getByRole('gridcell', { name: 'small', exact: true })).toHaveCount(0)
  await expect(grid.getByRole('gridcell', { name: 'big · user' }).first()).toBeVisible()
  await filterOf(window).fill('server:"big · command line"')
  await expect(grid.getByRole('gridcell', { name: 'big · user' })).toHaveCount(0)
  await expect(grid.getByRole('gridcell', { name: 'big · command line' }).first()).toBeVisible()
  await filterOf(window).fill('')

  await window.getByRole('radio', { name: 'Timeline', exact: true }).click()
  const lanes = window.getByRole('listbox', { name: 'Calls over time' }).getByRole('group')
  await expect(lanes.and(window.getByRole('group', { name: 'big · user' }))).toBeVisible()
  await window.getByRole('radio', { name: 'Metrics', exact: true }).click()
  await expect(window.getByRole('rowheader', { name: /^big · command line/ })).toBeVisible()

  await choose(window, 'Send a raw frame')
  const options = window.getByRole('combobox', { name: 'To server' }).getByRole('option')
  await expect(options).toContainText(['big · command line', 'small', 'big · user'])
})
