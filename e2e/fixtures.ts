/** Starts the built app in real Electron, with a fresh profile, and sees to it that all of it ends. */
import {
  _electron,
  test as base,
  expect,
  type ElectronApplication,
  type Locator,
  type Page,
  type TestInfo
} from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVirtualDisplay, VIRTUAL_DISPLAY_SWITCHES } from '../scripts/display.mjs'
import { findRuntime } from '../scripts/electron-runtime.mjs'
import { appEnvironment, root } from '../scripts/project.mjs'
import { isRoot } from '../scripts/system-libraries.mjs'

/** Holds the app back until Playwright is connected; without it the two race. */
export const LOADER = join(root, 'node_modules/playwright-core/lib/server/electron/loader.js')

export type RunningApp = { readonly app: ElectronApplication; readonly window: Page }

/** A server as a configuration file has it. */
export type Definition = Readonly<Record<string, unknown>>

export type StartOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Is given everything that the app writes to stdout and stderr. */
  readonly onOutput?: (text: string) => void
}

type Fixtures = {
  readonly profile: string
  /** The home folder of the person who uses the app. */
  readonly home: string
  /** Starts the app, with these servers besides its own. */
  readonly start: (
    servers?: Readonly<Record<string, Definition>>,
    options?: StartOptions
  ) => Promise<RunningApp>
  readonly running: RunningApp
  readonly window: Page
  /** What the page complained about. Checked at the end, unless the test looks at it itself. */
  readonly complaints: string[]
}

export function electronExecutable(): string {
  const runtime = findRuntime()
  if (!runtime) throw new Error('There is no Electron; run npm test or npm start once.')
  return runtime.executable
}

export function electronSwitches(): string[] {
  return [...(isRoot() ? ['--no-sandbox'] : []), ...VIRTUAL_DISPLAY_SWITCHES]
}

type WorkerFixtures = {
  /** Windows, focus and clipboard are those of one test at a time. */
  readonly display: void
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  display: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const { env, close } = await openVirtualDisplay()
      Object.assign(process.env, env)
      await use()
      close()
    },
    { scope: 'worker', auto: true }
  ],

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  profile: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  home: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-home-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  complaints: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(complaints).toEqual([])
  },

  start: async ({ profile, home, complaints }, use, testInfo) => {
    const started: ElectronApplication[] = []
    const isTraced = testInfo.project.retries > 0
    await use(async (mcpServers = {}, { env = {}, args = [], onOutput } = {}) => {
      const file = join(profile, 'servers.json')
      writeFileSync(file, JSON.stringify({ mcpServers }))
      const own = [`--profile=${profile}`, `--servers=${file}`]
      const app = await _electron.launch({
        executablePath: electronExecutable(),
        args: ['-r', LOADER, ...electronSwitches(), root, ...own, ...args],
        env: { ...appEnvironment(), HOME: home, ...env },
        colorScheme: null
      })
      askUntilAnswered(app)
      started.push(app)
      // Snapshots of each step would make a run two fifths longer; the last picture is kept instead.
      if (isTraced) await app.context().tracing.start({ title: testInfo.title })
      if (onOutput) {
        app.process().stdout?.on('data', (chunk) => onOutput(String(chunk)))
        app.process().stderr?.on('data', (chunk) => onOutput(String(chunk)))
      }
      const window = await app.firstWindow()
      window.on('pageerror', (error) => complaints.push(String(error.stack)))
      window.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      await window.getByRole('navigation', { name: 'Servers' }).waitFor()
      return { app, window }
    })
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    for (const [index, app] of started.entries()) {
      if (isTraced && hasFailed) await keepTrace(app, testInfo, `trace-${String(index + 1)}.zip`)
      await app.close()
    }
  },

  running: async ({ start }, use) => {
    await use(await start())
  },

  window: async ({ running }, use) => {
    await use(running.window)
  }
})

/** Saves pictures and steps of an app whose test has failed. An app that has ended has neither. */
async function keepTrace(
  app: ElectronApplication,
  testInfo: TestInfo,
  name: string
): Promise<void> {
  const path = testInfo.outputPath(name)
  try {
    for (const [index, page] of app.windows().entries()) {
      const body = await page.screenshot()
      await testInfo.attach(`window ${String(index + 1)}`, { body, contentType: 'image/png' })
    }
    await app.context().tracing.stop({ path })
    await testInfo.attach('trace', { path })
  } catch (error) {
    await testInfo.attach('trace', { body: `There is no trace: ${String(error)}` })
  }
}

export { expect }

/** The window in which main asks the person something; waits until it is there. */
export async function promptOf(app: ElectronApplication): Promise<Page> {
  const isPrompt = (page: Page): boolean => page.url().includes('prompt.html')
  const prompt = app.windows().find(isPrompt) ?? (await app.waitForEvent('window', isPrompt))
  await prompt.getByRole('heading', { level: 1 }).waitFor()
  return prompt
}

/** Presses what answers a prompt; its window may be gone before the click is reported. */
export async function answerBy(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!button.page().isClosed()) throw error
  })
}

/** The row of a tool, whatever is going on with it. */
export function toolRow(window: Page, tool: string): Locator {
  return window.getByRole('option', { name: new RegExp(`^${tool}( \\d+ running| new| changed)*$`) })
}

/** Opens the demo server and chooses one of its tools. */
export async function chooseTool(window: Page, tool: string): Promise<void> {
  const open = window.getByRole('button', { name: 'Open demo' })
  if (await open.isVisible()) await open.click()
  await window.getByRole('option').first().waitFor()
  // The list shows only what fits; the filter finds the rest.
  const filter = window.getByRole('searchbox', { name: 'Filter tools' })
  await filter.fill(tool)
  await toolRow(window, tool).click()
  await filter.fill('')
}

/** The process of the open demo server. */
export async function demoPid(window: Page): Promise<number> {
  const facts = await window.getByRole('status').filter({ hasText: 'pid' }).innerText()
  return Number(/pid (\d+)/.exec(facts)?.[1])
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const MOST_TRIES = 5

/**
 * What main answers is lost where Electron collects garbage before it is handed over. All that tests ask
 * of main can be asked twice.
 */
function askUntilAnswered(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...asked: readonly unknown[]) => Promise<unknown>
  const persistent = async (...asked: readonly unknown[]): Promise<unknown> => {
    for (let tries = 1; ; tries++) {
      try {
        return await evaluate(...asked)
      } catch (error) {
        if (tries === MOST_TRIES || !String(error).includes('garbage collected')) throw error
      }
    }
  }
  app.evaluate = persistent as typeof app.evaluate
}
