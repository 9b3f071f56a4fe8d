import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { chooseTool, demoPid, expect, test, toolRow } from './fixtures'

const callButton = (window: Page): Locator =>
  window.getByRole('button', { name: 'Call', exact: true })
const argumentsOf = (window: Page): Locator => window.getByRole('region', { name: 'Arguments' })
const resultOf = (window: Page): Locator => window.getByRole('region', { name: 'Result' })
const field = (window: Page, name: string | RegExp): Locator =>
  argumentsOf(window).getByRole('textbox', { name, exact: true })

/** Chooses something in the menu of the arguments. */
async function choose(window: Page, label: string): Promise<void> {
  await window.getByRole('button', { name: 'More to do with the arguments' }).click()
  await window.getByRole('menuitem', { name: label }).click()
}

async function writeJson(window: Page, json: string): Promise<void> {
  await window.getByRole('radio', { name: 'JSON' }).click()
  await window.getByRole('textbox', { name: 'Arguments as JSON' }).focus()
  await window.keyboard.press('Control+a')
  await window.keyboard.insertText(json)
}

test('progress moves, and a call can be cancelled', async ({ window }) => {
  await chooseTool(window, 'count-to')
  await field(window, 'steps').fill('500')
  await field(window, 'pauseMs').fill('20')
  await callButton(window).click()

  const bar = window.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuemax', '500')
  const seen = async () => Number(await bar.getAttribute('aria-valuenow'))
  const first = await seen()
  await expect.poll(seen).toBeGreaterThan(first)
  await expect(resultOf(window)).toContainText(/\d+ of 500.*\/s.*about .* left.*step \d+/s)

  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(resultOf(window)).toContainText('It was cancelled.')
  const filter = window.getByRole('combobox', { name: 'Filter traffic' })
  await filter.fill('count-to')
  await expect(window.getByRole('row').filter({ hasText: /tools\/call\s+count-to/ })).toContainText(
    'cancelled'
  )
  await filter.fill('notifications/cancelled')
  await expect(window.getByRole('grid', { name: 'Traffic' })).toContainText(
    'notifications/cancelled'
  )
})

test('calls of one tool and of several run side by side', async ({ window }) => {
  await chooseTool(window, 'count-to')
  await field(window, 'steps').fill('1000')
  await field(window, 'pauseMs').fill('20')
  await callButton(window).click()
  await expect(window.getByRole('progressbar')).toHaveCount(1)
  await callButton(window).click()
  await expect(window.getByRole('progressbar')).toHaveCount(2)
  await expect(toolRow(window, 'count-to')).toHaveText(/2 running/)

  await chooseTool(window, 'wait')
  await callButton(window).click()
  await window.getByRole('button', { name: '3 running' }).click()
  const running = window.getByRole('dialog', { name: 'What runs on this server' })
  await running
    .getByRole('button', { name: /^count-to/ })
    .first()
    .click()
  await expect(window.getByRole('heading', { name: 'count-to' })).toBeVisible()

  const others = window.getByRole('list', { name: 'Also running' })
  await others.getByRole('button', { name: /^Cancel the one from/ }).click()
  await expect(others).toBeHidden()
  await expect(window.getByRole('progressbar')).toHaveCount(1)
  await resultOf(window).getByRole('group', { name: 'Outcome' }).press('Escape')
  await expect(window.getByRole('progressbar')).toHaveCount(0)
})

test('an error of the tool, of the protocol and of the way look different', async ({ window }) => {
  const result = resultOf(window)
  const call = async (tool: string) => {
    await chooseTool(window, tool)
    await callButton(window).click()
  }
  await call('fail')
  await expect(result).toContainText(/Tool error.*tool.*says that it failed.*wrong phase/s)

  await call('break-with-error')
  await expect(result).toContainText(/Protocol error.*protocol.*error -32000.*The server did this/s)

  await call('break-server')
  await expect(result).toContainText(
    /Connection lost.*transport.*exited with code 7 before it answered.*The server did this/s
  )
})

test('a server that dies is opened again, and its tools and the drafts are still there', async ({
  window
}) => {
  await chooseTool(window, 'echo')
  await field(window, 'message').fill('a draft')
  const before = await demoPid(window)
  await chooseTool(window, 'break-server')
  await callButton(window).click()
  const traffic = window.getByRole('grid', { name: 'Traffic' })
  await expect(traffic).toContainText('Exited with code 7.')
  await expect(traffic).toContainText('Opens again in 1 s, 1 of 3')

  await window.getByRole('listbox', { name: 'Tools' }).press('Home')
  await expect(field(window, 'message')).toHaveValue('a draft')
  await callButton(window).click()
  await expect(resultOf(window)).toContainText('a draft')
  expect(await demoPid(window)).not.toBe(before)

  await window.getByRole('tab', { name: 'Logs' }).click()
  await expect(window.getByRole('log', { name: 'Log' })).toContainText('out of cheese')
})

test('a server that is closed keeps its form, and says why nothing can be sent', async ({
  window
}) => {
  await chooseTool(window, 'echo')
  // Right after it was opened, a click is taken for one that was meant for something else.
  await expect(async () => {
    await window.getByRole('button', { name: 'Close', exact: true }).click({ timeout: 1_000 })
    const words = 'demo is closed, so nothing can be sent.'
    await expect(argumentsOf(window)).toContainText(words, { timeout: 1_000 })
  }).toPass()
  await expect(callButton(window)).toBeDisabled()
  await field(window, 'message').fill('written meanwhile')
  await argumentsOf(window).getByRole('button', { name: 'Open it' }).click()
  await callButton(window).click()
  await expect(resultOf(window)).toContainText('written meanwhile')
})

test('a line on stdout that is not a frame is shown as a violation', async ({ window }) => {
  await chooseTool(window, 'break-stdout')
  await callButton(window).click()
  const row = window.getByRole('row').filter({ hasText: 'Server listening' })
  await expect(row).toContainText('not a frame')
  await expect(window.getByRole('contentinfo')).toContainText('1 entry with violations')
  await row.click()
  const violations = window.getByRole('region', { name: 'Violations' })
  await expect(violations).toContainText(
    /This is not a message; over stdio.*MCP .*, Basic, Transports, stdio · stdout-noise/s
  )
})

test('form and JSON are two views of one draft', async ({ window }) => {
  await chooseTool(window, 'add')
  await field(window, 'a').fill('40')
  await window.getByRole('radio', { name: 'JSON' }).click()
  await expect(argumentsOf(window)).toContainText('"a": 40')

  await writeJson(window, '{"a":20,"b":22,"more":true}')
  await callButton(window).click()
  await expect(resultOf(window)).toContainText('{"sum":42}')

  await window.getByRole('radio', { name: 'Form' }).click()
  await expect(field(window, 'a')).toHaveValue('20')
  await expect(argumentsOf(window).locator('[data-pointer="/more"]')).toBeVisible()
})

test('JSON that cannot be read is kept, and the form says where it is wrong', async ({
  window
}) => {
  await chooseTool(window, 'echo')
  await field(window, 'message').fill('readable')
  await writeJson(window, '{"message": half')
  await callButton(window).click()
  await window.getByRole('radio', { name: 'Form' }).click()
  const pane = argumentsOf(window)
  await expect(pane).toContainText('This is not JSON: line 1, column 13.')
  await pane.getByRole('button', { name: 'Back to JSON' }).click()
  await expect(pane).toContainText('{"message": half')

  await window.getByRole('radio', { name: 'Form' }).click()
  await pane.getByRole('button', { name: 'Take the last readable arguments' }).click()
  await expect(field(window, 'message')).toHaveValue('readable')
  await pane.getByRole('button', { name: 'Undo' }).click()
  await expect(pane).toContainText('This is not JSON: line 1, column 13.')
  await expect(window.getByRole('row').filter({ hasText: /tools\/call/ })).toHaveCount(0)
})

test('what the schema forbids can be sent all the same, on the second try', async ({ window }) => {
  await chooseTool(window, 'count-to')
  await field(window, 'steps').fill('many')
  await window.keyboard.press('Control+Enter')
  const problems = window.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText(/1 problem.*\/steps/s)
  await expect(field(window, 'steps')).toBeFocused()
  const calls = window.getByRole('row').filter({ hasText: /→ sent.*tools\/call/ })
  await expect(calls).toHaveCount(0)

  const options = window.getByRole('group', { name: 'Options' })
  await window.getByRole('button', { name: 'Options' }).click()
  await expect(options).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(options).toBeHidden()
  await window.getByRole('button', { name: 'Options' }).click()
  await window.getByRole('textbox', { name: 'Timeout in ms' }).press('Escape')
  await expect(options).toBeHidden()
  await problems.getByRole('button', { name: /\/steps/ }).click()
  await expect(field(window, 'steps')).toBeFocused()
  await window.getByRole('button', { name: 'Send anyway' }).click()
  await expect(calls).toHaveCount(1)

  await field(window, 'steps').fill('1')
  await expect(callButton(window)).toBeVisible()
})

test('pictures, sound and structured content are shown', async ({ window }) => {
  const result = resultOf(window)
  await chooseTool(window, 'show-picture')
  await callButton(window).click()
  const image = result.getByRole('img')
  await expect(image).toBeVisible()
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(160)

  await chooseTool(window, 'play-sound')
  await callButton(window).click()
  const duration = () =>
    result.locator('audio').evaluate((element: HTMLAudioElement) => element.duration)
  await expect.poll(duration).toBeCloseTo(1, 1)

  await chooseTool(window, 'break-output-schema')
  await callButton(window).click()
  await result.getByRole('radio', { name: 'Structured' }).click()
  await expect(result).toContainText(/celsius.*warm/s)
})

test('the second click of a double click does nothing', async ({ window }) => {
  await window.getByRole('button', { name: 'Open', exact: true }).dblclick()
  await window.getByRole('tab', { name: /^Tools \d/ }).waitFor()
  await chooseTool(window, 'echo')
  await field(window, 'message').fill('once')
  await callButton(window).dblclick()
  await expect(resultOf(window)).toContainText('once')
  const calls = window.getByRole('row').filter({ hasText: /→ sent.*tools\/call/ })
  await expect(calls).toHaveCount(1)
})

/** Counts the characters of all that main tells the window about calls and frames, from now on. */
async function countEvents(window: Page): Promise<() => Promise<number>> {
  await window.evaluate(() => {
    const page = globalThis as unknown as {
      told: number
      patchbay: { on: (event: string, listener: (json: string) => void) => void }
    }
    page.told = 0
    for (const event of ['calls.changed', 'traffic.grew', 'session.changed']) {
      page.patchbay.on(event, (json) => (page.told += json.length))
    }
  })
  return () => window.evaluate(() => (globalThis as unknown as { told: number }).told)
}

test('a large result is shown, and does not travel with every event', async ({ window }) => {
  await chooseTool(window, 'answer-much')
  const told = await countEvents(window)
  await field(window, 'kilobytes').fill('2000')
  await callButton(window).click()
  const result = resultOf(window)
  await expect(result).toContainText('0123456789abcde')
  await result.getByRole('radio', { name: 'Raw' }).click()
  await expect(result).toContainText('more characters not shown')
  expect(await told()).toBeGreaterThan(100)
  expect(await told()).toBeLessThan(100_000)
})

test('an invalid field stays in the form, and the JSON says that it is left out', async ({
  window
}) => {
  await chooseTool(window, 'every-kind')
  await field(window, 'text').fill('x')
  await field(window, /^anything/).fill('{"a":1,}')
  await callButton(window).click()
  await expect(argumentsOf(window)).toContainText('What is written at /anything is not JSON.')
  await window.getByRole('radio', { name: 'JSON' }).click()
  await expect(argumentsOf(window)).toContainText('could not be read in the form: anything')

  await window.keyboard.press('Control+k')
  await expect(window.getByRole('dialog')).toBeVisible()
  await window.keyboard.press('Escape')
  await window.getByRole('radio', { name: 'Form' }).click()
  await expect(field(window, /^anything/)).toHaveValue('{"a":1,}')
})

test('what was reset can be brought back', async ({ window }) => {
  await chooseTool(window, 'echo')
  await field(window, 'message').fill('precious')
  await choose(window, 'Reset to defaults')
  await expect(field(window, 'message')).toHaveValue('')
  await argumentsOf(window).getByRole('button', { name: 'Undo' }).click()
  await expect(field(window, 'message')).toHaveValue('precious')
})

test('arguments come from the clipboard and from a file', async ({ window, profile }) => {
  await chooseTool(window, 'echo')
  const frame = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":'
  await choose(window, 'Paste JSON…')
  const pasted = window.getByRole('textbox', { name: 'JSON to paste' })
  await pasted.fill(frame)
  await expect(window.getByRole('dialog')).toContainText('This is not JSON')
  await pasted.fill(`${frame}{"message":"from a frame"}}}`)
  await window.getByRole('button', { name: 'Use it' }).click()
  await expect(field(window, 'message')).toHaveValue('from a frame')

  const file = join(profile, 'arguments.json')
  writeFileSync(file, '{"message":"from a file"}')
  await window.getByLabel('File with arguments').setInputFiles(file)
  await expect(field(window, 'message')).toHaveValue('from a file')
  writeFileSync(file, 'not JSON')
  await window.getByLabel('File with arguments').setInputFiles(file)
  const refusal = window.getByText(/arguments.json was not loaded. This is not JSON/)
  await expect(refusal.first()).toBeVisible()
  await expect(field(window, 'message')).toHaveValue('from a file')
})

test('a call can have a timeout and _meta of its own', async ({ window }) => {
  await chooseTool(window, 'wait')
  await window.getByRole('button', { name: 'Options' }).click()
  const options = window.getByRole('group', { name: 'Options' })
  await options.getByLabel('_meta').fill('[1]')
  await callButton(window).click()
  await expect(options).toContainText('It has to be a JSON object.')
  await options.getByLabel('_meta').fill('{"example.com/trace":"abc"}')
  await options.getByLabel('Timeout in ms').fill('200')
  await callButton(window).click()
  await expect(resultOf(window)).toContainText('Timed out')
  await expect(window.getByRole('button', { name: 'Options, 2 set' })).toBeVisible()

  await window
    .getByRole('row')
    .filter({ hasText: /→ sent.*tools\/call/ })
    .click()
  // The editor draws only the lines for which there is room.
  await expect(window.getByRole('region', { name: 'Frame' })).toContainText(
    /"_meta".*"example\.com\//s
  )
})

test('a draft outlives the app, also what cannot be read', async ({ start }) => {
  const first = await start()
  await chooseTool(first.window, 'echo')
  await field(first.window, 'message').fill('kept')
  await chooseTool(first.window, 'add')
  await writeJson(first.window, '{"a": 1,')
  await expect(argumentsOf(first.window)).toContainText('This is not JSON')
  await first.app.close()

  const { window } = await start()
  await chooseTool(window, 'echo')
  await expect(field(window, 'message')).toHaveValue('kept')
  await chooseTool(window, 'add')
  await expect(argumentsOf(window)).toContainText('{"a": 1,')
})

test('the list of tools is filtered, folded and walked through by keys', async ({ window }) => {
  await chooseTool(window, 'echo')
  const list = window.getByRole('listbox', { name: 'Tools' })
  const group = window.getByRole('option', { name: /^break-/ }).first()
  await list.focus()
  await window.keyboard.press('/')
  await window.keyboard.type('two numbers')
  await expect(window.getByRole('option')).toHaveCount(1)
  await window.keyboard.press('Enter')
  await expect(field(window, 'a')).toBeFocused()

  await list.focus()
  await window.keyboard.press('/')
  await window.keyboard.press('Escape')
  await window.getByRole('option', { name: 'break-stdout' }).click()
  await list.focus()
  await window.keyboard.press('ArrowLeft')
  await window.keyboard.press('ArrowLeft')
  await expect(window.getByRole('option', { name: /^break-/ })).toHaveCount(1)
  await expect(group).toHaveAccessibleName(/folded/)
  await window.keyboard.press('ArrowRight')
  await expect(group).toHaveAccessibleName(/unfolded/)
})
