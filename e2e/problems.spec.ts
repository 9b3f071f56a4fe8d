import type { Locator, Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axeFindings } from './axe'
import { answerBy, chooseTool, expect, promptOf, test } from './fixtures'
import { SystemDialogs } from './system-dialogs'

const GARBAGE = 'this is no database at all, and it is long enough to be taken for one'

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-problems-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

const barOf = (window: Page): Locator => window.getByRole('contentinfo')
const listOf = (window: Page): Locator => window.getByRole('dialog', { name: 'Problems' })

async function showProblems(window: Page, count: RegExp): Promise<Locator> {
  await barOf(window).getByRole('button', { name: count }).press('Enter')
  await listOf(window).waitFor()
  return listOf(window)
}

async function open(window: Page, name: string): Promise<void> {
  const row = window.getByRole('navigation').getByRole('button', { name: new RegExp(`^${name}`) })
  await row.click()
  await row.press('Enter')
}

async function showSettings(window: Page, section: string): Promise<void> {
  await window.getByRole('button', { name: 'Settings' }).first().click()
  await window.getByRole('tab', { name: section }).click()
}

/** A server that lets nobody in before it is told to. */
async function guarded() {
  let isOpen = false
  let refused = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      if (!isOpen) {
        refused++
        return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      }
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method, params } = JSON.parse(body) as {
        id?: number
        method: string
        params?: { protocolVersion?: string }
      }
      if (id === undefined) return response.writeHead(202).end()
      const serverInfo = { name: 'guarded', version: '1' }
      const known = method === 'initialize' && {
        result: { protocolVersion: params?.protocolVersion, capabilities: {}, serverInfo }
      }
      const answer = known || { error: { code: -32601, message: 'Method not found' } }
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    refused: () => refused,
    letIn: () => void (isOpen = true),
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

test('a server that refuses us is a problem, and has a file, until it lets us in', async ({
  start
}) => {
  const { url, refused, letIn, stop } = await guarded()
  // Of a server without a token of its own, a sign-in would be the way in: see auth.spec.ts.
  const headers = { Authorization: 'Bearer no-longer-valid' }
  const { app, window } = await start({ mail: { url, headers, era: 'legacy' } })
  const dialogs = await SystemDialogs.of(app)
  await showSettings(window, 'Problems')
  await dialogs.choose(folder)
  await window.getByRole('button', { name: 'Write files into…' }).click()
  await expect(window.getByText(folder, { exact: true })).toBeVisible()
  expect(await axeFindings({ app, window })).toEqual([])

  await expect(barOf(window)).toContainText('0 problems')
  await open(window, 'mail')
  const list = await showProblems(window, /^1 problem$/)
  await expect(list.getByRole('listitem')).toHaveText(/401.*mail ·/)
  await expect(list.getByRole('img', { name: 'Error' })).toBeVisible()
  expect(await axeFindings({ app, window })).toEqual([])

  const files = join(folder, 'MCP_Escalations')
  const written = (): unknown =>
    readdirSync(files)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(files, name), 'utf8')) as unknown)
  await expect
    .poll(written)
    .toMatchObject([{ kind: 'auth', server: 'mail', state: 'open', solvedAt: null }])

  const before = refused()
  await list.getByRole('button', { name: 'Open again' }).press('Enter')
  await expect(list).toBeHidden()
  // It has been refused once more, and nothing is under way any more that could still be let in.
  await expect.poll(refused).toBeGreaterThan(before)
  await expect(window.getByRole('alert').filter({ hasText: '401' })).toBeVisible()
  await expect(barOf(window)).toContainText('1 problem')
  letIn()
  await showProblems(window, /^1 problem$/)
  await list.getByRole('button', { name: 'Open again' }).press('Enter')
  await expect(barOf(window)).toContainText('0 problems')
  await expect.poll(written).toMatchObject([{ kind: 'auth', state: 'solved' }])
  stop()
})

test('what was damaged at the start is a problem until the person has seen the file', async ({
  start,
  profile
}) => {
  for (const name of ['audit', 'traffic']) {
    mkdirSync(join(profile, name))
    writeFileSync(join(profile, name, `${name}.db`), GARBAGE)
  }
  const { app, window } = await start()
  await app.evaluate(({ shell }) => {
    const shown: string[] = []
    Object.assign(globalThis, { shown })
    Object.assign(shell, { showItemInFolder: (path: string) => void shown.push(path) })
  })
  const list = await showProblems(window, /^2 problems$/)
  for (const name of ['audit', 'traffic']) {
    if (!(await list.isVisible())) await showProblems(window, /^1 problem$/)
    const row = list.getByRole('listitem').filter({ hasText: `${name}.corrupt` })
    await row.getByRole('button', { name: 'Show file' }).press('Enter')
    await expect(list).toBeHidden()
  }
  await expect(barOf(window)).toContainText('0 problems')
  await expect(barOf(window)).toContainText('audit on')
  const shown = await app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
  expect(shown.map((path) => readFileSync(path, 'utf8'))).toEqual([GARBAGE, GARBAGE])
})

test('daily files that cannot be written are a problem that leads to where they are set', async ({
  running: { app, window }
}) => {
  const dialogs = await SystemDialogs.of(app)
  writeFileSync(join(folder, 'MCP_Actions'), 'in the way')
  await showSettings(window, 'Audit')
  await dialogs.choose(folder)
  await window.getByRole('button', { name: 'Write daily files into…' }).click()
  const call = async (): Promise<void> => {
    await window.getByRole('navigation').getByRole('button', { name: /^demo/ }).click()
    await chooseTool(window, 'add')
    await window.getByRole('button', { name: 'Call', exact: true }).click()
    await expect(window.getByRole('region', { name: 'Result' })).toContainText(/\d+ B/)
  }
  await call()
  const list = await showProblems(window, /^1 problem$/)
  await expect(list.getByRole('listitem')).toHaveText(/daily files cannot be written.*Patchbay ·/)
  await list.getByRole('button', { name: 'Settings' }).press('Enter')
  await expect(window.getByRole('tab', { name: 'Audit', selected: true })).toBeVisible()
  rmSync(join(folder, 'MCP_Actions'))
  await call()
  await expect(barOf(window)).toContainText('0 problems')
})

test('servers that wait for trust are one problem, which goes when they are reviewed', async ({
  start
}) => {
  const named = (word: string) => ({ command: process.execPath, args: ['-e', word] })
  const mcpServers = { first: named('1'), second: named('2'), third: named('3') }
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers }))
  const { app, window } = await start({}, { args: [`--project=${folder}`] })
  const list = await showProblems(window, /^1 problem$/)
  await expect(list.getByRole('listitem')).toHaveText(/^3 servers wait.*: first, second, third\./)
  await expect(list.getByRole('img', { name: 'Warning' })).toBeVisible()
  expect(await axeFindings({ app, window })).toEqual([])

  await list.getByRole('button', { name: 'Review…' }).press('Enter')
  const prompt = await promptOf(app)
  for (const name of Object.keys(mcpServers)) {
    const decision = prompt.getByRole('radiogroup', { name: `Decision for ${name}` })
    await decision.getByRole('radio', { name: 'Trust', exact: true }).click()
  }
  await prompt.getByRole('region', { name: 'What wants to run' }).press('End')
  await answerBy(prompt.getByRole('button', { name: 'Done' }))
  await expect(barOf(window)).toContainText('0 problems')
})

test('a problem that was dismissed stays so, and the list can be opened from the palette', async ({
  start
}) => {
  const mcpServers = { first: { command: process.execPath, args: ['-e', '1'] } }
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers }))
  const { window } = await start({}, { args: [`--project=${folder}`] })
  await window.keyboard.press('Control+k')
  await window.keyboard.type('problems')
  await window.keyboard.press('Enter')
  const list = listOf(window)
  await list.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(list).toContainText('No problems are left.')
  await expect(list).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await window.getByRole('button', { name: 'Open demo' }).click()
  await window.getByRole('option').first().waitFor()
  await expect(barOf(window)).toContainText('0 problems')
})
