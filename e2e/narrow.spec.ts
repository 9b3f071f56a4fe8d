import type { Locator } from '@playwright/test'
import { chooseTool, expect, test } from './fixtures'

/** Whether all of an element can be seen, after scrolling up and down at most. */
async function expectWithinWindow(element: Locator): Promise<void> {
  await expect(async () => {
    const isSeen = await element.evaluate((found) => {
      found.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, right, top, bottom } = found.getBoundingClientRect()
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      // Zoomed, the width of the window is a fraction, of which innerWidth says the whole pixels.
      return left >= 0 && right <= innerWidth + 1 && at !== null && found.contains(at)
    })
    expect(isSeen).toBe(true)
  }).toPass()
}

for (const factor of [1.73, 2.07]) {
  test(`nothing lies outside of a window whose text is ${String(factor)} times as large`, async ({
    running: { app, window }
  }) => {
    await chooseTool(window, 'add')
    await window.getByLabel('a', { exact: true }).fill('20')
    await window.getByLabel('b', { exact: true }).fill('22')
    await window.getByRole('button', { name: 'Call', exact: true }).click()
    const result = window.getByRole('region', { name: 'Result' })
    await expect(result).toContainText('42')

    await app.evaluate(({ BrowserWindow }, zoom) => {
      const [shown] = BrowserWindow.getAllWindows()
      shown?.setContentSize(1400, 900)
      shown?.webContents.setZoomFactor(zoom)
    }, factor)
    await expect.poll(() => window.evaluate(() => innerWidth)).toBeLessThan(1400 / factor + 2)
    for (const view of ['Rendered', 'Structured', 'Raw', 'Sent']) {
      await expectWithinWindow(result.getByRole('radio', { name: view, exact: true }))
    }
    await expectWithinWindow(window.getByRole('button', { name: 'Call', exact: true }))
    await expectWithinWindow(result.getByRole('button', { name: /^frame #/ }))
    await expectWithinWindow(result.getByRole('button', { name: 'More about this call' }))
    await result.getByRole('button', { name: /^frame #/ }).click()
    const frame = window.getByRole('region', { name: 'Frame', exact: true })
    await expectWithinWindow(frame.getByRole('button', { name: 'Close' }))
  })
}

test('the names of the ways to show a result are whole in a small window', async ({
  running: { app, window }
}) => {
  await chooseTool(window, 'add')
  await window.getByLabel('a', { exact: true }).fill('20')
  await window.getByLabel('b', { exact: true }).fill('22')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const result = window.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('42')
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600)
  )
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(900)
  const views = result.getByRole('radiogroup').filter({ hasText: 'Sent' })
  await expect
    .poll(() => views.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0)
})

test('the bar of the traffic has room for all of it beside the inbox', async ({
  running: { app, window }
}) => {
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800)
  )
  await chooseTool(window, 'ask-consent')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await window.getByRole('region', { name: 'What it asks' }).waitFor()
  const hide = window.getByRole('button', { name: 'Hide traffic' })
  const filter = window.getByRole('combobox', { name: 'Filter traffic' })
  if (!(await filter.isVisible())) await window.keyboard.press('Control+j')
  await expectWithinWindow(hide)
  await expect.poll(async () => (await filter.boundingBox())?.width).toBeGreaterThan(200)
})
