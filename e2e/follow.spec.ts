import type { Locator, Page } from '@playwright/test'
import { chooseTool, expect, test } from './fixtures'

const gridOf = (window: Page): Locator => window.getByRole('grid', { name: 'Traffic' })
const frameOf = (window: Page): Locator =>
  window.getByRole('region', { name: 'Frame', exact: true })
const selectedRow = (window: Page): Locator => gridOf(window).locator('[aria-selected="true"]')
const frameLink = (window: Page): Locator => window.getByRole('button', { name: /^frame #/ })
const newerPill = (window: Page): Locator => window.getByRole('button', { name: /^\d+ newer/ })

/** How many rows lie below the last one that is seen as a whole. */
function rowsBelow(window: Page): Promise<number> {
  return gridOf(window).evaluate((grid) => {
    const { scrollHeight, scrollTop, clientHeight } = grid
    const height = grid.querySelector('[data-seq]')?.getBoundingClientRect().height ?? 1
    return Math.max(0, Math.ceil((scrollHeight - scrollTop - clientHeight - 1) / height))
  })
}

/** Calls the chosen tool so often, each time when the call before has been answered and listed. */
async function call(window: Page, times: number): Promise<void> {
  for (let made = 0; made < times; made++) {
    const [before, rows] = [await newestFrame(window), await listedRows(window)]
    await window.getByRole('button', { name: 'Call', exact: true }).click()
    await expect.poll(() => newestFrame(window)).toBeGreaterThan(before)
    await expect.poll(() => listedRows(window)).toBeGreaterThan(rows + 1)
  }
}

/** How many rows the list says it has, also those that are not drawn. */
async function listedRows(window: Page): Promise<number> {
  return Number(await gridOf(window).getAttribute('aria-rowcount'))
}

async function newestFrame(window: Page): Promise<number> {
  const link = frameLink(window)
  return (await link.isVisible()) ? Number(/#(\d+)/.exec(await link.innerText())?.[1]) : 0
}

async function fillTraffic(window: Page): Promise<void> {
  await chooseTool(window, 'echo')
  await window
    .getByRole('region', { name: 'Arguments' })
    .getByLabel('message', { exact: true })
    .fill('hello')
  // More than the list has room for, so that its end is not all of it.
  await expect(async () => {
    await call(window, 1)
    const hasMore = await gridOf(window).evaluate((grid) => grid.scrollHeight > grid.clientHeight)
    expect(hasMore).toBe(true)
  }).toPass()
  await expect.poll(() => rowsBelow(window)).toBe(0)
}

/** The pill says as many as there are; both still grow for a moment after the last call. */
async function expectCounted(window: Page): Promise<void> {
  await expect(async () => {
    const below = await rowsBelow(window)
    expect(await newerPill(window).innerText()).toMatch(new RegExp(`^\\s*${String(below)} newer`))
  }).toPass()
}

test('the list counts what is newer than an open frame, and follows again once it is closed', async ({
  window
}) => {
  await fillTraffic(window)
  await frameLink(window).click()
  await expect(frameOf(window)).toBeVisible()
  await expect(selectedRow(window)).toBeInViewport()

  await call(window, 6)
  await expect.poll(() => rowsBelow(window)).toBeGreaterThan(6)
  await expect(selectedRow(window)).toBeInViewport()
  await expectCounted(window)

  await frameOf(window).getByRole('button', { name: 'Close' }).click()
  await expect(newerPill(window)).toBeHidden()
  await expect.poll(() => rowsBelow(window)).toBe(0)
  await call(window, 3)
  await expect.poll(() => rowsBelow(window)).toBe(0)
  await expect(newerPill(window)).toBeHidden()
})

test('a list that was scrolled up beside an open frame stays there once it is closed', async ({
  window
}) => {
  await fillTraffic(window)
  await call(window, 6)
  await frameLink(window).click()
  await expect(selectedRow(window)).toBeInViewport()
  await gridOf(window).hover()
  await window.mouse.wheel(0, -150)
  await expect.poll(() => rowsBelow(window)).toBeGreaterThan(2)
  const below = await rowsBelow(window)

  await frameOf(window).getByRole('button', { name: 'Close' }).click()
  await expect(frameOf(window)).toBeHidden()
  await expect(newerPill(window)).toHaveText(new RegExp(`^\\s*${String(below)} newer`))
  await newerPill(window).click()
  await expect.poll(() => rowsBelow(window)).toBe(0)
  await expect(newerPill(window)).toBeHidden()
})

test('a notice does not lie over the traffic', async ({ window }) => {
  await fillTraffic(window)
  await frameLink(window).click()
  await frameOf(window).getByRole('button', { name: 'Replay' }).click()
  const notice = window.getByRole('listitem').filter({ hasText: 'was sent again' })
  await expect(notice).toBeVisible()
  const bottom = await notice.evaluate((element) => element.getBoundingClientRect().bottom)
  const top = await window
    .getByRole('region', { name: 'Traffic', exact: true })
    .evaluate((element) => element.getBoundingClientRect().top)
  expect(bottom).toBeLessThanOrEqual(top)
})

test('a frame that was sent by hand is selected in the list, and in view', async ({ window }) => {
  await fillTraffic(window)
  await frameLink(window).click()
  await expect(frameOf(window)).toBeVisible()
  await call(window, 6)

  await window.getByRole('button', { name: 'Send a raw frame' }).click()
  const raw = window.getByRole('dialog', { name: 'Send a raw frame' })
  await raw.getByRole('button', { name: 'Send' }).click()
  await expect(raw).toBeHidden()
  await expect(selectedRow(window)).toContainText('ping')
  await expect(selectedRow(window)).toBeInViewport()

  await call(window, 6)
  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  const edited = window.getByRole('dialog', { name: /^Edit and resend #/ })
  await edited.getByRole('button', { name: 'Send' }).click()
  await expect(edited).toBeHidden()
  await expect.poll(() => rowsBelow(window)).toBeLessThan(3)
  await expect(selectedRow(window)).toContainText('ping')
  await expect(selectedRow(window)).toBeInViewport()
})
