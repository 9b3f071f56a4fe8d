import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../scripts/project.mjs'
import { electronExecutable, expect, test } from './fixtures'

function patchbay(...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, 'bin/patchbay'), ...args], { encoding: 'utf8' })
}

/** Asks the database of the audit log something, with the SQLite that only Electron's Node has. */
function inAuditLog(profile: string, work: string): string {
  const path = join(profile, 'audit', 'audit.db')
  const code = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(path)})
    ${work}`
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  return execFileSync(electronExecutable(), ['-e', code], { encoding: 'utf8', env }).trim()
}

/** Four records of 2024, which the usual 365 days would delete. */
function writeOldRecords(profile: string): void {
  for (const word of ['one', 'two', 'three', 'four']) {
    const args = JSON.stringify({ message: word })
    patchbay('call', 'demo', 'echo', '--args', args, '--profile', profile)
  }
  inAuditLog(
    profile,
    `database.exec("UPDATE mcp_audit_log SET timestamp = '2024-03-0' || id || 'T12:00:00.000Z'")`
  )
}

function countOldRecords(profile: string): number {
  const count = `SELECT count(*) AS count FROM mcp_audit_log WHERE timestamp LIKE '2024-%'`
  return Number(
    inAuditLog(profile, `console.log(String(database.prepare("${count}").get().count))`)
  )
}

function copiesOf(profile: string, name: string): readonly string[] {
  return readdirSync(profile).filter((each) => each.startsWith(`${name}.broken-`))
}

async function showProblems(window: Page, count: string): Promise<Locator> {
  await window.getByRole('contentinfo').getByRole('button', { name: count }).press('Enter')
  const list = window.getByRole('dialog', { name: 'Problems' })
  await list.waitFor()
  return list
}

test('a list of running servers that cannot be read is a problem', async ({ start, profile }) => {
  const folder = join(profile, 'processes')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '1-1.json'), '{"owner":')
  const { window } = await start()
  const list = await showProblems(window, '1 problem')
  await expect(list).toContainText('1-1.json, a list of running servers, cannot be read')
  expect(readdirSync(folder)).toContain('1-1.json.damaged')
})

test('a word in the settings that nobody knows takes no record and no other setting', async ({
  start,
  profile
}) => {
  const settings = { auditDays: 3000, theme: 'dark', fromTheFuture: { kept: true } }
  mkdirSync(profile, { recursive: true })
  writeFileSync(join(profile, 'preferences.json'), JSON.stringify(settings))
  writeOldRecords(profile)
  const damaged = JSON.stringify({ ...settings, dock: 'left' })
  writeFileSync(join(profile, 'preferences.json'), damaged)

  const { app, window } = await start()
  const [copy = ''] = copiesOf(profile, 'preferences.json')
  const problems = await showProblems(window, '1 problem')
  await expect(problems.getByRole('listitem')).toHaveCount(1)
  await expect(problems).toContainText('"dock"')
  await expect(problems).toContainText(join(profile, copy))
  expect(readFileSync(join(profile, copy), 'utf8')).toBe(damaged)
  expect(await window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Move to the right' }).click()
  await app.close()

  expect(countOldRecords(profile)).toBe(4)
  const written = JSON.parse(readFileSync(join(profile, 'preferences.json'), 'utf8')) as unknown
  expect(written).toMatchObject({ ...settings, dock: 'right' })
})

for (const [what, damaged] of [
  ['emptied', ''],
  ['cut off', '{"auditDays": 3000, "auditCutServers": ["user:ma'],
  ['changed in one letter', '{"auditDays": 3O00, "auditCutServers": []}']
] as const) {
  test(`settings that are ${what} delete nothing until you set them again`, async ({
    start,
    profile
  }) => {
    writeFileSync(join(profile, 'preferences.json'), '{"auditDays": 3000}')
    writeOldRecords(profile)
    writeFileSync(join(profile, 'preferences.json'), damaged)

    const first = await start()
    const problems = await showProblems(first.window, '1 problem')
    await expect(problems).toContainText('nothing is deleted')
    const [copy = ''] = copiesOf(profile, 'preferences.json')
    await expect(problems).toContainText(join(profile, copy))
    expect(readFileSync(join(profile, copy), 'utf8')).toBe(damaged)
    await first.app.close()
    expect(countOldRecords(profile)).toBe(4)

    // It still holds in the next run, after other settings were written.
    const second = await start()
    const again = await showProblems(second.window, '1 problem')
    await again.getByRole('button', { name: 'Settings' }).click()
    const { window } = second
    await expect(window.getByText('Nothing is deleted until you choose it again')).toBeVisible()
    await expect(window.getByText('Texts are cut for every server')).toBeVisible()
    expect([countOldRecords(profile), copiesOf(profile, 'preferences.json')]).toEqual([4, [copy]])

    await window.getByRole('button', { name: 'Use the values below' }).click()
    await window.getByRole('checkbox', { name: 'demo' }).uncheck()
    await window.getByRole('tab', { name: 'Traffic' }).click()
    await window.getByRole('button', { name: 'Use the values below' }).click()
    await window.getByRole('tab', { name: 'History' }).click()
    await window.getByRole('button', { name: 'Use the values below' }).click()
    await expect(window.getByText('could not be read')).toHaveCount(0)
    await expect(
      window.getByRole('contentinfo').getByRole('button', { name: /problem/ })
    ).toHaveCount(0)
  })
}
