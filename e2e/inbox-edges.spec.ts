import type { Locator, Page } from '@playwright/test'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerBy, chooseTool, expect, promptOf, test } from './fixtures'
import { SystemDialogs } from './system-dialogs'

const FAULTS = join(import.meta.dirname, 'servers/faults.mjs')
const sheetOf = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Inbox', exact: true })

test('the folder of a project is shared with all its servers by one click, and not before', async ({
  start,
  home
}) => {
  const project = join(realpathSync(home), 'project')
  mkdirSync(join(project, 'inside'), { recursive: true })
  const mine = { command: process.execPath, args: [FAULTS, 'askroots'] }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { mine } }))
  const { app, window } = await start({}, { args: [`--project=${project}`] })
  const dialogs = await SystemDialogs.of(app)
  await window
    .getByRole('navigation', { name: 'Servers' })
    .getByRole('button', { name: /^mine/ })
    .click()
  await window.getByRole('button', { name: 'Review and trust…' }).click()
  await answerBy((await promptOf(app)).getByRole('button', { name: 'Trust', exact: true }))
  await window.getByRole('button', { name: 'Open mine' }).click()

  const sheet = sheetOf(window)
  await expect(sheet).toContainText(project)
  await sheet.getByRole('button', { name: 'Share the project' }).click()
  await expect(sheet).toBeHidden()
  await window.getByRole('tab', { name: 'Info' }).click()
  const folders = window.getByRole('region', { name: 'Folders it may work in' })
  await expect(folders.getByRole('listitem')).toHaveText([
    `${project}yours, for all servers of the project`
  ])
  await expect(folders.getByRole('button', { name: 'Add the project’s own folder' })).toHaveCount(0)

  await dialogs.choose(join(project, 'inside'))
  await folders.getByRole('button', { name: 'Add one for the whole project…' }).click()
  await expect(folders.getByRole('listitem')).toHaveCount(2)
  await folders.getByRole('button', { name: `No longer tell of ${project}`, exact: true }).click()
  await expect(folders.getByRole('listitem')).toHaveCount(1)
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await window.getByRole('option', { name: /^go/ }).click()
  // It is told of each change, and tells of all that it was told.
  await expect(async () => {
    await window.getByRole('button', { name: 'Call', exact: true }).click()
    const outcome = window.getByRole('group', { name: 'Outcome' })
    await expect(outcome).toContainText(/"name":"inside"\}\]\]/, { timeout: 1_000 })
  }).toPass()
})

type Rung = { readonly title: string; readonly body: string }
/** In main, where the next who looks finds it again. */
type Main = { readonly rung: Rung[]; click: () => void }

test('whoever is not at the window is called once, and comes to what is asked', async ({
  running
}) => {
  const { app, window } = running
  await app.evaluate(({ Notification }) => {
    const main: Main = { rung: [], click: () => undefined }
    Object.assign(globalThis, main)
    Object.assign(Notification, { isSupported: () => true })
    Object.assign(Notification.prototype, {
      show(this: Electron.Notification) {
        main.rung.push({ title: this.title, body: this.body })
        Object.assign(globalThis, { click: () => this.emit('click', {}) })
      }
    })
  })
  const facts = () =>
    app.evaluate(({ BrowserWindow }) => {
      const [main] = BrowserWindow.getAllWindows()
      const { rung } = globalThis as unknown as Main
      return { rung, title: main?.getTitle(), isVisible: main?.isVisible() }
    })
  const seen = (expected: Record<string, unknown>) => expect.poll(facts).toMatchObject(expected)
  await chooseTool(window, 'ask-flood')
  await window.getByRole('textbox', { name: 'count' }).fill('12')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  await seen({ isVisible: false })
  // Nobody clicks in a window that is hidden.
  await window.getByRole('button', { name: 'Call', exact: true }).dispatchEvent('click')
  const body = 'demo asks for your consent, and 4 more wait.'
  await seen({ rung: [{ title: 'Patchbay', body }], title: '(5) Patchbay', isVisible: false })
  await app.evaluate(() => (globalThis as unknown as Main).click())
  await seen({ isVisible: true })
  const sheet = sheetOf(window)
  await expect(sheet).toContainText('1 of 5')
  // What came after the person has denied all would wait again.
  await window.getByRole('navigation').getByRole('button', { name: 'Inbox' }).click()
  await expect(window.getByText('7 questions too many')).toBeVisible()
  await sheet.getByRole('button', { name: 'More to do with this server' }).click()
  await window.getByRole('menuitem', { name: 'Deny all from demo' }).click()
  await seen({ title: 'Patchbay', rung: [{ body }] })
})
