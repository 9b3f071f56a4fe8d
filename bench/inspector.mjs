// The same flood through the MCP Inspector and through Patchbay, one after the other. Needs Chromium.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { cachePackages } from '../scripts/cached-packages.mjs'
import { provideNode } from '../scripts/node-runtime.mjs'
import { inProject } from '../scripts/project.mjs'
import { failAndExit, SetUpError } from '../scripts/report.mjs'
import { isRoot } from '../scripts/system-libraries.mjs'
import { onDisplay, openServer } from './window/app.mjs'
import { ratio, say, watchTasks } from './window/measuring.mjs'

const FLOODS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1_000, 10_000]
const SERVER = inProject('bench/flood/server.mjs')
/** Who has not come to rest by then does not. */
const LONGEST_MS = 300_000
/** Who has nothing to do for so long has come to rest. */
const REST_MS = 2_000
const CHROMIUM_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

async function measure({ folder: home, launchPatchbay }) {
  const inspector = { node: await provideNode(), folder: await cachePackages('bench/inspector') }
  for (const frames of FLOODS) {
    const theirs = await measureInspector(inspector, home, frames)
    describe(`${frames} frames, MCP Inspector`, theirs)
    const ours = await measurePatchbay(launchPatchbay, frames)
    describe(`${frames} frames, Patchbay`, ours)
    say('the Inspector beside Patchbay', compared(theirs, ours))
  }
}

async function launchChromium() {
  const executablePath = process.env.CHROMIUM ?? CHROMIUM_PLACES.find((path) => existsSync(path))
  if (!executablePath) {
    throw new SetUpError('There is no Chromium. Install it, or name it in CHROMIUM.')
  }
  const args = ['--disable-gpu', '--disable-background-networking']
  const { chromium } = await import('@playwright/test')
  return chromium.launch({ executablePath, args: [...(isRoot() ? ['--no-sandbox'] : []), ...args] })
}

/** With its log pane open, as it is from the start. */
async function measureInspector({ node, folder }, place, frames) {
  const browser = await launchChromium()
  const home = join(place, `inspector-${frames}`)
  mkdirSync(home)
  const entry = join(
    folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
  )
  const child = spawn(node, [entry, '--web', '--', process.execPath, SERVER, String(frames)], {
    env: { ...process.env, ...(await inspectorEnvironment(home)) }
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(await addressFrom(child))
    // The switch itself lies below what is drawn of it.
    await page.getByRole('switch', { name: /^Connect/ }).click({ force: true })
    await page.getByText('Tools', { exact: true }).click()
    await page.getByPlaceholder('Search tools...').waitFor()
    await page.getByText('flood', { exact: true }).last().click()
    const button = page.getByRole('button', { name: 'Execute Tool' })
    return await flood(page, button, frames)
  } finally {
    await browser.close()
    child.kill()
  }
}

async function inspectorEnvironment(home) {
  return {
    HOME: home,
    CLIENT_PORT: String(await freePort()),
    MCP_SANDBOX_PORT: '0',
    MCP_AUTO_OPEN_ENABLED: 'false',
    MCP_INSPECTOR_SECRET_STORE: 'memory'
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function addressFrom(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk) => {
      output += chunk
      const [address] = /http:\/\/\S+API_TOKEN=\S+/.exec(output) ?? []
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('error', reject)
    child.on('close', () => reject(new SetUpError(`The Inspector did not start:\n${output}`)))
  })
}

/** With its list of traffic open, as it is from the start. */
async function measurePatchbay(launchPatchbay, frames) {
  const app = await launchPatchbay({
    flood: { command: process.execPath, args: [SERVER, String(frames)] }
  })
  const window = await app.firstWindow()
  await openServer(window, 'flood')
  await window.getByRole('option', { name: /^flood\b/ }).click()
  const pane = window.getByRole('article', { name: 'flood', exact: true })
  const figures = await flood(
    window,
    pane.getByRole('button', { name: 'Call', exact: true }),
    frames
  )
  await app.close()
  return figures
}

/** How long the result took, how long the page could not answer in all, and when it was at rest. */
async function flood(page, button, frames) {
  await watchTasks(page)
  const startedAt = await page.evaluate(() => performance.now())
  const deadline = Date.now() + LONGEST_MS
  await button.click()
  const left = () => Math.max(1, deadline - Date.now())
  const outcome = page.getByText(`sent ${frames}`, { exact: true }).first()
  const hasResult = await outcome.waitFor({ timeout: left() }).then(
    () => true,
    () => false
  )
  const resultMs = hasResult ? (await nowIn(page)) - startedAt : undefined
  const isAtRest = await restOf(page, left)
  const restMs = LONGEST_MS - left() - REST_MS
  // A page that does not come to rest cannot be asked either: it was blocked all the time.
  const tasks = isAtRest ? await page.evaluate(() => globalThis.longTasks) : [LONGEST_MS]
  return {
    resultMs,
    blockedMs: tasks.reduce((sum, ms) => sum + ms, 0),
    longestMs: Math.max(0, ...tasks),
    restMs: isAtRest ? restMs : undefined
  }
}

function nowIn(page) {
  return page.evaluate(() => performance.now())
}

async function restOf(page, left) {
  let seen = -1
  for (;;) {
    const tasks = await Promise.race([
      page.evaluate(() => globalThis.longTasks.length),
      new Promise((resolve) => setTimeout(() => resolve(undefined), left()))
    ])
    if (tasks === undefined || left() === 1) return false
    if (tasks === seen) return true
    seen = tasks
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
  }
}

function describe(what, { resultMs, blockedMs, longestMs, restMs }) {
  const result = resultMs === undefined ? 'no result' : `result after ${seconds(resultMs)}`
  const rest =
    restMs === undefined
      ? `not at rest after ${seconds(LONGEST_MS)}`
      : `at rest after ${seconds(restMs)}`
  const blocked = `blocked for ${seconds(blockedMs)}, at once for ${seconds(longestMs)}`
  say(what, `${result}, ${blocked}, ${rest}`)
}

function compared(theirs, ours) {
  const result =
    theirs.resultMs === undefined
      ? 'no result'
      : `result ${ratio(theirs.resultMs, ours.resultMs ?? NaN)}`
  if (ours.blockedMs > 0) return `${result}, blocked ${ratio(theirs.blockedMs, ours.blockedMs)}`
  return `${result}, blocked ${seconds(theirs.blockedMs)} to none`
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(2)} s`
}

onDisplay(measure).catch(failAndExit)
