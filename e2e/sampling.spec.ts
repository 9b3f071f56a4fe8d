import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { axeFindings } from './axe'
import { answerBy, chooseTool, expect, promptOf, test } from './fixtures'
import { filesWith } from './leaks'
import { startModel, type ModelFixture } from './model'

const KEY = 'canary-key-4d1f-88ee77-zz'
const KEY_NAME = 'TINY_KEY'

const sheetOf = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Inbox', exact: true })
const outcomeOf = (window: Page): Locator => window.getByRole('group', { name: 'Outcome' })

let model: ModelFixture
test.beforeEach(async () => {
  model = await startModel()
})
test.afterEach(() => model.close())

async function showSettings(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Settings' }).first().click()
  await window.getByRole('tab', { name: 'Sampling' }).click()
}

async function backToDemo(window: Page): Promise<void> {
  await window.getByRole('navigation').getByRole('button', { name: /^demo/ }).click()
}

async function fillIn(window: Page, address: string, keyName = ''): Promise<void> {
  await window.getByRole('textbox', { name: 'Address' }).fill(address)
  await window.getByRole('textbox', { name: 'Model' }).fill('tiny')
  await window.getByRole('textbox', { name: 'Name of the secret' }).fill(keyName)
  await window.getByRole('button', { name: 'Set up…' }).click()
}

/** Without a key: one window of main's asks whether that may be. */
async function setUpModel(app: ElectronApplication, window: Page): Promise<void> {
  await showSettings(window)
  await fillIn(window, model.baseUrl)
  await answerBy((await promptOf(app)).getByRole('button', { name: 'Use it' }))
  await expect(window.getByRole('button', { name: 'Use no model' })).toBeVisible()
}

async function callModel(window: Page, hasTools = false): Promise<Locator> {
  await chooseTool(window, 'ask-model')
  const choice = window.getByRole('radiogroup', { name: 'tools' })
  if (hasTools) await choice.getByRole('radio', { name: 'true' }).click()
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const sheet = sheetOf(window)
  await sheet.getByRole('region', { name: 'What it asks' }).waitFor()
  return sheet
}

test('a model answers what the person has edited, and they edit what it answers', async ({
  running: { app, window },
  profile
}) => {
  test.slow()
  await test.step('it is set up from where it is missed, with a key that main asks for', async () => {
    const sheet = await callModel(window)
    await sheet.getByRole('button', { name: 'Set up a model…' }).click()
    await fillIn(window, 'http://example.com/v1', KEY_NAME)
    await expect(window.getByRole('alert')).toContainText('It has to begin with https')
    model.answerWith({ role: 'assistant', content: 'Hello' })
    await fillIn(window, model.baseUrl, KEY_NAME)
    const prompt = await promptOf(app)
    await expect(prompt.getByText(`${model.baseUrl}/chat/completions`)).toBeVisible()
    await expect(prompt.getByText(KEY_NAME)).toBeVisible()
    const next = app.waitForEvent('window')
    await answerBy(prompt.getByRole('button', { name: 'Use it' }))
    const values = await next
    await values.getByLabel(KEY_NAME, { exact: true }).fill(KEY)
    await answerBy(values.getByRole('button', { name: 'Use' }))
    await expect(window.getByText('It is set, among')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Replace the key…' })).toBeVisible()
    expect(await axeFindings({ app, window })).toEqual([])
    expect(model.heard).toEqual([])
  })

  await test.step('whether it answers can be seen before a server waits for it', async () => {
    await window.getByRole('button', { name: 'Try it' }).click()
    await expect(window.getByText(/^tiny-1 answered after .*: “Hello”$/)).toBeVisible()
    expect(model.heard).toMatchObject([{ authorization: `Bearer ${KEY}` }])
    model.answerWith({ error: { message: `No such key as ${KEY}` } }, 401)
    await window.getByRole('button', { name: 'Try it' }).click()
    await expect(window.getByRole('alert')).toContainText('status 401: No such key as •••')
    model.answerWith(undefined)
    await window.getByRole('button', { name: 'Try it' }).click()
    await window.getByRole('button', { name: 'Stop trying' }).click()
    await expect(window.getByRole('button', { name: 'Try it' })).toBeVisible()
    await expect.poll(() => model.abandoned()).toBe(1)
    model.forget()
  })

  await test.step('it gets the question as it was edited', async () => {
    await backToDemo(window)
    await window.keyboard.press('Control+i')
    const sheet = sheetOf(window)
    await sheet.getByRole('button', { name: 'Edit the question' }).click()
    await expect(sheet).toContainText('The server is not told')
    await sheet.getByRole('textbox', { name: 'System prompt' }).fill('Answer in two words.')
    await sheet.getByRole('textbox', { name: 'Message 1' }).fill('What is the capital of Peru?')
    await sheet.getByRole('textbox', { name: 'Most tokens' }).fill('9')
    model.answerWith({ role: 'assistant', content: `Lima, says ${KEY}` })
    await sheet.getByRole('button', { name: 'Ask the model' }).click()
    await expect(sheet.getByRole('textbox', { name: 'Answer' })).toHaveValue('Lima, says •••')
    expect(model.heard).toEqual([
      {
        authorization: `Bearer ${KEY}`,
        body: {
          model: 'tiny',
          max_tokens: 9,
          messages: [
            { role: 'system', content: 'Answer in two words.' },
            { role: 'user', content: 'What is the capital of Peru?' }
          ]
        }
      }
    ])
    expect(await axeFindings({ app, window })).toEqual([])
  })

  await test.step('the server gets the answer as the person sends it', async () => {
    const sheet = sheetOf(window)
    await expect(outcomeOf(window)).not.toContainText('Lima')
    await sheet.getByRole('textbox', { name: 'Answer' }).fill('Lima, I think')
    await sheet.getByRole('button', { name: 'Send the answer' }).click()
    for (const part of ['"text": "Lima, I think"', '"model": "human"', '"endTurn"']) {
      await expect(outcomeOf(window)).toContainText(part)
    }
  })

  await test.step('what was done is on record, and the key is nowhere', async () => {
    await window.getByRole('button', { name: 'Audit', exact: true }).click()
    const rows = window.getByRole('grid', { name: 'Audit log' }).locator('[data-id]')
    await expect(rows.filter({ hasText: 'patchbay/sampling' })).toHaveCount(5)
    await expect(rows.filter({ hasText: 'patchbay/config' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'patchbay/secret' })).toHaveCount(1)
    await rows.filter({ hasText: 'patchbay/sampling' }).nth(1).click()
    await expect(window.getByRole('tree', { name: 'Asked' })).toContainText('the capital of Peru')
    expect(await window.content()).not.toContain(KEY)
    await app.close()
    expect(filesWith(KEY, profile)).toEqual([])
    const preferences = readFileSync(join(profile, 'preferences.json'), 'utf8')
    expect(preferences).toContain(KEY_NAME)
  })
})

test('a model may want tools, and the server is asked to use them', async ({
  running: { app, window }
}) => {
  await setUpModel(app, window)
  await backToDemo(window)
  const sheet = await callModel(window, true)
  const use = { name: 'look_up', arguments: '{"country":"Ecuador"}' }
  const calls = [{ id: 'call_a', type: 'function', function: use }]
  model.answerWith({ role: 'assistant', content: null, tool_calls: calls })
  await sheet.getByRole('button', { name: 'Ask the model' }).click()
  await expect(sheet.getByRole('group', { name: 'Tool use' })).toContainText('look_up')
  await expect(sheet.getByRole('combobox', { name: 'Why it ends' })).toHaveValue('toolUse')
  expect(await axeFindings({ app, window })).toEqual([])
  await sheet.getByRole('button', { name: 'Send the answer' }).click()

  await expect(sheet.getByRole('group', { name: 'Tool result' })).toContainText('Quito')
  model.answerWith({ role: 'assistant', content: 'Quito' })
  await sheet.getByRole('button', { name: 'Ask the model' }).click()
  await expect(sheet.getByRole('textbox', { name: 'Answer' })).toHaveValue('Quito')
  expect(model.heard.at(-1)?.body).toMatchObject({
    tool_choice: 'auto',
    tools: [{ type: 'function', function: { name: 'look_up' } }],
    messages: [
      { role: 'system' },
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ id: 'call_a', function: use }] },
      { role: 'tool', tool_call_id: 'call_a', content: 'Quito' }
    ]
  })
  await sheet.getByRole('button', { name: 'Send the answer' }).click()
  await expect(outcomeOf(window)).toContainText('"text": "Quito"')
})

test('the use of a tool is written by hand', async ({ window }) => {
  const sheet = await callModel(window, true)
  await sheet.getByRole('textbox', { name: 'Answer' }).fill('One moment.')
  await sheet.getByRole('button', { name: 'Use of a tool' }).click()
  await window.getByRole('menuitem', { name: 'look_up' }).click()
  const blocks = sheet.getByRole('textbox', { name: 'Content blocks as JSON' })
  const written = (await blocks.inputValue()).replace('"input": {}', '"input": {"country": "Peru"}')
  await blocks.fill(written)
  await sheet.getByRole('button', { name: 'Send the answer' }).click()
  await expect(sheet.getByRole('group', { name: 'Tool result' })).toContainText('Lima')
  await expect(sheet).toContainText('One moment.')
})

test('a question is called off, fails, or is declined', async ({ running: { app, window } }) => {
  await setUpModel(app, window)
  await backToDemo(window)
  const sheet = await callModel(window)
  const ask = sheet.getByRole('button', { name: 'Ask the model' })

  model.answerWith(undefined)
  await ask.click()
  await expect.poll(() => model.heard.length).toBe(1)
  await expect(sheet.getByRole('button', { name: 'Send the answer' })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Stop asking' }).click()
  await expect(ask).toBeEnabled()
  await expect.poll(() => model.abandoned()).toBe(1)

  model.answerWith({ error: { message: 'Out of cheese' } }, 503)
  await ask.click()
  await expect(sheet.getByRole('alert')).toContainText('status 503: Out of cheese')

  model.answerWith(undefined)
  await ask.click()
  await expect.poll(() => model.heard.length).toBe(3)
  await sheet.getByRole('textbox', { name: 'Why not, if you decline' }).fill('Too expensive.')
  await sheet.getByRole('button', { name: 'Decline' }).click()
  await expect(outcomeOf(window)).toContainText('User rejected sampling request')
  await expect(outcomeOf(window)).toContainText('Too expensive.')
  await expect.poll(() => model.abandoned()).toBe(2)
})

test('a server may ask as often as is set, and no address is used that was not allowed', async ({
  running: { app, window }
}) => {
  await showSettings(window)
  await fillIn(window, model.baseUrl)
  await answerBy((await promptOf(app)).getByRole('button', { name: 'Not now' }))
  await expect(window.getByRole('button', { name: 'Use no model' })).toHaveCount(0)
  const limit = window.getByRole('textbox', { name: 'Questions a minute' })
  await limit.fill('1')
  await limit.press('Enter')

  await backToDemo(window)
  const sheet = await callModel(window)
  await expect(sheet.getByRole('button', { name: 'Set up a model…' })).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Answer' }).fill('Quito')
  await sheet.getByRole('button', { name: 'Send the answer' }).click()
  await expect(outcomeOf(window)).toContainText('"text": "Quito"')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(outcomeOf(window)).toContainText('A server may ask once a minute.')
  await expect(sheet).toBeHidden()
  await window.getByRole('navigation').getByRole('button', { name: 'Inbox' }).click()
  await expect(window.getByText('1 question too many')).toBeVisible()
  expect(model.heard).toEqual([])
})
