import type { Locator, Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { axeFindings } from './axe'
import { chooseTool, expect, test as base } from './fixtures'

const barsOf = (window: Page): Locator => window.getByRole('listbox', { name: 'Calls over time' })
const numbersOf = (window: Page): Locator =>
  window.getByRole('grid', { name: 'Numbers by server and method' })
const rowOf = (window: Page, name: RegExp): Locator =>
  numbersOf(window)
    .getByRole('row')
    .filter({ has: window.getByRole('rowheader', { name }) })

type Fixtures = {
  /** Where somebody gives numbers, as a server would of itself. */
  readonly numbersUrl: string
}

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  numbersUrl: async ({}, use) => {
    const said = { requests_total: 10_432, error_rate: 0.012, uptime: '4 days' }
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(said))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp/metrics`)
    server.close()
    server.closeAllConnections()
  }
})

function show(window: Page, page: 'List' | 'Timeline' | 'Metrics'): Promise<void> {
  return window.getByRole('radio', { name: page, exact: true }).click()
}

/** Starts a call and does not wait for what becomes of it. */
async function start(window: Page, tool: string, values: Record<string, string> = {}) {
  await chooseTool(window, tool)
  const fields = window.getByRole('region', { name: 'Arguments' })
  for (const [name, value] of Object.entries(values)) {
    await fields.getByLabel(name, { exact: true }).fill(value)
  }
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}

test('calls are bars that grow, lie below each other, and say how they end', async ({
  running: { app, window }
}) => {
  await show(window, 'Timeline')
  await expect(window.getByRole('region', { name: 'Timeline' })).toContainText('No calls yet')

  await start(window, 'wait')
  const bars = barsOf(window)
  const waiting = bars.getByRole('option', { name: /^wait waiting .* so far, tools\/call, demo/ })
  await expect(waiting).toBeVisible()
  await start(window, 'count-to')
  const counting = bars.getByRole('option', { name: /^count-to/ })
  await expect(counting).toHaveAccessibleName(/^count-to 1\.\d s, ok, .* 5 progress notifications$/)
  await start(window, 'fail')
  await expect(bars.getByRole('option', { name: /^fail tool error/ })).toBeVisible()

  // What ran at the same time is in another row, and began later.
  const [long, short] = [await boxOf(waiting), await boxOf(counting)]
  expect(short.y).toBeGreaterThan(long.y)
  expect(short.x).toBeGreaterThan(long.x)
  expect(long.width).toBeGreaterThan(short.width)
  await expect(waiting).toHaveAccessibleName(
    /^wait waiting \d+\.\d s so far, .* \d+ progress notifications$/
  )

  expect(await axeFindings({ app, window })).toEqual([])

  await chooseTool(window, 'wait')
  await window.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(bars.getByRole('option', { name: /^wait cancelled after / })).toBeVisible()
})

test('the timeline is moved and read by keys, by wheel and by hand', async ({ window }) => {
  await start(window, 'count-to')
  await show(window, 'Timeline')
  const bars = barsOf(window)
  const counting = bars.getByRole('option', { name: /^count-to .* ok, / })
  await expect(counting).toBeVisible()
  const before = await boxOf(counting)

  await bars.focus()
  await window.keyboard.press('End')
  const tip = window.getByRole('tooltip').filter({ hasText: 'count-to' })
  await expect(tip).toContainText(/tools\/call · demo.*ok.*1\.\d s, 5 progress/s)
  await window.keyboard.press('+')
  await expect.poll(async () => (await boxOf(counting)).width).toBeGreaterThan(before.width * 1.2)
  const wider = await boxOf(counting)
  await window.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await boxOf(counting)).x).toBeGreaterThan(wider.x + 20)
  await window.keyboard.press('0')
  await expect(window.getByRole('button', { name: 'Show all' })).toBeDisabled()
  await window.keyboard.press('Enter')
  await expect(counting).toHaveAttribute('aria-selected', 'true')
  await expect(window.getByRole('region', { name: 'Frame' })).toContainText('Request and answer')

  // Under the pointer is the same before and after: where the call begins.
  const { x, y } = await boxOf(counting)
  await window.mouse.move(x + 1, y + 4)
  await window.keyboard.down('Control')
  await window.mouse.wheel(0, -400)
  await window.keyboard.up('Control')
  await expect(window.getByRole('button', { name: 'Show all' })).toBeEnabled()
  const near = await boxOf(counting)
  expect(Math.abs(near.x - x)).toBeLessThan(4)

  const all = await boxOf(bars)
  await window.mouse.move(all.x + all.width / 2, all.y + all.height - 4)
  await window.mouse.down()
  await window.mouse.move(all.x + all.width / 2 + 60, all.y + all.height - 4, { steps: 4 })
  await window.mouse.up()
  await expect.poll(async () => (await boxOf(counting)).x).toBeGreaterThan(near.x + 30)

  // What is chosen here is chosen in the list.
  await show(window, 'List')
  await expect(
    window.getByRole('grid', { name: 'Traffic' }).locator('[aria-selected="true"]')
  ).toContainText('count-to')
})

test('the filter of the list holds for the timeline', async ({ window }) => {
  await start(window, 'fail')
  await show(window, 'Timeline')
  const bars = barsOf(window)
  await expect(bars.getByRole('option', { name: /^prompts\/list/ })).toBeVisible()
  await window.getByRole('combobox', { name: 'Filter traffic' }).fill('tool:fail')
  await expect(bars.getByRole('option')).toHaveCount(1)
  await window.getByRole('combobox', { name: 'Filter traffic' }).fill('tool:nothing')
  await expect(window.getByRole('region', { name: 'Timeline' })).toContainText(
    'No call matches the filter'
  )
})

test('the numbers of the server that is looked at are shown first', async ({ start: launch }) => {
  const other = { command: process.execPath, args: [join(root, 'resources/demo-server/index.mjs')] }
  const { window } = await launch({ other })
  const list = window.getByRole('navigation', { name: 'Servers' })
  for (const name of ['demo', 'other']) {
    const row = list.getByRole('button', { name: new RegExp(`^${name}\\b`) })
    await row.click()
    await row.press('Enter')
    await expect(row).toContainText('ready')
  }
  await show(window, 'Metrics')
  for (const name of ['other', 'demo']) {
    await list.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click()
    const selected = numbersOf(window).locator('[aria-selected="true"]')
    await expect(selected).toHaveAccessibleName(new RegExp(`\\b${name}\\b`))
  }
})

test('requests are counted by server and method, and what is too slow is said', async ({
  running: { app, window }
}) => {
  await show(window, 'Metrics')
  await expect(window.getByText('No numbers yet')).toBeVisible()
  for (const tool of ['count-to', 'count-to', 'fail']) {
    await start(window, tool)
    await expect(window.getByRole('region', { name: 'Result' })).toContainText(/\d+ B/)
  }
  const calls = rowOf(window, /^tools\/call, demo$/)
  await expect(calls.getByRole('gridcell')).toContainText([
    /^! 33\.3 % errors, over p50 p95$/,
    /^3$/,
    /^3$/,
    /1\.\d s over the budget of 100 ms$/,
    /1\.\d s over the budget of 500 ms$/,
    /^1\.\d s$/,
    /^1\.\d s$/,
    /^1$/,
    /^33\.3 %$/
  ])
  await expect(rowOf(window, /^prompts\/list, demo$/)).toContainText('kept')

  const grid = numbersOf(window)
  await window.getByRole('columnheader', { name: 'p95' }).getByRole('button').click()
  await expect(window.getByRole('columnheader', { name: 'p95' })).toHaveAttribute(
    'aria-sort',
    'descending'
  )
  await grid.focus()
  await window.keyboard.press('Home')
  await expect(rowOf(window, /^demo, all methods but the handshake$/)).toHaveAttribute(
    'aria-selected',
    'true'
  )
  await window.keyboard.press('ArrowDown')
  await expect(calls).toHaveAttribute('aria-selected', 'true')
  const chart = window.getByRole('img', { name: /^tools\/call, demo, the last 5 minutes/ })
  await expect(chart).toHaveAccessibleName(/: 3 requests, 1 error; p50 .* over 100 ms; /)
  expect(await axeFindings({ app, window })).toEqual([])

  await window.getByRole('radio', { name: 'Table', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Numbers over time' })).toContainText('Ended')
  expect(await axeFindings({ app, window })).toEqual([])
})

test('what a server says of itself stands beside what was counted', async ({
  start: startWith,
  numbersUrl
}) => {
  const { app, window } = await startWith({
    measured: {
      command: process.execPath,
      args: [join(root, 'resources/demo-server/index.mjs')],
      metricsUrl: numbersUrl
    }
  })
  await window.getByRole('button', { name: 'Open measured' }).click()
  await show(window, 'Metrics')
  await rowOf(window, /^measured, all methods but the handshake$/).click()
  await window.getByRole('radio', { name: 'Server says' }).click()
  const said = window.getByRole('region', { name: 'What the server says' })
  const counted = rowOf(window, /^measured, all methods but the handshake$/)
    .getByRole('gridcell')
    .nth(1)
  // The lists are still being read, so that both go on counting for a while.
  await expect(async () => {
    const own = await counted.innerText()
    expect(Number(own)).toBeGreaterThan(0)
    const shown = await said.getByRole('row', { name: /^Requests/ }).innerText()
    expect(shown.replaceAll(/\s/g, '')).toBe(`Requests${own}10,432`)
  }).toPass({ timeout: 15_000 })
  await expect(said.getByRole('row', { name: /^uptime/ })).toContainText('4 days')
  expect(await axeFindings({ app, window })).toEqual([])
})

test('what was recorded before a restart has its timeline and its numbers', async ({
  start: startWith
}) => {
  const first = await startWith()
  await start(first.window, 'count-to')
  await expect(first.window.getByRole('region', { name: 'Result' })).toContainText(/\d+ B/)
  await start(first.window, 'wait')
  await expect(first.window.getByRole('progressbar')).toBeVisible()
  await first.app.close()

  const { window } = await startWith()
  await window.getByRole('button', { name: 'Earlier recordings' }).click()
  const recordings = window.getByRole('dialog', { name: 'Recordings' })
  await recordings
    .getByRole('button', { name: /Run of Patchbay · \d+ entries/ })
    .first()
    .click()
  await show(window, 'Timeline')
  await expect(barsOf(window).getByRole('option', { name: /^count-to 1\.\d s, ok/ })).toBeVisible()
  await expect(
    barsOf(window).getByRole('option', { name: /^wait (no answer|cancelled)/ })
  ).toBeVisible()
  await show(window, 'Metrics')
  const calls = rowOf(window, /^tools\/call, demo$/).getByRole('gridcell')
  await expect(calls.nth(1)).toHaveText('2')
  await expect(calls.nth(7)).toHaveText('1')
  await expect(window.getByRole('img', { name: /: \d+ requests, \d errors?; p50/ })).toBeVisible()
})

test('the palette leads to both', async ({ window }) => {
  for (const name of ['Timeline', 'Metrics'] as const) {
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox').fill(name)
    await window.keyboard.press('Enter')
    await expect(window.getByRole('radio', { name, exact: true })).toBeChecked()
  }
})
