import type { Locator, Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { axeFindings } from './axe'
import { expect, test } from './fixtures'

const gridOf = (window: Page): Locator => window.getByRole('grid', { name: 'Traffic' })
const chipOf = (window: Page): Locator => window.getByRole('button', { name: /^\d+ background$/ })
const polls = (window: Page): Locator => gridOf(window).getByText(/^GET \/metrics → 200/)

test('polls and probes are hidden behind their count until you show them, and then stay shown', async ({
  start
}) => {
  const numbers = createServer((_request, response) => response.end('{"requests_total":1}'))
  await new Promise<void>((resolve) => numbers.listen(0, '127.0.0.1', resolve))
  const { port } = numbers.address() as AddressInfo
  const args = [join(root, 'resources/demo-server/index.mjs')]
  const metricsUrl = `http://127.0.0.1:${port}/metrics`
  const servers = { measured: { command: process.execPath, args, metricsUrl } }
  const { app, window } = await start(servers)
  await window.getByRole('button', { name: 'Open measured' }).click()
  await expect(gridOf(window).getByText('initialize', { exact: true }).first()).toBeVisible()

  // The question for the era, its answer, and the first poll.
  await expect(chipOf(window)).toHaveText('3 background')
  await expect(chipOf(window)).toHaveAttribute('aria-pressed', 'false')
  await expect(polls(window)).toHaveCount(0)
  await expect(gridOf(window).getByText('server/discover')).toHaveCount(0)
  await expect(window.getByRole('group', { name: 'Count' })).toHaveText(/^\d+ entries$/)
  expect(await axeFindings({ app, window })).toEqual([])

  const box = window.getByRole('combobox', { name: 'Filter traffic' })
  await box.fill('method:server/discover')
  await window.getByRole('button', { name: 'Show background' }).click()
  await expect(gridOf(window).getByText('server/discover').first()).toBeVisible()
  await box.fill('')
  await expect(polls(window).first()).toBeVisible()
  await expect(chipOf(window)).toHaveAttribute('aria-pressed', 'true')
  await window.getByRole('radio', { name: 'Metrics', exact: true }).click()
  const probes = window.getByRole('rowheader', { name: /^server\/discover \(background\)/ })
  await expect(probes).toBeVisible()

  await app.close()
  const again = await start(servers)
  await again.window.getByRole('button', { name: 'Open measured' }).click()
  await expect(polls(again.window).first()).toBeVisible()
  await chipOf(again.window).click()
  await expect(polls(again.window)).toHaveCount(0)
  await again.window.getByRole('combobox', { name: 'Filter traffic' }).fill('is:background')
  await expect(polls(again.window).first()).toBeVisible()
  await again.window.getByRole('radio', { name: 'Metrics', exact: true }).click()
  const lists = again.window.getByRole('rowheader', { name: /^tools\/list/ })
  await expect(lists).toBeVisible()
  await expect(again.window.getByRole('rowheader', { name: /background/ })).toHaveCount(0)
  numbers.close()
  numbers.closeAllConnections()
})
