/** What a hostile server asks of the person is shown, and nothing else, wherever it is shown. */
import type { Locator, Page } from '@playwright/test'
import { chooseTool, expect } from './fixtures'
import { hostile, openHostile, test } from './hostile-fixtures'
import { marksIn, Witness } from './hostile-witness'
import { payloadsFor } from './servers/hostile-payloads.mjs'

const sheetOf = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Inbox', exact: true })

/** With the button that says no to it. */
const QUESTIONS = [
  ['consent', 'Deny'],
  ['form', 'Decline'],
  ['url', 'Decline'],
  ['page', 'Decline'],
  ['model', 'Decline'],
  ['folders', 'Share nothing']
] as const

async function ask(window: Page, what: string): Promise<Locator> {
  await window.getByRole('textbox', { name: 'what' }).fill(what)
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const sheet = sheetOf(window)
  await sheet.getByRole('region', { name: 'What it asks' }).waitFor()
  return sheet
}

test('a hostile server does nothing but show in what it asks', async ({ start, trap }) => {
  test.setTimeout(240_000)
  const { window } = await start({ hostile: hostile(trap.address) })
  const witness = await Witness.of(window)
  const payloads = payloadsFor(trap.address)
  await openHostile(window)
  await chooseTool(window, 'ask')

  for (const [what, no] of QUESTIONS) {
    await test.step(`it asks for ${what}`, async () => {
      const sheet = await ask(window, what)
      await witness.look(what)
      if (what === 'form') {
        // With what does not fit, so that what is wrong is said too.
        await sheet.getByRole('region', { name: 'What it asks' }).press('End')
        await witness.look('the end of the form')
      }
      if (what === 'model') {
        await sheet.getByRole('button', { name: 'Edit the question' }).click()
        await witness.look('the question, edited')
        await sheet.getByRole('button', { name: 'Use of a tool' }).click()
        await witness.look('the tools that it offers')
        await window.keyboard.press('Escape')
      }
      await window
        .getByRole('navigation')
        .getByRole('button', { name: /^Inbox/ })
        .click()
      await witness.look(`the page of the inbox, ${what}`)
      await window
        .getByRole('navigation')
        .getByRole('button', { name: /^hostile/ })
        .click()
      await sheet.getByRole('button', { name: no, exact: true }).click()
      await expect(sheet).toBeHidden()
    })
  }

  await test.step('a call of a tool that waits for approval, and of one that has changed', async () => {
    const tagged = payloads.findIndex((payload) => payload.startsWith('tags'))
    const name = String(tagged).padStart(3, '0')
    const filter = window.getByRole('searchbox', { name: 'Filter tools' })
    const choose = async (tool: string) => {
      await filter.fill(tool)
      await window
        .getByRole('option', { name: new RegExp(`^${tool}`) })
        .first()
        .click()
    }
    const approve = async () => {
      await window
        .getByRole('button', { name: /^(Call|Send anyway)/ })
        .first()
        .click()
      const sheet = sheetOf(window)
      const anyway = window.getByRole('button', { name: /anyway/i })
      await anyway.or(sheet).first().waitFor()
      if (await anyway.isVisible()) await anyway.click()
      await sheet.getByRole('region', { name: 'What it asks' }).waitFor()
      return sheet
    }
    await choose(name)
    await window.getByRole('button', { name: 'Options' }).click()
    await window.getByRole('combobox', { name: 'Before a call' }).selectOption('Ask always')
    const sheet = await approve()
    await witness.look('an approval')
    await sheet.getByRole('button', { name: 'Do not call' }).click()
    await choose('rewrite')
    await window.getByRole('button', { name: 'Call', exact: true }).click()
    await window.getByRole('region', { name: 'Changes in the catalogue' }).waitFor()
    await choose(name)
    await expect((await approve()).getByText('What has changed')).toBeVisible()
    await witness.look('a tool that has changed')
    await sheet.getByRole('button', { name: 'Do not call' }).click()
  })

  await test.step('what is left of it', async () => {
    await window
      .getByRole('navigation')
      .getByRole('button', { name: /^Inbox/ })
      .click()
    await expect(window.getByRole('heading', { name: 'Policies' })).toBeVisible()
    await witness.look('the page of the inbox')
    await window.getByRole('button', { name: 'Audit', exact: true }).click()
    const grid = window.getByRole('grid').first()
    for (const method of ['consent', 'elicitation', 'sampling', 'approval', 'policy']) {
      await grid
        .getByRole('row')
        .filter({ hasText: `patchbay/${method}` })
        .first()
        .click()
      await witness.look(`the record of ${method}`)
    }
  })

  const hidden = payloads.flatMap(marksIn)
  expect(hidden.filter((mark) => !witness.marks.has(mark))).toEqual([])
  await witness.swear(trap.asked)
})
