import type { Locator, Page } from '@playwright/test'
import { axeFindings } from './axe'
import { chooseTool, expect, test } from './fixtures'

const gridOf = (window: Page): Locator => window.getByRole('grid', { name: 'Traffic' })
const boxOf = (window: Page): Locator => window.getByRole('combobox', { name: 'Filter traffic' })
const countOf = (window: Page): Locator => window.getByRole('group', { name: 'Count' })
const frameOf = (window: Page): Locator => window.getByRole('region', { name: 'Frame' })
const rowsOf = (window: Page): Locator => gridOf(window).locator('[data-seq]')
const selectedRow = (window: Page): Locator => gridOf(window).locator('[aria-selected="true"]')

async function call(window: Page, tool: string, values: Record<string, string> = {}) {
  await chooseTool(window, tool)
  const fields = window.getByRole('region', { name: 'Arguments' })
  for (const [name, value] of Object.entries(values)) {
    await fields.getByLabel(name, { exact: true }).fill(value)
  }
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText(/\d+ B/)
}

async function showRows(window: Page, choice: RegExp) {
  await window.getByRole('button', { name: 'How rows are shown' }).click()
  await window.getByRole('menuitemcheckbox', { name: choice }).click()
}

test('a filter completes itself, shows what it finds while it is typed, and says what is wrong', async ({
  window
}) => {
  await call(window, 'echo', { message: 'a needle' })
  const box = boxOf(window)

  await box.focus()
  await window.keyboard.type('needle')
  await expect(countOf(window)).toHaveText(/^2 of \d+$/)
  await expect(rowsOf(window)).toHaveCount(2)
  await box.fill('echo')
  await expect(gridOf(window).locator('mark').first()).toHaveText('echo')

  await box.fill('')
  await window.keyboard.type('met')
  const offers = window.getByRole('listbox', { name: 'What may come next' })
  await expect(offers.getByRole('option')).toHaveText(['method: The method; * stands for anything'])
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(box).toHaveValue('method:')
  await window.keyboard.type('tools/c')
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Tab')
  await expect(box).toHaveValue('method:tools/call ')
  await expect(rowsOf(window)).toHaveCount(2)

  await window.keyboard.type('is:erorr')
  await window.keyboard.press('Enter')
  await expect(gridOf(window)).toBeFocused()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toHaveAccessibleDescription('erorr Did you mean is:error?')
  // What is understood of it holds all the same.
  await expect(rowsOf(window)).toHaveCount(2)

  await window.keyboard.press('/')
  await expect(box).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await window.keyboard.type('foo:bar ')
  await expect(box).toHaveAccessibleDescription(
    'foo: is not a field, so Patchbay looks for it as text.'
  )
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  await box.fill('')
  await window.keyboard.press('?')
  const help = window.getByRole('dialog', { name: 'What a filter can say' })
  await help.getByRole('button', { name: 'took:>500ms' }).click()
  await expect(box).toHaveValue('took:>500ms')
  await expect(box).toBeFocused()

  await box.fill('nothing has this')
  await window.getByRole('button', { name: 'Show all entries' }).click()
  await expect(box).toHaveValue('')
  await expect(countOf(window)).toHaveText(/^\d+ entries$/)
})

test('keys lead through the list, to the pair of a frame, and say where there is none', async ({
  window
}) => {
  await call(window, 'echo', { message: 'hello' })
  const grid = gridOf(window)
  await expect(rowsOf(window).last()).toContainText(/result\s*tools\/call {2}echo/)
  await grid.focus()
  await window.keyboard.press('End')
  await expect(selectedRow(window)).toHaveAttribute('data-kind', 'result')
  const answer = await selectedRow(window).getAttribute('data-seq')
  await window.keyboard.press('p')
  await expect(selectedRow(window)).toHaveAttribute('data-kind', 'request')
  await window.keyboard.press('p')
  await expect(selectedRow(window)).toHaveAttribute('data-seq', answer ?? '')

  await window.keyboard.press('Enter')
  await expect(window.getByRole('group', { name: 'Detail' })).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(frameOf(window)).toBeHidden()
  await expect(grid).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(frameOf(window)).toContainText('Answer')

  await window.keyboard.press('Home')
  await expect(frameOf(window)).toContainText('Started, process')
  await window.keyboard.press('p')
  await expect(window.getByText('it has no pair').first()).toBeVisible()
  await expect(grid.getByRole('row').nth(1)).toBeInViewport()

  await window.keyboard.press('Escape')
  await window.keyboard.press('f')
  await expect(grid.locator(`[data-seq="${answer}"]`)).toBeInViewport()
})

test('a pause holds the view, not the recording', async ({ window }) => {
  await call(window, 'echo', { message: 'before' })
  // The result may be shown before its frame is listed.
  await expect(rowsOf(window).last()).toContainText(/result.*tools\/call {2}echo/)
  await gridOf(window).focus()
  const before = await countOf(window).innerText()
  await window.keyboard.press(' ')
  await expect(window.getByText('Paused: 0 new')).toBeVisible()
  const last = await rowsOf(window).last().getAttribute('data-seq')
  await call(window, 'add', { a: '1', b: '2' })
  await expect(window.getByText('Paused: 2 new')).toBeVisible()
  expect(await rowsOf(window).last().getAttribute('data-seq')).toBe(last)

  await window.getByText('Paused: 2 new').locator('..').getByRole('button').click()
  await expect(rowsOf(window).last()).toContainText(/tools\/call {2}add/)
  expect(await countOf(window).innerText()).not.toBe(before)
})

test('progress folds under its call, and pairs become one row', async ({ window }) => {
  await call(window, 'count-to', { steps: '4', pauseMs: '1' })
  const progress = gridOf(window).getByText('notifications/progress')
  await expect(progress).toHaveCount(4)

  await showRows(window, /^Fold/)
  await expect(progress).toHaveCount(0)
  const twisty = window.getByRole('button', { name: '4 notifications of this call' })
  await expect(twisty).toHaveAttribute('aria-expanded', 'false')
  await rowsOf(window).filter({ has: twisty }).click()
  await gridOf(window).focus()
  await window.keyboard.press('ArrowRight')
  await expect(progress).toHaveCount(4)
  await window.keyboard.press('ArrowDown')
  await expect(frameOf(window)).toContainText('progressToken')
  await window.keyboard.press('ArrowLeft')
  await expect(selectedRow(window)).toContainText('count-to')
  await window.keyboard.press('ArrowLeft')
  await expect(progress).toHaveCount(0)

  await boxOf(window).fill('tool:count-to')
  await expect(rowsOf(window)).toHaveCount(2)
  await showRows(window, /^Pairs/)
  await expect(rowsOf(window)).toHaveCount(1)
  await expect(rowsOf(window)).toContainText(/count-to.*ok/)
  await window.keyboard.press('Escape')
})

test('columns, ways to show rows and saved filters are as they were left', async ({ start }) => {
  const first = await start()
  await call(first.window, 'echo', { message: 'hello' })
  const head = (window: Page, name: string) => gridOf(window).getByRole('columnheader', { name })
  const edge = (window: Page) => window.getByRole('separator', { name: 'Width of Server' })

  await head(first.window, 'Size').getByRole('button').click()
  await first.window.getByRole('menuitem', { name: 'Hide this column' }).click()
  await expect(head(first.window, 'Size')).toHaveCount(0)
  await head(first.window, 'Server').getByRole('button').focus()
  await first.window.keyboard.press('Shift+ArrowRight')
  await expect(edge(first.window)).toHaveAttribute('aria-valuenow', '104')
  await edge(first.window).focus()
  await first.window.keyboard.press('ArrowRight')
  await expect(edge(first.window)).toHaveAttribute('aria-valuenow', '112')
  const place = await edge(first.window).boundingBox()
  if (!place) throw new Error('The edge is nowhere.')
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  await first.window.mouse.move(x, y)
  await first.window.mouse.down()
  await first.window.mouse.move(x + 20, y, { steps: 4 })
  await first.window.mouse.up()
  await expect(edge(first.window)).toHaveAttribute('aria-valuenow', '132')
  await head(first.window, 'Time').getByRole('button').click()
  await first.window.getByRole('menuitemcheckbox', { name: 'Since the row before' }).click()
  await showRows(first.window, /^Pairs/)

  await boxOf(first.window).fill('is:error|violation')
  await first.window.getByRole('button', { name: 'Saved filters' }).click()
  await first.window.getByRole('textbox', { name: 'Name of the filter' }).fill('What is wrong')
  await first.window.keyboard.press('Enter')
  await expect(first.window.getByRole('button', { name: /^What is wrong/ })).toBeVisible()
  await first.app.close()

  const { window } = await start()
  await call(window, 'echo', { message: 'hello' })
  await expect(head(window, 'Size')).toHaveCount(0)
  await expect(edge(window)).toHaveAttribute('aria-valuenow', '132')
  await expect(head(window, 'Time')).toHaveText('Since previous')
  await expect(gridOf(window).getByText('result', { exact: true })).toHaveCount(0)
  await window.getByRole('button', { name: 'Saved filters' }).click()
  await window.getByRole('button', { name: /^What is wrong/ }).click()
  await expect(boxOf(window)).toHaveValue('is:error|violation')
  await window.getByRole('button', { name: 'Saved filters' }).click()
  await window.getByRole('button', { name: 'Delete What is wrong' }).click()
  await expect(window.getByRole('button', { name: /^What is wrong/ })).toHaveCount(0)
})

test('what was recorded before a restart is looked at like what passes, and can be deleted', async ({
  start
}) => {
  const first = await start()
  await call(first.window, 'echo', { message: 'from before' })
  await expect(rowsOf(first.window).last()).toContainText(/tools\/call {2}echo/)
  const seen = await rowsOf(first.window).last().getAttribute('data-seq')
  await first.app.close()

  const { app, window } = await start()
  await expect(window.getByText('No traffic yet')).toBeVisible()
  const choose = async (name: RegExp) => {
    await window.getByRole('button', { name: 'Earlier recordings' }).click()
    await window.getByRole('dialog', { name: 'Recordings' }).getByRole('button', { name }).click()
  }
  await choose(/^\d+ \w+ \d{4}.*Run of Patchbay · \d+ entries/)
  const banner = window.getByRole('region', { name: 'Earlier recording' })
  await expect(banner).toContainText(/Recorded on .* · frames are as they were recorded/)
  await expect(rowsOf(window).first()).toContainText('Started, process')
  await expect(window.getByRole('button', { name: 'Pause the view' })).toHaveCount(0)

  await boxOf(window).fill('"from before"')
  await expect(rowsOf(window)).toHaveCount(2)
  await rowsOf(window).last().click()
  await window.getByRole('radio', { name: 'Exact' }).click()
  await expect(frameOf(window)).toContainText(/from\sbefore/)
  await expect(selectedRow(window)).toHaveAttribute('data-seq', seen ?? '')
  expect(await axeFindings({ app, window })).toEqual([])

  await banner.getByRole('button', { name: 'Back to live' }).click()
  await expect(window.getByText('No traffic yet')).toBeVisible()
  await expect(frameOf(window)).toBeHidden()

  await choose(/^Delete Run of Patchbay/)
  await expect(window.getByText('cannot be brought back')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Keep' })).toBeFocused()
  await window.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(window.getByText('After the next start it is listed here')).toBeVisible()
})

test('the menu of a row narrows the list, pins and copies; a new violation is announced', async ({
  running: { app, window }
}) => {
  await call(window, 'echo', { message: 'hello' })
  const row = rowsOf(window).filter({ hasText: /request\s*tools\/call {2}echo/ })
  const choose = async (name: string) => {
    await row.click({ button: 'right' })
    await window.getByRole('menuitem', { name }).click()
  }
  await choose('Only tool echo')
  await expect(boxOf(window)).toHaveValue('tool:echo')
  await choose('Pin')
  await expect(row.getByRole('img', { name: 'Pinned' })).toBeVisible()
  await choose('Copy frame')
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('"method":"tools/call"')
  await choose('Hide method tools/call')
  await expect(boxOf(window)).toHaveValue('tool:echo -method:tools/call')
  await boxOf(window).fill('')

  const news = window.getByRole('status').filter({ hasText: 'new violation' })
  const heard = news.waitFor({ state: 'attached' })
  await call(window, 'break-stdout')
  await heard
  await expect(rowsOf(window).getByRole('img', { name: '1 violation' })).toBeVisible()
})
