import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { appEnvironment, root } from '../scripts/project.mjs'
import { answerBy, electronExecutable, electronSwitches, expect, promptOf, test } from './fixtures'
import { writeImportHome } from './imports/home'

const FAULTS = join(root, 'e2e/servers/faults.mjs')
const DEMO = join(root, 'resources/demo-server/index.mjs')
const isMac = process.platform === 'darwin'

function serverRow(window: Page, name: string) {
  return window
    .getByRole('navigation', { name: 'Servers' })
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
}

async function trustAndOpen(app: ElectronApplication, window: Page, name: string): Promise<void> {
  await serverRow(window, name).click()
  await serverRow(window, name).press('Enter')
  const prompt = await promptOf(app)
  await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
  await expect(serverRow(window, name)).toContainText('ready')
}

/** In the order in which they are listed. */
async function namesIn(window: Page, group: string): Promise<readonly string[]> {
  const rows = window.getByRole('region', { name: group }).locator('[data-server-row]')
  const ids = await rows.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('data-server-row') ?? '')
  )
  return ids.map((id) => id.replace(/^user:/, ''))
}

test('servers of every other program are found, taken over, used, changed and still there', async ({
  start,
  home
}) => {
  test.slow()
  const made = writeImportHome(home, DEMO)
  const { app, window } = await start()

  await test.step('finds them all, and says what cannot be read', async () => {
    await window.getByRole('button', { name: 'Import servers' }).first().click()
    const found = window.getByRole('region').filter({ has: window.locator('[data-key]') })
    await expect
      .poll(() => found.evaluateAll((files) => files.map((file) => file.ariaLabel)))
      .toEqual([
        'Claude Desktop',
        'Claude Code (user)',
        'Claude Code (local to /srv/shop)',
        'Claude Code (mcp.json)',
        'VS Code (user)',
        'VS Code (settings)',
        'Cursor (user)',
        'Windsurf',
        'Gemini CLI (user)',
        'LM Studio',
        'Zed (user)'
      ])
    await expect(window.getByText(new RegExp(`line ${made.broken.line}`)).first()).toBeAttached()
    // What belongs to one folder is not taken over for all folders, unless that is wanted.
    await expect(window.getByRole('button', { name: 'Import 17 servers' })).toBeEnabled()
    await expect(window.getByText(/^Belongs to .* only\./)).toBeVisible()
    await window.getByRole('checkbox', { name: /^All of Claude Code \(local to/ }).click()
    await expect(window.getByRole('button', { name: 'Import 18 servers' })).toBeEnabled()
    expect(await window.content()).not.toContain(made.canary)
  })

  await test.step('takes over 18 and starts none', async () => {
    await window.getByRole('button', { name: 'Import 18 servers' }).click()
    await expect(window.getByText('18 imported. None was started.').first()).toBeVisible()
    expect((await namesIn(window, 'User')).toSorted()).toEqual([...made.servers].toSorted())
    await expect(window.getByText('0/19 servers open')).toBeVisible()
  })

  await test.step('opens two', async () => {
    await trustAndOpen(app, window, 'filesystem')
    await trustAndOpen(app, window, 'memory')
    await expect(window.getByText('2/19 servers open')).toBeVisible()
  })

  await test.step('edits one', async () => {
    await serverRow(window, 'weather').click()
    await serverRow(window, 'weather').press('F2')
    const name = window.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('weather-2')
    await window.getByRole('textbox', { name: 'Description' }).fill('Says how warm it is.')
    await window.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(serverRow(window, 'weather-2')).toBeVisible()
  })

  await test.step('deletes one, and takes that back', async () => {
    const before = await namesIn(window, 'User')
    await serverRow(window, 'github').click()
    await serverRow(window, 'github').press('Delete')
    const notice = window.getByRole('listitem').filter({ hasText: 'github was deleted from' })
    await expect(notice).toBeVisible()
    expect(await namesIn(window, 'User')).toHaveLength(17)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => namesIn(window, 'User')).toEqual(before)
  })

  await test.step('moves, duplicates and disables with keys', async () => {
    await serverRow(window, 'slack').press('Alt+ArrowUp')
    await expect.poll(async () => (await namesIn(window, 'User')).indexOf('slack')).toBe(16)
    await serverRow(window, 'git').press(isMac ? 'Meta+d' : 'Control+d')
    await expect(serverRow(window, 'git 2')).toBeFocused()
    await serverRow(window, 'fetch').press(isMac ? 'Meta+e' : 'Control+e')
    await expect(serverRow(window, 'fetch')).toContainText('disabled')
  })

  const left = await namesIn(window, 'User')
  await app.close()

  await test.step('is as it was left after a restart', async () => {
    const again = await start()
    expect(await namesIn(again.window, 'User')).toEqual(left)
    await expect(serverRow(again.window, 'fetch')).toContainText('disabled')
    await serverRow(again.window, 'filesystem').click()
    await serverRow(again.window, 'filesystem').press('Enter')
    await expect(serverRow(again.window, 'filesystem')).toContainText('ready')
    expect(again.app.windows()).toHaveLength(1)
  })
})

test('a server is added from a command line, tried out, saved and opened', async ({
  start,
  profile
}) => {
  const { app, window } = await start()
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  const paste = window.getByRole('textbox', { name: /Paste a command/ })
  await paste.fill(`GREETING="hello there" ${process.execPath} '${FAULTS}' plain`)
  await expect(window.getByRole('textbox', { name: 'Command', exact: true })).toHaveValue(
    process.execPath
  )

  await window.getByRole('button', { name: 'Test', exact: true }).click()
  const prompt = await promptOf(app)
  await expect(prompt.getByText('plain', { exact: true })).toBeVisible()
  await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
  const result = window.getByRole('region', { name: /^Test/ })
  await expect(result).toContainText('echo')
  const path = join(profile, 'mcp.json')
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').not.toContain('GREETING')

  const name = await window.getByRole('textbox', { name: 'Name', exact: true }).inputValue()
  expect(name).not.toBe('')
  await window.getByRole('button', { name: /^Save and open/ }).click()
  await expect(serverRow(window, name)).toContainText('ready')
  const written = JSON.parse(readFileSync(path, 'utf8')) as {
    mcpServers: Record<string, unknown>
  }
  expect(written.mcpServers[name]).toMatchObject({
    command: process.execPath,
    args: [FAULTS, 'plain'],
    env: { GREETING: 'hello there' }
  })
})

test('a server that lacks a variable says so when it is saved and opened', async ({ start }) => {
  const { app, window } = await start()
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  const paste = window.getByRole('textbox', { name: /Paste a command/ })
  const broken = '{"mcpServers":{"envy":{"command":"node" "args":[]}}}'
  await paste.fill(broken)
  await paste.press('Enter')
  await expect(window.getByText(/line 1, column 41/i)).toBeVisible()
  await expect(paste).toHaveValue(broken)
  await expect(paste).toBeFocused()

  const env = { API_TOKEN: '${PATCHBAY_TEST_UNSET}' }
  const entry = { command: process.execPath, args: [FAULTS, 'plain'], env }
  await paste.fill(JSON.stringify({ envy: entry }))
  await paste.press('Enter')
  await window.getByRole('button', { name: /^Save and open/ }).click()
  const prompt = await promptOf(app)
  await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
  await expect(window.getByText(/needs the environment variable PATCHBAY_TEST_UNSET/)).toBeVisible()
})

test('a second start shows the project that it names, from where it was started', async ({
  start,
  profile,
  home
}) => {
  const project = join(home, 'shop')
  mkdirSync(project)
  const mcpServers = { till: { command: process.execPath, args: [FAULTS, 'plain'] } }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }))
  const { window } = await start()

  const args = [...electronSwitches(), root, `--profile=${profile}`, '--project=shop']
  const env = { ...appEnvironment(), HOME: home }
  const second = spawn(electronExecutable(), args, { cwd: home, env, stdio: 'ignore' })
  expect(await once(second, 'exit')).toEqual([0, null])
  await expect(serverRow(window, 'till')).toContainText('not trusted')
})

test('the doctor says what is wrong with a server that does not open', async ({ start }) => {
  const { window } = await start({ gone: { command: 'no-such-command-here' } })
  await serverRow(window, 'gone').click()
  await window.getByRole('button', { name: 'Open gone' }).click()
  await window.getByRole('button', { name: 'Diagnose' }).click()
  const doctor = window.getByRole('region', { name: /^Diagnosis|^Doctor/ })
  await expect(doctor).toContainText('no-such-command-here')
  await expect(doctor).toContainText('What to do')
})

test('a script that is not there is the fault of the definition, and its error is in view', async ({
  start
}) => {
  const args = [join(root, 'e2e', 'not-there.mjs')]
  const { window } = await start({ astray: { command: process.execPath, args } })
  await serverRow(window, 'astray').click()
  await window.getByRole('button', { name: 'Open astray' }).click()
  const failure = window.getByRole('alert').filter({ hasText: 'not-there.mjs does not exist' })
  await expect(failure).toContainText('The definition of the server is the cause.')
  const words = failure.getByRole('log', { name: 'Last lines of stderr' })
  await expect(words.getByText(/^Error: Cannot find module/)).toBeInViewport()
  const lines = await words.evaluate((log) => {
    return log.clientHeight / Number.parseFloat(getComputedStyle(log).lineHeight)
  })
  expect(lines).toBeGreaterThanOrEqual(8)
})

test('a broken file is named with its place, harms nobody, and can be restored', async ({
  start,
  profile
}) => {
  const first = await start()
  const path = join(profile, 'mcp.json')
  await first.window.getByRole('button', { name: 'Add a server' }).first().click()
  await first.window
    .getByRole('textbox', { name: /Paste a command/ })
    .fill(`${process.execPath} '${FAULTS}' plain`)
  await first.window.getByRole('textbox', { name: 'Name', exact: true }).fill('mine')
  await first.window.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(serverRow(first.window, 'mine')).toBeVisible()
  const good = readFileSync(path, 'utf8')

  const broken = good.replace('"command":', '"command"')
  writeFileSync(path, broken)
  await expect(first.window.getByText('mcp.json cannot be read.')).toBeVisible()
  await expect(first.window.getByText(/line \d+, column \d+/)).toBeVisible()
  await serverRow(first.window, 'demo').press('Enter')
  await expect(serverRow(first.window, 'demo')).toContainText('ready')
  expect(readFileSync(path, 'utf8')).toBe(broken)

  await first.window.getByRole('button', { name: 'Restore the last good copy…' }).click()
  const dialog = first.window.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: /The file now against/ })).toBeVisible()
  await expect(dialog).toContainText(`kept in ${join(profile, 'backups')}`)
  expect(readFileSync(path, 'utf8')).toBe(broken)
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  // The row was there all the time, so only the file tells.
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(good)
  await expect(first.window.getByRole('region', { name: /Notifications/ })).toContainText(
    /The broken file is kept as .*\.broken-/
  )
  await expect(serverRow(first.window, 'mine')).toBeVisible()
})
