import type { Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appEnvironment, root } from '../scripts/project.mjs'
import { chooseTool, electronExecutable, electronSwitches, expect, test } from './fixtures'

test('size, theme, traffic and the width of the panes are as they were left', async ({
  profile,
  start
}) => {
  const first = await start()
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1000, height: 700 })
  )
  await first.window.getByRole('button', { name: 'Settings' }).click()
  await first.window.getByRole('radio', { name: 'Dark' }).click()
  await first.window.getByRole('radio', { name: 'Right' }).click()
  const edge = edgeOf(first.window)
  await edge.focus()
  for (let press = 0; press < 3; press++) await first.window.keyboard.press('ArrowRight')
  const width = await edge.getAttribute('aria-valuenow')
  expect(Number(width)).toBeGreaterThan(21)
  await expect
    .poll(() => readFileSync(join(profile, 'preferences.json'), 'utf8'))
    .toContain('"servers"')
  await first.app.close()

  const second = await start()
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds()
  )
  expect(bounds).toEqual({ x: 40, y: 30, width: 1000, height: 700 })
  expect(
    await second.window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  ).toBe(true)
  await expect(second.window.getByRole('button', { name: 'Move to the bottom' })).toBeVisible()
  await expect(edgeOf(second.window)).toHaveAttribute('aria-valuenow', width ?? '')
})

test('the last server and its tool are there again after a restart', async ({ start, profile }) => {
  const servers = { first: { command: process.execPath, args: ['--version'] } }
  const { app, window } = await start(servers)
  await expect(window.getByRole('heading', { name: 'first', level: 1 })).toBeVisible()
  await window.getByRole('button', { name: /^demo\b/ }).click()
  await chooseTool(window, 'echo')
  await expect(window.getByRole('textbox', { name: 'message' })).toBeVisible()
  await expect.poll(() => readFileSync(join(profile, 'arguments.json'), 'utf8')).toContain('echo')
  await app.close()

  const { window: again } = await start(servers)
  await expect(again.getByRole('heading', { name: 'demo', level: 1 })).toBeVisible()
  await again.getByRole('button', { name: 'Open demo' }).click()
  await expect(again.getByRole('textbox', { name: 'message' })).toBeVisible()
})

test('broken files of our own do not keep the app from starting', async ({ profile, start }) => {
  writeFileSync(join(profile, 'preferences.json'), '{"theme":"purple"')
  writeFileSync(join(profile, 'window.json'), 'not json')
  const { window } = await start()
  await expect(window.getByRole('button', { name: 'Open demo' })).toBeVisible()
})

test('a crash of the page loses no session, no traffic and no result', async ({
  running: { app, window },
  complaints
}) => {
  await chooseTool(window, 'echo')
  await window.getByRole('textbox', { name: 'message' }).fill('before the crash')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('before the crash')
  const facts = await window.getByRole('status').filter({ hasText: 'pid' }).innerText()

  await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('did-finish-load', () => resolve())
        contents?.forcefullyCrashRenderer()
      })
  )
  const textOfPage = () =>
    app.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.body.innerText'
        ) as Promise<string>
    )
  await expect.poll(textOfPage).toMatch(/tools\/call\s+echo/)
  await expect.poll(textOfPage).toContain('Tools 35')
  expect(await textOfPage()).toContain(/pid \d+/.exec(facts)?.[0] ?? 'no pid')
  complaints.length = 0
})

test('a second Patchbay gives way to the first', async ({ running: { app }, profile }) => {
  const second = spawn(
    electronExecutable(),
    [...electronSwitches(), root, `--profile=${profile}`],
    { env: appEnvironment(), stdio: 'ignore' }
  )
  const [code] = (await once(second, 'exit')) as [number]
  expect(code).toBe(0)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

function edgeOf(window: Page) {
  return window.getByRole('separator', { name: 'Width of the list of servers' })
}
