import type { Page } from '@playwright/test'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { axeFindings } from './axe'
import {
  demoPid as pidOfOpen,
  electronExecutable,
  expect,
  isAlive,
  test as base,
  type Definition
} from './fixtures'

type Mood = { status: number; headers?: Record<string, string> }

type Fixtures = {
  /** A server over HTTP, and how it takes to being opened and called. */
  readonly moody: { readonly url: string; opening: Mood; calling: Mood }
}

const WELL: Mood = { status: 200 }

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  moody: async ({}, use) => {
    const moody = { url: '', opening: WELL, calling: WELL }
    const server = answering(moody)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    moody.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    await use(moody)
    server.close()
    server.closeAllConnections()
  }
})

test('a server that cannot be reached is opened again, at once if the person says so', async ({
  start,
  moody
}) => {
  moody.opening = { status: 503 }
  const { window } = await start({ moody: { url: moody.url, retry: 'patient' } })
  await open(window, 'moody')

  const panel = window.getByRole('region', { name: 'Waiting' })
  await expect(panel).toContainText(/503.*opens again in \d+ s, 1 of 3/s)
  await expect(window.getByRole('button', { name: /^moody in \d+ s waiting/ })).toBeVisible()
  const header = window.getByRole('status').filter({ hasText: 'waiting' })
  await expect(header.getByRole('timer')).toHaveText(/^opens again (now|in \d+ s)$/)

  await panel.getByRole('button', { name: 'Now' }).click()
  await expect(panel).toContainText('2 of 3')
  moody.opening = WELL
  await panel.getByRole('button', { name: 'Now' }).click()
  await expect(window.getByRole('tab', { name: 'Tools 1' })).toBeVisible()
  await expect(panel).toBeHidden()
})

test('a server that waits can be stopped, and stays closed', async ({ start, moody }) => {
  moody.opening = { status: 503 }
  const { window } = await start({ moody: { url: moody.url, retry: 'patient' } })
  await open(window, 'moody')
  const panel = window.getByRole('region', { name: 'Waiting' })
  await panel.getByRole('button', { name: 'Stop' }).click()
  await expect(panel).toBeHidden()
  await expect(window.getByRole('button', { name: /^moody.*closed/ })).toBeVisible()
  await expect(window.getByRole('contentinfo')).toContainText('0/2 servers open')
})

test('a call that the server puts off counts down, and can be cancelled', async ({
  start,
  moody
}) => {
  moody.calling = { status: 429, headers: { 'retry-after': '120' } }
  const { window } = await start({ moody: { url: moody.url } })
  await open(window, 'moody')
  await callGo(window)
  const result = window.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('timer')).toHaveText(
    /^The server asks to wait\. Trying again in 1 min \d+ s \(1 of 3\)\.$/
  )

  // Not a moment or a time that happens to hold these digits.
  await window
    .getByRole('row')
    .filter({ hasText: /(?<![.\d])429(?!\d| ms)/ })
    .first()
    .click()
  const frame = window.getByRole('region', { name: 'Frame' })
  await frame.getByRole('radio', { name: 'Headers' }).click()
  await expect(frame).toContainText(/429 Too Many Requests/)

  await result.getByRole('button', { name: 'Cancel' }).click()
  await expect(result).toContainText(/Cancelled.*It was cancelled\./s)
})

test('a server that breaks too often becomes a problem, which can be seen to or dismissed', async ({
  start
}) => {
  const { window } = await start({ loop: fault('crashloop', { maxRestarts: 1 }) })
  await open(window, 'loop')
  const failure = window.getByRole('alert').filter({ hasText: 'loop is gone' })
  await expect(failure.getByRole('log')).toContainText('cannot open the database')

  const bar = window.getByRole('contentinfo')
  await bar.getByRole('button', { name: '1 problem' }).press('Enter')
  const problems = window.getByRole('dialog', { name: 'Problems' })
  await expect(problems).toContainText('loop broke too often. loop is gone. Exited with code 1.')
  await problems.getByRole('button', { name: 'Open' }).press('Enter')
  await expect(problems).toBeHidden()
  await expect(window.getByRole('grid', { name: 'Traffic' })).toContainText('Opens again')

  await expect(failure).toBeVisible()
  await bar.getByRole('button', { name: '1 problem' }).press('Enter')
  await problems.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(problems).toContainText('No problems are left.')
  await expect(problems).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(bar).toContainText('0 problems')
})

test('a violation is shown with its sentence, its clause and its rule', async ({ start }) => {
  const { window } = await start({ both: fault('both') })
  await open(window, 'both')
  await callGo(window)
  await expect(window.getByRole('region', { name: 'Result' })).toContainText(
    /Protocol error.*protocol.*both a result and an error/s
  )
  await expect(window.getByRole('region', { name: 'Findings about the answer' })).toContainText(
    'This answer has both a result and an error'
  )
  await window.getByRole('button', { name: '1 entry with violations' }).click()
  await expect(window.getByRole('region', { name: 'Violations' })).toContainText(
    /This answer has both a result and an error.*JSON-RPC 2\.0, section 5 · result-and-error/s
  )
  await window.getByRole('combobox', { name: 'Filter traffic' }).fill('rule:result-and-error')
  const rows = window.getByRole('grid', { name: 'Traffic' }).locator('[data-seq]')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('img', { name: '1 violation' })).toBeVisible()
})

test('a server without a handshake is marked as one, and what that means is said', async ({
  start
}) => {
  const { window } = await start({ bare: fault('bare') })
  await open(window, 'bare')
  await expect(window.getByRole('status').filter({ hasText: 'ready' })).toContainText(
    'no handshake'
  )
  await window.getByRole('tab', { name: 'Info' }).click()
  const info = window.getByRole('region', { name: 'Info' })
  await expect(info).toContainText('Patchbay finds: The server takes part in no handshake')
  await expect(info).not.toContainText('The server says')
})

test('the Info tab names what a server offers, and where it is, but no secret', async ({
  start,
  moody
}) => {
  const { window } = await start({
    sync: fault('sync'),
    moody: { url: moody.url, headers: { Authorization: 'Bearer hush' } }
  })
  await open(window, 'sync')
  await window.getByRole('tab', { name: 'Info' }).click()
  const info = window.getByRole('region', { name: 'Info' })
  await expect(info).toContainText(/Resources\s*2\s*test:\/\/counter/)
  await expect(info).toContainText('2025-11-25 legacy')

  await open(window, 'moody')
  await window.getByRole('tab', { name: 'Info' }).click()
  await expect(info).toContainText(moody.url)
  await expect(info).toContainText('Authorization')
  expect(await window.content()).not.toContain('hush')
})

test('the lists are read again by the button and by F5', async ({ start }) => {
  const { window } = await start({ plain: fault('plain') })
  await open(window, 'plain')
  await expect(window.getByRole('tab', { name: 'Tools 3' })).toBeVisible()
  const asked = window.getByRole('row').filter({ hasText: /→ sent.*tools\/list/ })
  await expect(asked).toHaveCount(1)
  await window.getByRole('button', { name: 'Refresh' }).click()
  await expect(asked).toHaveCount(2)
  await window.keyboard.press('F5')
  await expect(asked).toHaveCount(3)
})

test('a server that had to be killed says so when it is closed', async ({ start }) => {
  const { window } = await start({ deaf: fault('ignoreterm') })
  await open(window, 'deaf')
  await expect(window.getByRole('tab', { name: 'Tools 3' })).toBeVisible()
  await expect(async () => {
    await window.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(window.getByRole('button', { name: 'Closing', exact: true })).toBeVisible({
      timeout: 1_000
    })
  }).toPass()
  await expect(
    window.getByText('It did not end when it was asked to, so it was killed.')
  ).toBeVisible()
})

test('a server that outlives a killed app is ended at the next start', async ({ start }) => {
  const servers = { deaf: fault('ignoreterm') }
  const { app, window } = await start(servers)
  await open(window, 'deaf')
  const pid = await pidOfOpen(window)
  const exited = once(app.process(), 'exit')
  app.process().kill('SIGKILL')
  await exited
  expect(isAlive(pid)).toBe(true)

  await start(servers)
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('when the machine wakes up, open servers are asked once and go on', async ({ start }) => {
  const { app, window } = await start({ plain: fault('plain') })
  await open(window, 'plain')
  const pid = await pidOfOpen(window)
  await app.evaluate(({ powerMonitor }) => {
    const main = globalThis as { hasSlept?: boolean }
    if (main.hasSlept) return
    main.hasSlept = true
    powerMonitor.emit('suspend')
    powerMonitor.emit('resume')
  })
  await window.getByRole('combobox', { name: 'Filter traffic' }).fill('is:background')
  const asked = window.getByRole('row').filter({ hasText: /→ sent.*ping.*ok/ })
  await expect(asked).toHaveCount(1)
  expect(await pidOfOpen(window)).toBe(pid)
})

test('axe finds nothing while servers break, light and dark', async ({ start, moody }) => {
  moody.opening = { status: 503 }
  const running = await start({
    moody: { url: moody.url, retry: 'patient' },
    loop: fault('crashloop', { maxRestarts: 1 }),
    both: fault('both')
  })
  const { window } = running
  const findings: string[] = []
  const look = async (name: string) => findings.push(...(await axeFindings(running, { name })))
  await open(window, 'loop')
  await window.getByRole('alert').waitFor()
  await look('a failed server')
  await window.getByRole('button', { name: '1 problem' }).click()
  await window.getByRole('dialog', { name: 'Problems' }).waitFor()
  await look('problems')
  await window.keyboard.press('Escape')
  await open(window, 'both')
  await callGo(window)
  await window.getByRole('button', { name: '1 entry with violations' }).click()
  await window.getByRole('region', { name: 'Violations' }).waitFor()
  await look('violations')
  await open(window, 'moody')
  await window.getByRole('region', { name: 'Waiting' }).waitFor()
  await look('waiting')
  expect(findings).toEqual([])
})

function fault(mode: string, more: Definition = {}): Definition {
  const script = join(root, 'e2e/servers/faults.mjs')
  const env = { ELECTRON_RUN_AS_NODE: '1' }
  return { command: electronExecutable(), args: [script, mode], env, ...more }
}

async function open(window: Page, name: string): Promise<void> {
  const row = window.getByRole('navigation').getByRole('button', { name: new RegExp(`^${name}`) })
  await row.click()
  await window.getByRole('button', { name: `Open ${name}` }).click()
}

async function callGo(window: Page): Promise<void> {
  await window.getByRole('option', { name: 'go', exact: true }).click()
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'moody', version: '1.0.0' }
  },
  'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'done' }] }
}

function answering(moody: { opening: Mood; calling: Mood }): Server {
  return createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method } = JSON.parse(text) as { id?: number; method: string }
      const { status, headers } = method === 'tools/call' ? moody.calling : moody.opening
      if (status !== 200) return response.writeHead(status, headers).end()
      if (id === undefined) return response.writeHead(202).end()
      const result = RESULTS[method]
      const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  })
}
