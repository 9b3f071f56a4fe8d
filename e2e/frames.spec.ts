import type { Locator, Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { axeFindings } from './axe'
import { chooseTool, expect, test } from './fixtures'
import { startHttpFaults } from './servers/http-faults.mjs'
import { SystemDialogs } from './system-dialogs'

type App = Parameters<typeof SystemDialogs.of>[0]

const gridOf = (window: Page): Locator => window.getByRole('grid', { name: 'Traffic' })
const frameOf = (window: Page): Locator =>
  window.getByRole('region', { name: 'Frame', exact: true })
const requestOf = (window: Page): Locator =>
  frameOf(window).getByRole('region', { name: 'Request' })
const answerOf = (window: Page): Locator => frameOf(window).getByRole('region', { name: 'Answer' })
const selectedRow = (window: Page): Locator => gridOf(window).locator('[aria-selected="true"]')
const notice = (window: Page, words: string | RegExp): Locator =>
  window.getByRole('listitem').filter({ hasText: words })

/** Calls a tool and shows the frames of that call. */
async function callAndLook(window: Page, tool: string, values: Record<string, string> = {}) {
  await chooseTool(window, tool)
  const fields = window.getByRole('region', { name: 'Arguments' })
  for (const [name, value] of Object.entries(values)) {
    await fields.getByLabel(name, { exact: true }).fill(value)
  }
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await window.getByRole('button', { name: /^frame #/ }).click()
  await answerOf(window).getByRole('textbox').waitFor()
}

async function choose(window: Page, label: string | RegExp) {
  await frameOf(window).getByRole('button', { name: 'More to do with this frame' }).click()
  await window.getByRole('menuitem', { name: label }).click()
}

async function chooseInToolbar(window: Page, label: string) {
  await window.getByRole('button', { name: 'Export and import' }).click()
  await window.getByRole('menuitem', { name: label }).click()
}

function clipboard(app: App): Promise<string> {
  return app.evaluate(({ clipboard: system }) => system.readText())
}

/** Writes another frame into the open dialog. */
async function write(dialog: Locator, text: string) {
  await dialog.getByRole('textbox', { name: 'Frame' }).focus()
  await dialog.page().keyboard.press('Control+a')
  await dialog.page().keyboard.insertText(text)
}

test('a frame is laid out, or shown as it was sent with what cannot be seen', async ({
  window
}) => {
  await callAndLook(window, 'echo', { message: 'a\u200bb' })
  const frame = frameOf(window)
  await expect(requestOf(window)).toContainText(/"method":\s"tools\/\s*call"/)
  await frame.getByRole('radio', { name: 'Exact' }).click()
  await expect(requestOf(window)).toContainText(/"method":"tools\/\s*call"/)
  await expect(requestOf(window)).toContainText('U+200B')

  await expect(frame.getByRole('group', { name: 'Timing' })).toContainText(/Queued.*Waiting/)
  await expect(frame).toContainText(/Called from tool\s+echo\s+at \d\d:\d\d:\d\d/)
  await chooseTool(window, 'add')
  await frame.getByRole('button', { name: 'echo', exact: true }).click()
  await expect(window.getByRole('heading', { name: 'echo' })).toBeVisible()
})

test('a request is edited and resent, valid or not, and goes out as it was written', async ({
  window
}) => {
  await callAndLook(window, 'echo', { message: 'first' })
  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  const dialog = window.getByRole('dialog', { name: /^Edit and resend #/ })
  await expect(dialog).toContainText('A request, tools/call.')
  const id = 4_711
  const params = { name: 'echo', arguments: { message: 'second' } }
  await write(dialog, JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }, null, 2))
  await window.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(answerOf(window)).toContainText('second')
  await expect(frameOf(window)).toContainText('Sent by hand')
  await expect(requestOf(window)).toContainText('4711')

  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  await write(dialog, '{"jsonrpc":"1.0","id":4712,"method":"tools/call"}')
  await expect(dialog).toContainText('This has no "jsonrpc": "2.0". It can be sent all the same.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(selectedRow(window)).toContainText('not a frame')

  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  await write(dialog, '{"half')
  await expect(dialog).toContainText('This is not JSON')
  await window.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(frameOf(window)).toContainText('{"half')
})

test('a frame that is edited and not sent is still there when it is edited again', async ({
  window
}) => {
  await callAndLook(window, 'echo', { message: 'first' })
  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  const dialog = window.getByRole('dialog', { name: /^Edit and resend #/ })
  const draft = '{"jsonrpc":"2.0","id":4711,"method":"half/written"}'
  await write(dialog, draft)
  await expect(dialog).toContainText('A request, half/written.')
  await window.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  await expect(dialog).toContainText('A request, half/written.')
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(dialog).toContainText('A request, tools/call.')
  await write(dialog, draft)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()

  // What was sent is no draft any more.
  await window.getByRole('button', { name: /^frame #/ }).click()
  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  await expect(dialog).toContainText('A request, tools/call.')
})

test('a frame that has to be approved first gives way to the inbox', async ({ window }) => {
  await callAndLook(window, 'echo', { message: 'first' })
  await window.getByRole('button', { name: 'Options' }).click()
  await window.getByRole('combobox', { name: 'Before a call' }).selectOption('Ask always')
  await frameOf(window).getByRole('button', { name: 'Edit and resend…' }).click()
  const dialog = window.getByRole('dialog', { name: /^Edit and resend #/ })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  const sheet = window.getByRole('complementary', { name: 'Inbox', exact: true })
  await expect(sheet).toContainText('The frame, exactly as sent')
  await sheet.getByRole('button', { name: 'Call it' }).click()
  await expect(frameOf(window)).toContainText('Sent by hand')
})

test('a request is replayed with an id of its own, and a raw frame is sent from scratch', async ({
  window
}) => {
  await callAndLook(window, 'add', { a: '20', b: '22' })
  const before = await selectedRow(window).getAttribute('data-seq')
  await frameOf(window).getByRole('button', { name: 'Replay' }).click()
  await expect(notice(window, `Frame #${before} was sent again`)).toBeVisible()
  await expect(selectedRow(window)).not.toHaveAttribute('data-seq', before ?? '')
  await expect(answerOf(window)).toContainText('42')

  await window.keyboard.press('Control+k')
  await window.keyboard.type('raw frame')
  await window.keyboard.press('Enter')
  const dialog = window.getByRole('dialog', { name: 'Send a raw frame' })
  await expect(dialog).toContainText('A request, ping.')
  await expect(dialog.getByRole('textbox', { name: 'Frame' })).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await window.getByRole('button', { name: 'Send a raw frame' }).click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(selectedRow(window)).toContainText('ping')
  await expect(answerOf(window)).toContainText('"result": {}')

  await window
    .getByRole('button', { name: /^Close demo|^Close$/ })
    .first()
    .click()
  await window.getByRole('button', { name: 'Send a raw frame' }).click()
  await expect(dialog).toContainText('demo is not open.')
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
})

test('an id that was used before leads to the frame that used it', async ({ window }) => {
  await callAndLook(window, 'add', { a: '20', b: '22' })
  const seq = await selectedRow(window).getAttribute('data-seq')
  const asked = await requestOf(window).textContent()
  const id = /"id":\s(\d+)/.exec(asked ?? '')?.[1] ?? ''
  // Main remembers the id; the list shows other rows.
  await window.getByRole('combobox', { name: 'Filter traffic' }).fill('method:none')
  await window.getByRole('button', { name: 'Send a raw frame' }).click()
  const dialog = window.getByRole('dialog', { name: 'Send a raw frame' })
  await expect(dialog).not.toContainText('was used')
  await write(dialog, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
  await expect(dialog).toContainText(`id ${id} was used in #${seq}.`)
  await dialog.getByRole('button', { name: `#${seq}` }).click()
  await expect(dialog).toBeHidden()
  await expect(frameOf(window)).toContainText(`Request #${seq}`)
})

test('a pair, a command and a report are copied', async ({ running: { app, window }, profile }) => {
  await callAndLook(window, 'echo', { message: 'it is' })
  await choose(window, 'Copy request and answer')
  await expect(notice(window, /#\d+ and #\d+ are copied/)).toBeVisible()
  const lines = (await clipboard(app)).trim().split('\n')
  const [asked, answered] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect([asked?.['method'], answered?.['id']]).toEqual(['tools/call', asked?.['id']])

  await choose(window, 'Copy as patchbay command')
  await expect(notice(window, 'copied as a command of patchbay')).toBeVisible()
  expect(await clipboard(app)).toBe(
    `npx patchbay call demo echo --args '{"message":"it is"}' --profile ${profile}`
  )

  await choose(window, 'Copy as Markdown report')
  await expect(notice(window, 'as Markdown')).toBeVisible()
  expect(await clipboard(app)).toMatch(/^# tools\/call echo\n\n- Server: demo .*\n- Protocol: /)
})

test('what is exported is imported again as the same recording, and a bad line is named', async ({
  running: { app, window },
  profile
}) => {
  const dialogs = await SystemDialogs.of(app)
  await callAndLook(window, 'count-to', { steps: '3' })
  const file = test.info().outputPath('all.jsonl')
  await dialogs.choose(file)
  await chooseInToolbar(window, 'Export everything as JSON Lines…')
  await expect(notice(window, /\d+ entries are saved as .*all\.jsonl\./)).toBeVisible()
  const written = readFileSync(file, 'utf8')

  await chooseInToolbar(window, 'Import traffic…')
  const banner = window.getByRole('region', { name: 'Earlier recording' })
  await expect(banner).toContainText(
    /from all\.jsonl · \d+ entries · frames are as they were recorded/
  )
  const again = test.info().outputPath('again.jsonl')
  await dialogs.choose(again)
  await chooseInToolbar(window, 'Export what is shown as JSON Lines…')
  await expect(notice(window, 'again.jsonl')).toBeVisible()
  expect(readFileSync(again, 'utf8')).toBe(written)

  await gridOf(window).locator('[data-seq]').filter({ hasText: 'initialize' }).first().click()
  const replay = frameOf(window).getByRole('button', { name: 'Replay' })
  await expect(replay).toBeDisabled()
  await frameOf(window).getByRole('button', { name: 'More to do with this frame' }).click()
  await expect(window.getByRole('menuitem', { name: /^Replay/ })).toContainText(
    'Frames of an imported file are not replayed.'
  )
  await window.keyboard.press('Escape')
  await expect(frameOf(window).getByRole('button', { name: 'Edit and resend…' })).toBeEnabled()

  const bad = join(profile, 'bad.jsonl')
  writeFileSync(bad, `${written.split('\n')[0]}\n{"seq":"x"}\n`)
  await dialogs.choose(bad)
  await chooseInToolbar(window, 'Import traffic…')
  await expect(notice(window, 'bad.jsonl, line 2: This is not an entry: seq')).toBeVisible()

  const report = test.info().outputPath('call.md')
  await banner.getByRole('button', { name: 'Back to live' }).click()
  await callAndLook(window, 'count-to', { steps: '2' })
  await dialogs.choose(report)
  await chooseInToolbar(window, 'Export the selected call as Markdown…')
  await expect(notice(window, 'The report is saved')).toBeVisible()
  expect(readFileSync(report, 'utf8')).toContain('## Progress and logs')
})

test('an exchange of HTTP shows its headers, and is exported as an archive', async ({ start }) => {
  const server = await startHttpFaults({ mode: 'ok', tls: undefined })
  const headers = { Authorization: 'Bearer hush-hush' }
  const { app, window } = await start({ remote: { url: server.url, headers } })
  const dialogs = await SystemDialogs.of(app)
  await window
    .getByRole('navigation')
    .getByRole('button', { name: /^remote/ })
    .click()
  await window.getByRole('button', { name: 'Open remote' }).first().click()
  await gridOf(window).locator('[data-seq]').filter({ hasText: 'tools/list' }).first().click()
  await frameOf(window).getByRole('radio', { name: 'Headers' }).click()
  const shown = window.getByRole('region', { name: 'HTTP headers' })
  await expect(shown).toContainText(/authorization\s*•••/)
  await expect(shown).toContainText('200 OK')

  const file = test.info().outputPath('all.har')
  await dialogs.choose(file)
  await chooseInToolbar(window, 'Export everything as HAR…')
  await expect(notice(window, /\d+ exchanges are saved.*values in it are hidden/)).toBeVisible()
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain('hush-hush')
  expect((JSON.parse(text) as { log: { version: string } }).log.version).toBe('1.2')

  await choose(window, 'Copy as curl')
  await expect(notice(window, 'as a command of curl')).toBeVisible()
  expect(await clipboard(app)).toContain('"method":"tools/list"')
  await server.close()
})

test('a frame is pinned, noted and compared, and axe finds nothing in light and dark', async ({
  running: { app, window }
}) => {
  await callAndLook(window, 'echo', { message: 'one' })
  const frame = frameOf(window)
  await frame.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(frame.getByRole('button', { name: 'Unpin' })).toBeVisible()
  const note = frame.getByRole('textbox', { name: /^Note on/ })
  await frame.getByRole('button', { name: 'Add a note…' }).click()
  await note.fill('dropped')
  await note.press('Escape')
  await expect(note).toBeHidden()
  await expect(frame).not.toContainText('dropped')
  await frame.getByRole('button', { name: 'Add a note…' }).click()
  await note.fill('look at this')
  await note.press('Enter')
  await expect(frame).toContainText('look at this')

  await choose(window, 'Compare with…')
  await expect(frame).toContainText(/Choose the frame to compare #\d+ with/)
  // A tooltip over a button is nowhere in particular.
  await gridOf(window).focus()
  const findings = [...(await axeFindings({ app, window }, { name: 'a frame' }))]
  await gridOf(window).locator('[data-seq]').filter({ hasText: 'prompts/list' }).first().click()
  const difference = window.getByRole('dialog', { name: /^Frame #\d+ and frame #\d+$/ })
  await expect(difference).toContainText('prompts/')
  findings.push(
    ...(await axeFindings({ app, window }, { name: 'two frames', place: '[role=dialog]' }))
  )
  await window.keyboard.press('Escape')

  await window.getByRole('button', { name: 'Send a raw frame' }).click()
  const dialog = window.getByRole('dialog', { name: 'Send a raw frame' })
  await dialog.getByRole('textbox', { name: 'Frame' }).waitFor()
  await write(dialog, '{"half')
  findings.push(
    ...(await axeFindings({ app, window }, { name: 'a raw frame', place: '[role=dialog]' }))
  )
  expect(findings).toEqual([])
})
