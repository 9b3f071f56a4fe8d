import type { ElectronApplication, Page } from '@playwright/test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bridge, IpcResult } from '../src/shared/ipc/ipc-wire'
import type { TrustRecord } from '../src/shared/servers/configuration'
import type { ServerSummary } from '../src/shared/servers/server-config'
import { axeFindings } from './axe'
import { expect, promptOf, test, type Definition, type RunningApp } from './fixtures'

const plain: Definition = { command: 'node', args: ['server.mjs', '--fast'] }

/** Starts the app in a project with these servers. */
type StartInProject = (servers: Readonly<Record<string, Definition>>) => Promise<RunningApp>

const inProject = test.extend<{ startIn: StartInProject }>({
  startIn: async ({ start, home }, use) => {
    await use((mcpServers) => {
      const folder = join(home, 'shop')
      mkdirSync(folder)
      writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers }))
      return start({}, { args: [`--project=${folder}`] })
    })
  }
})

async function ask(page: Page, route: string, input?: unknown): Promise<IpcResult> {
  const json = input === undefined ? '' : JSON.stringify(input)
  return page.evaluate(
    async ([name, text]) => {
      const { patchbay } = globalThis as unknown as { patchbay: Bridge }
      return JSON.parse(await patchbay.request(name, text)) as IpcResult
    },
    [route, json] as const
  )
}

async function valueOf<T>(page: Page, route: string): Promise<T> {
  const result = await ask(page, route)
  if (!result.ok) throw new Error(result.error.message)
  return result.value as T
}

/** Asks main to ask about these servers; `asked` ends when main has its answer. */
async function askForTrust({ app, window }: RunningApp, ...names: string[]) {
  const servers = await valueOf<readonly ServerSummary[]>(window, 'servers.list')
  const serverIds = servers.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  expect(serverIds).toHaveLength(names.length)
  const asked = ask(window, 'servers.trust', { serverIds })
  const prompt = await promptOf(app)
  await prompt.getByRole('heading', { level: 1 }).waitFor()
  return { prompt, asked }
}

async function decisionsIn({ window }: RunningApp): Promise<Record<string, string>> {
  const records = await valueOf<readonly TrustRecord[]>(window, 'trust.list')
  return Object.fromEntries(records.map(({ name, decision }) => [name, decision]))
}

/** The window may be gone before the key is up again. */
async function press(prompt: Page, key: string): Promise<void> {
  const closed = prompt.waitForEvent('close')
  await prompt.keyboard.press(key).catch(() => undefined)
  await closed
}

function button(prompt: Page, name: string) {
  return prompt.getByRole('button', { name, exact: true })
}

inProject('a prompt and the main window cannot reach each other', async ({ startIn }) => {
  const running = await startIn({ files: plain })
  const { prompt, asked } = await askForTrust(running, 'files')
  const noRequest = (name: string) => ({
    ok: false,
    error: { code: 'INVALID_INPUT', message: `There is no request "${name}".` }
  })
  expect(await ask(prompt, 'servers.list')).toEqual(noRequest('servers.list'))
  expect(await ask(running.window, 'prompt.describe')).toEqual(noRequest('prompt.describe'))
  const dismissed = { kind: 'dismissed' }
  expect(await ask(running.window, 'prompt.answer', dismissed)).toEqual(noRequest('prompt.answer'))

  await running.window.evaluate(() => localStorage.setItem('mine', 'yes'))
  expect(await prompt.evaluate(() => localStorage.getItem('mine'))).toBe(null)
  expect(await describeWindow(running.app, prompt.url())).toMatchObject({
    hasOwnSession: true,
    isPersistent: false,
    hasParent: true,
    preferences: { sandbox: true, contextIsolation: true, nodeIntegration: false }
  })
  await press(prompt, 'Escape')
  await asked
})

function describeWindow(app: ElectronApplication, url: string) {
  return app.evaluate(({ BrowserWindow, session }, address) => {
    const window = BrowserWindow.getAllWindows().find(
      (each) => each.webContents.getURL() === address
    )
    if (!window) throw new Error('there is no such window')
    const contents = window.webContents as typeof window.webContents & {
      getLastWebPreferences(): object
    }
    return {
      hasOwnSession: contents.session !== session.defaultSession,
      isPersistent: contents.session.isPersistent(),
      hasParent: window.getParentWindow() !== null,
      preferences: contents.getLastWebPreferences()
    }
  }, url)
}

inProject('neither Enter, Escape, closing nor a crash decides anything', async ({ startIn }) => {
  const running = await startIn({ files: plain })
  for (const end of ['Enter', 'Escape', 'close', 'crash']) {
    const { prompt, asked } = await askForTrust(running, 'files')
    const gone = end === 'crash' ? prompt.waitForEvent('crash') : prompt.waitForEvent('close')
    if (end === 'close' || end === 'crash') await endWindow(running.app, prompt.url(), end)
    else {
      await expect(prompt.getByRole('button', { name: 'Not now' })).toBeFocused()
      await prompt.keyboard.press(end).catch(() => undefined)
    }
    await gone
    await asked
    expect(await decisionsIn(running)).toEqual({})
  }
})

function endWindow(app: ElectronApplication, url: string, way: 'close' | 'crash') {
  return app.evaluate(
    ({ BrowserWindow }, [address, how]) => {
      const windows = BrowserWindow.getAllWindows()
      const window = windows.find((each) => each.webContents.getURL() === address)
      if (how === 'close') window?.close()
      else window?.webContents.forcefullyCrashRenderer()
    },
    [url, way] as const
  )
}

inProject('a decision is remembered, for the one it was made about', async ({ startIn }) => {
  const running = await startIn({ files: plain, other: { command: 'python', args: ['x.py'] } })
  const first = await askForTrust(running, 'files')
  await expect(first.prompt.getByRole('heading', { level: 1 })).toHaveText('May files run?')
  await button(first.prompt, 'Trust').click()
  expect(await first.asked).toMatchObject({ ok: true })
  expect(await decisionsIn(running)).toEqual({ files: 'trusted' })

  const second = await askForTrust(running, 'other')
  await button(second.prompt, 'Do not trust').click()
  await second.asked
  expect(await decisionsIn(running)).toEqual({ files: 'trusted', other: 'refused' })
})

inProject('several at once are decided one by one', async ({ startIn }) => {
  const running = await startIn({ a: plain, b: { command: 'b' }, c: { command: 'c' } })
  const { prompt, asked } = await askForTrust(running, 'a', 'b', 'c')
  await expect(prompt.getByRole('heading', { level: 1 })).toHaveText('3 servers want to run')
  const choose = (name: string, decision: string) =>
    prompt
      .getByRole('radiogroup', { name: `Decision for ${name}` })
      .getByRole('radio', { name: decision, exact: true })
      .click()
  await choose('a', 'Trust')
  await choose('b', 'Do not trust')
  await prompt.getByRole('region', { name: 'What wants to run' }).press('End')
  await button(prompt, 'Done').click()
  await asked
  expect(await decisionsIn(running)).toEqual({ a: 'trusted', b: 'refused' })
})

inProject('what is long is read to its end before it is trusted', async ({ startIn }) => {
  const args = Array.from({ length: 200 }, (_, index) => `--option-${index}`)
  const running = await startIn({ long: { command: 'docker', args } })
  const { prompt, asked } = await askForTrust(running, 'long')
  await expect(prompt.getByText('Read to the end before you trust.')).toBeVisible()
  await expect(button(prompt, 'Do not trust')).toBeEnabled()
  await expect(button(prompt, 'Trust')).toBeDisabled()
  await expect(button(prompt, 'Not now')).toBeFocused()
  await expect(prompt.getByText('--option-199')).not.toBeInViewport()

  await prompt.keyboard.press('End')
  await expect(prompt.getByText('--option-199')).toBeInViewport()
  await expect(button(prompt, 'Trust')).toBeEnabled()
  await press(prompt, 'Escape')
  await asked
})

inProject('what would stay unseen is shown', async ({ startIn }) => {
  const hidden = `echo hi${' '.repeat(200)}; rm -rf x\u200B\nls`
  const running = await startIn({ sly: { command: 'sh', args: ['-c', hidden, ''] } })
  const { prompt, asked } = await askForTrust(running, 'sly')
  const text = await prompt.getByRole('region', { name: 'What wants to run' }).innerText()
  expect(text.replace(/\s+/g, ' ')).toContain('echo hi200 spaces; rm -rf xU+200Bline feed ls')
  expect(text).toContain('empty')
  await press(prompt, 'Escape')
  await asked
})

inProject('a value is asked for where no other page sees it', async ({ startIn }) => {
  const { app, window } = await startIn({})
  const asked = ask(window, 'secret.set', { name: 'token' })
  const prompt = await promptOf(app)
  const input = prompt.getByRole('textbox')
  await expect(input).toBeFocused()
  await expect(input).toHaveAttribute('type', 'password')
  await expect(button(prompt, 'Use')).toBeDisabled()
  await input.fill('a canary in a cage')
  await expect(button(prompt, 'Use')).toBeEnabled()
  await press(prompt, 'Enter')
  expect(await asked).toMatchObject({ ok: true })
  const secrets = await ask(window, 'secrets.list')
  expect(JSON.stringify(secrets)).toContain('token')
  expect(JSON.stringify(secrets)).not.toContain('canary')
})

inProject('axe finds nothing in a prompt, light and dark', async ({ startIn }) => {
  const running = await startIn({ files: plain, sly: { command: 'sh', args: ['-c', 'a\u200B'] } })
  const check = async (prompt: Page): Promise<void> => {
    // While the shield is up the buttons are dimmed.
    await expect(prompt.getByRole('button', { disabled: false }).last()).toBeEnabled()
    expect(await axeFindings({ app: running.app, window: prompt })).toEqual([])
    await press(prompt, 'Escape')
  }
  await check((await askForTrust(running, 'files')).prompt)
  await check((await askForTrust(running, 'files', 'sly')).prompt)
  const asked = ask(running.window, 'secret.set', { name: 'token' })
  await check(await promptOf(running.app))
  await asked
})
