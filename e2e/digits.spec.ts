import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../scripts/project.mjs'
import { chooseTool, expect, test } from './fixtures'

const LARGE = '12345678901234567890'
const SERVERS = {
  digits: { command: process.execPath, args: [join(root, 'e2e/servers/faults.mjs'), 'digits'] }
}

function view(window: Page, name: string) {
  return window.getByRole('radio', { name, exact: true })
}

test('numbers that JavaScript cannot hold are sent and shown with all their digits', async ({
  start
}) => {
  const { app, window } = await start(SERVERS, { args: ['--open=digits'] })
  await chooseTool(window, 'go')
  const field = window.getByRole('region', { name: 'Arguments' }).getByRole('textbox')
  await field.fill(LARGE)
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const result = window.getByRole('region', { name: 'Result' })

  await view(window, 'Structured').click()
  const tree = result.getByRole('tree')
  await expect(tree).toContainText(`count:${LARGE}`)
  await expect(tree).toContainText('0.1000000000000000055511151231257827')
  await expect(tree).toContainText('1e400')
  await result.getByRole('radio', { name: /^Table/ }).click()
  await expect(result.getByRole('gridcell', { name: LARGE })).toBeVisible()
  await expect(result.getByRole('gridcell', { name: '-1e400' })).toBeVisible()
  await view(window, 'Sent').click()
  await expect(result).toContainText(LARGE)
  await view(window, 'Rendered').click()
  await expect(result).toContainText('9007199254740993')
  await app.close()

  const again = await start(SERVERS, { args: ['--open=digits'] })
  await chooseTool(again.window, 'go')
  await again.window.getByRole('option', { name: /ok/ }).first().click()
  await view(again.window, 'Structured').click()
  await expect(again.window.getByRole('region', { name: 'Result' })).toContainText(LARGE)
})
