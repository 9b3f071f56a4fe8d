import type { Page } from '@playwright/test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTool, expect, test, toolRow } from './fixtures'
import { realServer } from './real-definitions'

/** Opens a server by its name and waits for its tools. */
async function open(window: Page, name: string): Promise<void> {
  await window
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .click()
  await window.getByRole('button', { name: `Open ${name}` }).click()
  await window.getByRole('option').first().waitFor()
}

async function tool(window: Page, name: string): Promise<void> {
  await toolRow(window, name).click()
  await window.getByRole('article', { name, exact: true }).waitFor()
}

async function call(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Call', exact: true }).click()
}

const result = (window: Page) => window.getByRole('region', { name: 'Result' })
const field = (window: Page, name: string) =>
  window.getByRole('region', { name: 'Arguments' }).getByLabel(name, { exact: true })

test('every kind of tool of server-everything is called by its form', async ({ start }) => {
  test.setTimeout(120_000)
  const { window } = await start({ everything: await realServer('everything') })
  await open(window, 'everything')

  await tool(window, 'echo')
  await field(window, 'message').fill('hello')
  await window.keyboard.press('Control+Enter')
  await expect(result(window)).toContainText('Echo: hello')

  await tool(window, 'get-sum')
  await field(window, 'a').fill('2.5')
  await field(window, 'b').fill('4')
  await call(window)
  await expect(result(window)).toContainText('6.5')

  await tool(window, 'get-annotated-message')
  await field(window, 'messageType').selectOption('debug')
  await field(window, 'includeImage').getByRole('radio', { name: 'true' }).click()
  await call(window)
  await expect(result(window)).toContainText('Debug:')
  await expect(result(window).getByRole('img')).toBeVisible()
  // What the server claims about a block is shown as its claim.
  await expect(result(window)).toContainText('priority')

  await tool(window, 'get-structured-content')
  await field(window, 'location').selectOption('Chicago')
  await call(window)
  await expect(result(window)).toContainText('temperature')
  await expect(window.getByRole('region', { name: 'Verdicts' })).toContainText(
    'Output fits its schema'
  )

  await tool(window, 'get-resource-reference')
  await field(window, 'resourceType').selectOption('Text')
  await field(window, 'resourceId').fill('7')
  await call(window)
  await expect(result(window)).toContainText('demo://resource/dynamic/text/7')

  await tool(window, 'get-tiny-image')
  await call(window)
  await expect(result(window).getByRole('img')).toBeVisible()

  await tool(window, 'get-resource-links')
  await field(window, 'count').fill('2')
  await call(window)
  await result(window).getByRole('button', { name: 'Open resource' }).first().click()
  // A link of a result is read here.
  await expect(window.getByRole('tab', { name: /^Resources/, selected: true })).toBeVisible()
  await expect(window.getByRole('region', { name: 'Contents' })).toContainText('Resource')
})

test('progress is seen moving, and two calls run at once', async ({ start }) => {
  const { window } = await start({ everything: await realServer('everything') })
  await open(window, 'everything')
  await tool(window, 'trigger-long-running-operation')
  await field(window, 'duration').fill('60')
  await field(window, 'steps').fill('120')
  await call(window)
  const bar = window.getByRole('progressbar', {
    name: 'Progress of trigger-long-running-operation'
  })
  const progress = async (): Promise<number> => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(progress).toBeGreaterThan(0)
  const before = await progress()
  await expect.poll(progress).toBeGreaterThan(before + 1)
  await expect(result(window)).toContainText('left')
  // The first goes on while another one is made.
  await tool(window, 'echo')
  await field(window, 'message').fill('meanwhile')
  await call(window)
  await expect(result(window)).toContainText('Echo: meanwhile')
  await tool(window, 'trigger-long-running-operation')
  await expect(bar).toBeVisible()
  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(window)).toContainText('Cancelled')
})

test('resources of server-everything: a template with completion, and a subscription', async ({
  start
}) => {
  const { window } = await start({ everything: await realServer('everything') })
  await open(window, 'everything')
  await window.getByRole('tab', { name: /^Resources/ }).click()
  const tree = window.getByRole('tree', { name: 'Resources' })
  await tree.getByRole('treeitem', { name: /architecture\.md/ }).click()
  await expect(window.getByRole('region', { name: 'Contents' })).toContainText('Architecture')

  await tree.getByRole('treeitem', { name: /dynamic\/text/ }).click()
  const variable = window.getByRole('combobox', { name: 'resourceId' })
  await variable.fill('12')
  await expect(window.getByRole('option', { name: '12', exact: true })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.getByLabel('URI that will be read')).toHaveText(
    'demo://resource/dynamic/text/12'
  )
  await window.keyboard.press('Control+Enter')
  await expect(window.getByRole('region', { name: 'Contents' })).toContainText('Resource 12')

  await tree.getByRole('treeitem', { name: /architecture\.md/ }).click()
  await window.getByRole('button', { name: 'Subscribe' }).click()
  await window.getByRole('button', { name: 'Unsubscribe' }).waitFor()
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await tool(window, 'toggle-subscriber-updates')
  await call(window)
  await window.getByRole('tab', { name: /^Resources/ }).click()
  await expect(window.getByRole('region', { name: 'Contents' })).toContainText(/updated .* time/)
})

test('a prompt of server-everything is completed and got', async ({ start }) => {
  const { window } = await start({ everything: await realServer('everything') })
  await open(window, 'everything')
  await window.getByRole('tab', { name: /^Prompts/ }).click()
  await window.getByRole('option', { name: /^completable-prompt/ }).click()
  await window.getByRole('combobox', { name: 'department' }).fill('Eng')
  await window.getByRole('option', { name: 'Engineering' }).click()
  // What can be completed depends on what was chosen before.
  await window.getByRole('combobox', { name: 'name' }).fill('A')
  await window.getByRole('option', { name: 'Alice' }).click()
  await window.keyboard.press('Control+Enter')
  const messages = window.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Alice')
  await expect(messages).toContainText('Engineering')
})

test('the tools of server-filesystem work on real files', async ({ start, home }) => {
  const folder = join(home, 'files')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n')
  const { window } = await start({ filesystem: await realServer('filesystem', folder) })
  await open(window, 'filesystem')

  await tool(window, 'write_file')
  await field(window, 'path').fill(join(folder, 'b.txt'))
  await field(window, 'content').fill('written by hand')
  await call(window)
  await expect(result(window)).toContainText('Successfully wrote')
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('written by hand')

  await tool(window, 'edit_file')
  await field(window, 'path').fill(join(folder, 'a.txt'))
  await window.getByRole('button', { name: /^Add (an )?item/ }).click()
  await window.getByLabel('oldText', { exact: true }).fill('two')
  await window.getByLabel('newText', { exact: true }).fill('three')
  await call(window)
  await expect(result(window)).toContainText('+three')
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\nthree\n')

  await tool(window, 'read_text_file')
  await field(window, 'path').fill(join(folder, 'nowhere.txt'))
  await call(window)
  await expect(result(window)).toContainText('The tool says that it failed')
})

test('all kinds of content of the demo server are shown', async ({ window }) => {
  await chooseTool(window, 'every-content')
  await call(window)
  for (const kind of ['Text', 'Image', 'Audio', 'Embedded resource', 'Resource link']) {
    await expect(result(window).getByRole('group', { name: kind }).first()).toBeVisible()
  }
  await chooseTool(window, 'list-people')
  await call(window)
  await window.getByRole('radio', { name: 'Structured' }).click()
  await window.getByRole('radio', { name: 'Table of people' }).click()
  await expect(result(window)).toContainText('Person 5')
  await window.getByRole('radio', { name: 'Rendered' }).click()
  await chooseTool(window, 'answer-nothing')
  await call(window)
  await expect(result(window)).toContainText(/empty/)
})

test('verdicts name what is wrong, where, and whose doing it is', async ({ window }) => {
  const verdicts = window.getByRole('region', { name: 'Verdicts' })
  await chooseTool(window, 'break-output-schema')
  await call(window)
  await expect(verdicts).toContainText('does not fit the output schema')
  await expect(verdicts).toContainText('The server did this.')
  // The payload is there all the same.
  await expect(window.getByRole('group', { name: 'Outcome' })).not.toBeEmpty()
  await chooseTool(window, 'break-agreement')
  await call(window)
  await expect(verdicts).toContainText('contradict each other: at /celsius the text says')
})

test('a resource that changes is read again and compared', async ({ window }) => {
  await chooseTool(window, 'touch-resource')
  await window.getByRole('tab', { name: /^Resources/ }).click()
  const tree = window.getByRole('tree', { name: 'Resources' })
  await tree.getByRole('treeitem', { name: /counter/ }).click()
  await window.getByRole('button', { name: 'Subscribe' }).click()
  await window.getByRole('button', { name: 'Unsubscribe' }).waitFor()
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await call(window)
  await window.getByRole('tab', { name: /^Resources/ }).click()
  await window.getByRole('radio', { name: 'Changes 1' }).click()
  await expect(window.getByRole('list', { name: 'Changes' })).toBeVisible()
  const contents = window.getByRole('region', { name: 'Contents', exact: true })
  await expect(contents).toContainText('1. time')
})

test('what is forbidden can be sent all the same, and is marked', async ({ window }) => {
  await chooseTool(window, 'add')
  await field(window, 'a').fill('one')
  await field(window, 'b').fill('2')
  await expect(window.getByRole('region', { name: 'Problems' })).toContainText('/a')
  await window.getByRole('radio', { name: 'JSON' }).click()
  await expect(window.getByRole('region', { name: 'Arguments' })).toContainText('"one"')
  await window.getByRole('radio', { name: 'Form' }).click()
  await expect(field(window, 'a')).toHaveValue('one')
  // Once to be told, once to mean it.
  await call(window)
  await window.getByRole('button', { name: 'Send anyway' }).click()
  await expect(result(window).getByRole('button', { name: /^frame #/ })).toBeVisible()
  await expect(window.getByRole('listbox', { name: 'Calls of this tool' })).toContainText(
    'sent anyway'
  )
})

test('drafts and history are there after a restart, and results can be compared and pinned', async ({
  start
}) => {
  const first = await start()
  await chooseTool(first.window, 'echo')
  for (const message of ['one', 'two']) {
    await field(first.window, 'message').fill(message)
    await call(first.window)
    await expect(result(first.window).getByRole('group', { name: 'Outcome' })).toContainText(
      message
    )
  }
  await field(first.window, 'message').fill('not sent')
  const calls = first.window.getByRole('listbox', { name: 'Calls of this tool' })
  await expect(calls.getByRole('option')).toHaveCount(2)
  await first.app.close()

  const { window } = await start()
  await chooseTool(window, 'echo')
  await expect(field(window, 'message')).toHaveValue('not sent')
  const kept = window.getByRole('listbox', { name: 'Calls of this tool' }).getByRole('option')
  await expect(kept).toHaveCount(2)
  await kept.nth(1).click()
  await expect(window.getByRole('group', { name: 'Outcome' })).toContainText('one')
  await window.getByRole('button', { name: 'Restore its arguments' }).click()
  await expect(field(window, 'message')).toHaveValue('one')

  await window.getByRole('button', { name: 'Compare it with another call' }).click()
  await kept.nth(0).click()
  const compared = window.getByRole('dialog')
  await expect(compared).toContainText('differ')
  await expect(compared).toContainText('two')
  await window.keyboard.press('Escape')

  await window.getByRole('button', { name: 'More about this call' }).click()
  await window.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(window.getByLabel('pinned')).toBeVisible()
})

test('a call is written down for other programs', async ({ running: { app, window } }) => {
  await chooseTool(window, 'echo')
  await field(window, 'message').fill("it's")
  await call(window)
  await expect(result(window)).toContainText("it's")
  for (const [name, words] of [
    ['CLI command', 'patchbay call'],
    ['JSON-RPC frame', '"method": "tools/call"'],
    ['TypeScript', 'callTool']
  ] as const) {
    await window.getByRole('button', { name: 'More about this call' }).click()
    await window.getByRole('menuitem', { name: 'Copy as' }).press('ArrowRight')
    await window.getByRole('menuitem', { name: new RegExp(name) }).press('Enter')
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain(words)
  }
})

test('a list that changes is marked, and what changed is shown', async ({ window }) => {
  await chooseTool(window, 'add-tool')
  await call(window)
  await expect(window.getByText(/new.*added-tool/i).first()).toBeVisible()
  await chooseTool(window, 'added-tool')
  await window.getByRole('button', { name: 'Mark as seen' }).click()
  await chooseTool(window, 'add-tool')
  await call(window)
  await chooseTool(window, 'added-tool')
  await window.getByRole('button', { name: 'Show what changed' }).click()
  const difference = window
    .getByRole('region', { name: 'What changed before against What changed after' })
    .locator('.monaco-diff-editor')
  await expect(difference).toContainText('Answers with its name. Version 1.')
  await expect(difference).toContainText('Answers with its name. Version 2.')
  await expect(difference.locator('.char-delete').first()).toBeVisible()
  await expect(difference.locator('.char-insert').first()).toBeVisible()
})

test('the log shows what the server is asked to say', async ({ window }) => {
  await chooseTool(window, 'log-levels')
  await window.getByRole('tab', { name: 'Logs' }).click()
  await window.getByLabel(/^Ask/).selectOption('error')
  await window.getByRole('tab', { name: /^Tools/ }).click()
  await call(window)
  await expect(result(window).getByRole('button', { name: /^frame #/ })).toBeVisible()
  await window.getByRole('tab', { name: 'Logs' }).click()
  const log = window.getByRole('log', { name: 'Log' })
  await expect(log).toContainText('emergency')
  await expect(log).not.toContainText('debug')
})
