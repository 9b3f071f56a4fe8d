/** Goes through every screen with a server that says hostile things wherever it can say something. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'
import { CALLED, hostile, openHostile, test } from './hostile-fixtures'
import { marksIn, Witness } from './hostile-witness'
import { payloadsFor } from './servers/hostile-payloads.mjs'

test('the corpus is as large as it has to be', () => {
  const payloads = payloadsFor('http://127.0.0.1:9')
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThanOrEqual(100)
})

test('a hostile server does nothing but show, wherever it says something', async ({
  start,
  trap
}) => {
  test.setTimeout(240_000)
  const { window } = await start({ hostile: hostile(trap.address) })
  const witness = await Witness.of(window)
  const payloads = payloadsFor(trap.address)
  const tagged = String(payloads.findIndex((payload) => payload.startsWith('tags')))
  expect(CALLED).toContain(tagged)
  await openHostile(window)

  await test.step('tools, their forms and results', async () => {
    await walkList(window, witness, 'listbox', 'Tools')
    for (const tool of ['say-all', 'refuse', ...CALLED]) {
      await chooseTool(window, tool)
      await window.getByRole('radio', { name: 'JSON', exact: true }).click()
      await witness.look(`arguments of ${tool} as JSON`)
      await window.getByRole('radio', { name: 'Form', exact: true }).click()
      await call(window)
      const result = window.getByRole('region', { name: 'Result' })
      await expect(result).toContainText(/frame|#\d+/)
      await witness.look(`result of ${tool}`)
      await tryViews(result, witness, `result of ${tool}`)
    }
  })

  await test.step('what the server puts into fields', async () => {
    for (const [index, payload] of payloads.entries()) {
      if (marksIn(payload).length === 0) continue
      await chooseTool(window, String(index).padStart(3, '0'))
      await window.getByRole('button', { name: 'Use it' }).last().click()
      await witness.look(`a default of ${index}`)
      await window.getByRole('button', { name: 'More to do with the arguments' }).click()
      await window.getByRole('menuitem', { name: 'Fill with examples' }).click()
      await window.getByText('The arguments are the examples of the schema.').waitFor()
      await witness.look(`examples of ${index}`)
    }
  })

  await test.step('two results, compared', async () => {
    await chooseTool(window, tagged)
    await call(window)
    await expect(window.getByRole('button', { name: /^History 2$/ })).toBeVisible()
    await window.getByRole('button', { name: 'Compare it with another call' }).click()
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Enter')
    const compared = window.getByRole('dialog', { name: /^Two calls of/ })
    await expect(difference(compared, 'Result')).toContainText('U+E0069')
    await witness.look('two results')
    await tryViews(compared, witness, 'two results')
    await window.keyboard.press('Escape')
    await expect(compared).toHaveCount(0)
  })

  await test.step('resources', async () => {
    await window.getByRole('tab', { name: /^Resources/ }).click()
    await walkList(window, witness, 'tree', 'Resources')
    for (const page of PAGES) {
      await window.getByRole('searchbox', { name: 'Filter resources' }).fill(page)
      await window.getByRole('treeitem', { name: new RegExp(page) }).click()
      await window
        .getByText(/read just now|just now/)
        .first()
        .waitFor()
      await witness.look(page)
      await tryViews(window.getByRole('tabpanel'), witness, page)
    }
  })

  await test.step('prompts', async () => {
    await window.getByRole('tab', { name: /^Prompts/ }).click()
    await walkList(window, witness, 'listbox', 'Prompts')
    for (const prompt of CALLED) {
      await window.getByRole('searchbox', { name: 'Filter prompts' }).fill(prompt)
      await window.getByRole('option', { name: new RegExp(`^${prompt} `) }).click()
      await window.getByRole('tabpanel').getByRole('combobox').first().click()
      await window.keyboard.type('a')
      await window.keyboard.press('Control+Enter')
      await window
        .getByText(/frame|#\d+/)
        .first()
        .waitFor()
      await witness.look(`prompt ${prompt}`)
    }
  })

  await test.step('what a completion puts into a field', async () => {
    const field = window
      .getByRole('form', { name: 'Arguments of the prompt' })
      .getByRole('combobox')
    for (const words of ['tags U+E0001', 'bidi U+202E', 'carriageU+000Dreturn']) {
      // What was sent already is asked about only once it is another.
      await field.fill('b')
      await window.getByRole('option', { name: words }).click()
      await witness.look(`completed: ${words}`)
    }
    await expect(window.getByRole('textbox', { name: /as JSON$/ })).toHaveValue(
      '"carriage\\rreturn"'
    )
  })

  await test.step('the palette', async () => {
    await window.keyboard.press('Control+k')
    const palette = window.getByRole('dialog', { name: 'Command palette' })
    await palette.waitFor()
    await witness.look('palette')
    for (const number of CALLED) {
      await palette.getByRole('combobox').fill(`${number} `)
      await expect(palette.getByRole('option').first()).toContainText(number)
      await witness.look(`palette, ${number}`)
    }
    await window.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
  })

  await test.step('logs, and a notice', async () => {
    await window.getByRole('tab', { name: 'Logs' }).click()
    await walkList(window, witness, 'grid', 'Lines of the log', 'PageDown')
    await window.getByRole('button', { name: 'Show the selected line whole' }).click()
    await window.getByRole('region', { name: 'The whole message' }).waitFor()
    await witness.look('a whole message')
    await window.getByRole('tabpanel').getByRole('combobox').last().selectOption('emergency')
    const notice = window.getByRole('listitem').filter({ hasText: 'did not take the level' })
    await notice.waitFor()
    await witness.look('a notice')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
  })

  await test.step('identity and frames', async () => {
    await window.getByRole('tab', { name: 'Info' }).click()
    await window.getByText('Not shown').first().waitFor()
    await witness.look('info, Markdown')
    await window.getByRole('radio', { name: 'Plain' }).click()
    await witness.look('info, plain')
    await walkList(window, witness, 'grid', 'Traffic', 'PageDown')
  })

  await test.step('a tool that changed', async () => {
    await window.getByRole('tab', { name: /^Tools/ }).click()
    await chooseTool(window, 'rewrite')
    await call(window)
    await window.getByRole('region', { name: 'Changes in the catalogue' }).waitFor()
    await witness.look('changes')
    await chooseTool(window, tagged)
    await window.getByRole('button', { name: 'Show what changed' }).click()
    await expect(difference(window, 'What changed')).toContainText('U+E0069')
    await witness.look('what changed')
  })

  await test.step('last words', async () => {
    await chooseTool(window, 'die')
    await call(window)
    await window.getByLabel('Post-mortem', { exact: true }).waitFor()
    await witness.look('post-mortem')
  })

  const hidden = payloads.flatMap(marksIn)
  expect(hidden.filter((mark) => !witness.marks.has(mark))).toEqual([])
  await witness.swear(trap.asked)
})

const PAYLOAD_COUNT = payloadsFor('').length
const PAGES = ['page.html', 'picture.svg', 'notes.md', 'plain.txt', 'data.json', 'paper.pdf']

/** What an editor draws of two texts; what cannot be seen in them is shown by its number there too. */
function difference(place: Page | Locator, what: string): Locator {
  return place.getByRole('region', { name: `${what} before against ${what} after` })
}

/**
 * Runs in the page: presses a key again and again until it leads no further, and lets each be
 * drawn. Says how often.
 */
async function pressToTheEnd(list: Element, key: string): Promise<number> {
  const drawn = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const press = (pressed: string): boolean =>
    list.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })
    )
  press('Home')
  let last: string | null | undefined
  for (let step = 0; step < 400; step++) {
    await drawn()
    const current = list.getAttribute('aria-activedescendant')
    // Nothing is the current one while it has not been drawn.
    if (current !== null && current === last) return step
    last = current
    press(key)
  }
  return Infinity
}

async function chooseTool(window: Page, tool: string): Promise<void> {
  await window.getByRole('searchbox', { name: 'Filter tools' }).fill(tool)
  await window
    .getByRole('option', { name: new RegExp(`^${tool}`) })
    .first()
    .click()
}

/** With what the schema forbids, if it has to be. */
async function call(window: Page): Promise<void> {
  await window
    .getByRole('button', { name: /^(Call|Send anyway)/ })
    .first()
    .click()
  const anyway = window.getByRole('button', { name: /anyway/i })
  const result = window.getByRole('region', { name: 'Result' }).filter({ hasText: /frame|#\d+/ })
  await anyway
    .or(result)
    .or(window.getByLabel('Post-mortem', { exact: true }))
    .first()
    .waitFor()
  if (await anyway.isVisible()) await anyway.click()
}

/** Shows what there is in each way in which it can be shown. */
async function tryViews(place: Locator, witness: Witness, what: string): Promise<void> {
  const names = new Set(await place.getByRole('radio').allInnerTexts())
  for (const name of names) {
    const view = place.getByRole('radio', { name, exact: true }).first()
    if (!(await view.isVisible()) || !(await view.isEnabled())) continue
    await view.click()
    await witness.look(`${what}, ${name}`)
  }
}

/** Goes through a list with the keyboard, so that each thing in it is shown beside it. */
async function walkList(
  window: Page,
  witness: Witness,
  role: 'listbox' | 'tree' | 'grid',
  name: string,
  key: 'ArrowDown' | 'PageDown' = 'ArrowDown'
): Promise<void> {
  const list = window.getByRole(role, { name, exact: true })
  await list.focus()
  const steps = await list.evaluate(pressToTheEnd, key)
  if (key === 'ArrowDown') expect(steps).toBeGreaterThanOrEqual(PAYLOAD_COUNT)
  expect(steps).toBeLessThan(Infinity)
  await witness.look(name)
}
