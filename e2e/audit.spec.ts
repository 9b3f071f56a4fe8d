import type { Locator, Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { axeFindings } from './axe'
import { chooseTool, expect, test } from './fixtures'
import { SystemDialogs } from './system-dialogs'

const gridOf = (window: Page): Locator => window.getByRole('grid', { name: 'Audit log' })
const rowsOf = (window: Page): Locator => gridOf(window).locator('[data-id]')
const recordOf = (window: Page): Locator => window.getByRole('region', { name: 'The record' })

async function call(window: Page, tool: string, message?: string): Promise<void> {
  await chooseTool(window, tool)
  const fields = window.getByRole('region', { name: 'Arguments' })
  if (message !== undefined) await fields.getByLabel('message', { exact: true }).fill(message)
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText(/\d+ B/)
}

async function showAudit(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Audit', exact: true }).click()
}

async function showDemo(window: Page): Promise<void> {
  await window.getByRole('navigation').getByRole('button', { name: /^demo/ }).click()
}

async function showAuditSettings(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Settings' }).first().click()
  await window.getByRole('tab', { name: 'Audit' }).click()
}

test('a call is in the log, and is found, read, grouped, verified and taken away', async ({
  running: { app, window },
  profile
}) => {
  const dialogs = await SystemDialogs.of(app)
  await showAudit(window)
  await expect(window.getByRole('heading', { name: 'Nothing has been done yet' })).toBeVisible()
  expect(await axeFindings({ app, window })).toEqual([])

  await showDemo(window)
  await call(window, 'echo', '=a needle')
  await call(window, 'fail')
  await showAudit(window)
  await expect(rowsOf(window)).toHaveText([/^2.*demo.*tools\/call fail.*failed/, /^1.*echo.*ok/])

  const filter = window.getByRole('combobox', { name: 'Filter the audit log' })
  await filter.fill('sever:demo fail')
  await expect(filter).toHaveAccessibleDescription('sever: Did you mean server:?')
  expect(await axeFindings({ app, window })).toEqual([])
  await filter.fill('server:demo -method:tools/*')
  await expect(window.getByRole('heading', { name: 'No record matches' })).toBeVisible()
  await filter.fill('server:demo status:ok -"an other" NEEDLE echo')
  await expect(rowsOf(window)).toHaveCount(1)
  await window.keyboard.press('Enter')
  await expect(gridOf(window)).toBeFocused()
  await window.keyboard.press('ArrowDown')
  const record = recordOf(window)
  await expect(record.getByRole('tree', { name: 'Asked' })).toContainText('=a needle')
  await expect(record.getByRole('tree', { name: 'Answered' })).toContainText('=a needle')
  expect(await axeFindings({ app, window })).toEqual([])

  await dialogs.choose(join(profile, 'trust.json'))
  await window.getByRole('button', { name: 'Export' }).click()
  await window.getByRole('menuitem', { name: /CSV/ }).click()
  await expect(window.getByText(/where Patchbay keeps its own files/).first()).toBeVisible()
  expect(existsSync(join(profile, 'trust.json'))).toBe(false)

  const csv = test.info().outputPath('taken.csv')
  await dialogs.choose(csv)
  await window.getByRole('button', { name: 'Export' }).click()
  await window.getByRole('menuitem', { name: /CSV/ }).click()
  await expect(window.getByText(`Wrote 1 record to ${csv}.`, { exact: true })).toBeVisible()
  expect(readFileSync(csv, 'utf8').split('\r\n')).toHaveLength(3)

  await filter.fill('')
  await window.getByRole('combobox', { name: 'Status' }).selectOption('failed')
  await expect(rowsOf(window)).toHaveText([/tools\/call fail/])
  await window.getByRole('combobox', { name: 'Status' }).selectOption('Any status')
  await window.getByRole('button', { name: 'Group by session' }).click()
  await expect(rowsOf(window).first()).toContainText('demo × 2')
  for (const width of [1280, 900]) {
    await app.evaluate(
      ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setContentSize(wanted, 600),
      width
    )
    await expect.poll(() => window.evaluate(() => innerWidth)).toBe(width)
    await expect(rowsOf(window).getByText('demo')).toHaveCount(2)
    for (const name of await rowsOf(window).getByText('demo').all())
      await expect(name).toBeVisible()
  }
  await record.getByRole('button', { name: 'Only this session' }).click()
  await window.getByRole('button', { name: 'Show all sessions again' }).click()
  await expect(rowsOf(window)).toHaveCount(2)

  await window.getByRole('button', { name: 'Verify' }).click()
  const verdict = window.getByRole('status', { name: 'Verdict' })
  await expect(verdict).toContainText('Intact: 2 records, exactly as they were written.')
  expect(await axeFindings({ app, window })).toEqual([])
  await gridOf(window).focus()
  await window.keyboard.press('Escape')
  await expect(record).toBeHidden()
})

test('a call that the person cancels has not failed', async ({ window }) => {
  await chooseTool(window, 'wait')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await window.getByRole('progressbar').waitFor()
  await window.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('It was cancelled.')
  await showAudit(window)
  await expect(rowsOf(window)).toHaveText([/wait.*cancelled/])
  await window.getByRole('combobox', { name: 'Status' }).selectOption('failed')
  await expect(rowsOf(window)).toHaveCount(0)
  await window.getByRole('combobox', { name: 'Status' }).selectOption('cancelled')
  await expect(rowsOf(window)).toHaveCount(1)
})

test('what was running when the app was killed is interrupted, and nothing is lost', async ({
  start,
  profile
}) => {
  const { app, window } = await start()
  await call(window, 'echo', 'done before')
  await chooseTool(window, 'wait')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await window.getByRole('progressbar').waitFor()
  await showAudit(window)
  await expect(rowsOf(window)).toHaveText([/wait.*running/, /echo.*ok/])
  const gone = once(app.process(), 'exit')
  app.process().kill('SIGKILL')
  await gone

  const { window: next } = await start()
  await showAudit(next)
  await expect(rowsOf(next)).toHaveText([/wait.*interrupted/, /echo.*ok/])
  await rowsOf(next).first().click()
  await expect(recordOf(next)).toContainText('Patchbay ended before it was known how this ended.')
  await next.getByRole('button', { name: 'Verify' }).click()
  await expect(next.getByRole('status', { name: 'Verdict' })).toContainText('Intact: 2 records')

  const args = [join(root, 'bin/patchbay'), 'audit', 'verify', '--profile', profile]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(/^Intact: 2 records/)
})

test('nothing is sent that cannot be written down, until the person turns the log off', async ({
  start,
  profile
}) => {
  writeFileSync(join(profile, 'audit'), 'a file where a folder should be')
  const { app, window } = await start()
  await chooseTool(window, 'add')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const refusal = window.getByText(/The audit log cannot be written: .*turn off/)
  await expect(refusal.first()).toBeVisible()
  await expect(window.getByRole('grid', { name: 'Traffic' })).not.toContainText('tools/call')

  await window.getByRole('button', { name: 'audit cannot be written' }).click()
  await expect(window.getByRole('alert').filter({ hasText: 'tries again by itself' })).toBeVisible()
  expect(await axeFindings({ app, window })).toEqual([])
  await showAuditSettings(window)
  await window.getByRole('checkbox', { name: 'Keep an audit log' }).uncheck()
  await expect(window.getByRole('button', { name: 'audit off' })).toBeVisible()
  await showDemo(window)
  await call(window, 'add')

  rmSync(join(profile, 'audit'))
  await window.getByRole('button', { name: 'audit off' }).click()
  await window.getByRole('button', { name: 'Turn it on' }).click()
  // That it was turned off could not be written then, and is now.
  await expect(rowsOf(window)).toHaveText([
    /^2.*patchbay\/config change the audit log/,
    /^1.*patchbay\/config change the audit log/
  ])
})

test('a log that is damaged is set aside, and the person is told', async ({ start, profile }) => {
  mkdirSync(join(profile, 'audit'))
  const garbage = 'this is no database at all, and it is long enough to be taken for one'
  writeFileSync(join(profile, 'audit', 'audit.db'), garbage)
  const { window } = await start()
  await window.getByRole('button', { name: 'audit was damaged' }).click()
  await expect(window.getByRole('alert')).toContainText(/damaged .*kept as .*corrupt/)
  const aside = readdirSync(join(profile, 'audit')).find((name) => name.includes('corrupt')) ?? ''
  expect(readFileSync(join(profile, 'audit', aside), 'utf8')).toBe(garbage)
  await showDemo(window)
  await call(window, 'add')
  await showAudit(window)
  await expect(rowsOf(window)).toHaveText([
    /^2.*tools\/call add.*ok/,
    /^1.*patchbay\/loss miss records.*missing/
  ])
})

test('a log that is deleted while Patchbay runs stops every call until you start a new one', async ({
  start,
  profile
}) => {
  const { app, window } = await start()
  await showDemo(window)
  await call(window, 'add')
  rmSync(join(profile, 'audit'), { recursive: true })
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const refusal = window.getByText(/was deleted while Patchbay was running.*then call again/)
  await expect(refusal.first()).toBeVisible()
  await showAudit(window)
  const alert = window.getByRole('alert').filter({ hasText: 'nothing is sent to servers' })
  await expect(alert).toBeVisible()
  await expect(rowsOf(window)).toHaveText([/^1.*tools\/call add.*ok/])
  await window.getByRole('button', { name: 'Start a new log' }).click()
  await expect(rowsOf(window)).toHaveText([/^2.*patchbay\/loss miss records.*missing/])
  await window.getByRole('button', { name: 'Verify' }).click()
  const verdict = window.getByRole('status', { name: 'Verdict' })
  await expect(verdict).toContainText(/record 2 says that records before it are missing/)
  await verdict.getByRole('button', { name: 'Copy the last link' }).click()
  const link = (await verdict.locator('code').textContent()) ?? ''
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(link)
})

test('the settings say what is kept, and where it is written once more', async ({
  running: { app, window },
  profile
}) => {
  const dialogs = await SystemDialogs.of(app)
  const folder = join(profile, 'daily')
  mkdirSync(folder)
  await dialogs.choose(folder)
  await showAuditSettings(window)
  await window.getByRole('checkbox', { name: 'demo' }).check()
  await window.getByRole('button', { name: 'Write daily files into…' }).click()
  await expect(window.getByText(folder)).toBeVisible()
  expect(await axeFindings({ app, window })).toEqual([])

  await showDemo(window)
  await call(window, 'echo', 'x'.repeat(60))
  await showAudit(window)
  await rowsOf(window).filter({ hasText: 'echo' }).click()
  const asked = recordOf(window).getByRole('tree', { name: 'Asked' })
  await expect(asked).toContainText(`${'x'.repeat(50)}…`)
  await expect(asked).not.toContainText('x'.repeat(51))

  const [day = ''] = readdirSync(join(folder, 'MCP_Actions'))
  expect(day).toMatch(/^MCP_Actions-\d{4}-\d\d-\d\d\.jsonl$/)
  const lines = readFileSync(join(folder, 'MCP_Actions', day), 'utf8')
    .trim()
    .split('\n')
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event)
  expect(events.slice(-2)).toEqual(['asked', 'ended'])
})
