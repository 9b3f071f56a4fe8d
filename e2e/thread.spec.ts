import { chooseTool, expect, isAlive, test } from './fixtures'

test('first start to frames: open the demo server, call echo, see both frames', async ({
  window
}) => {
  await expect(window.getByRole('button', { name: /^demo.*closed/ })).toBeVisible()
  await window.getByRole('button', { name: 'Open demo' }).click()
  await expect(window.getByRole('tab', { name: /^Tools 19/ })).toBeVisible()

  await window.getByRole('option', { name: 'echo', exact: true }).click()
  await window.getByLabel('message').fill('hello, wire')
  await window.getByRole('button', { name: 'Call' }).click()

  const result = window.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('hello, wire')
  const link = result.getByRole('button', { name: /^frame #\d+ → #\d+$/ })
  const [request, answer] = (await link.innerText()).match(/\d+/g) ?? []

  const rowOf = (seq: string | undefined) => window.locator(`[role=row][data-seq="${seq}"]`)
  await expect(rowOf(request)).toContainText(/→ workbench.*tools\/call\s+echo.*ok.*ms/)
  await expect(rowOf(answer)).toContainText(/← server.*tools\/call\s+echo.*ok.*ms/)

  await link.click()
  const frame = window.getByRole('region', { name: 'Frame' })
  await expect(frame.getByRole('region', { name: 'Request' })).toContainText('hello, wire')
  await expect(frame.getByRole('region', { name: 'Answer' })).toContainText('hello, wire')
  await expect(frame).toContainText(/Request and answer · (<1|\d+) ms/)
})

test('quitting leaves no process behind', async ({ running: { app, window } }) => {
  await chooseTool(window, 'echo')
  const facts = await window.getByRole('status').filter({ hasText: 'pid' }).innerText()
  const pid = Number(/pid (\d+)/.exec(facts)?.[1])
  const main = app.process().pid ?? 0
  expect([isAlive(pid), isAlive(main)]).toEqual([true, true])

  await app.close()
  await expect.poll(() => [isAlive(pid), isAlive(main)]).toEqual([false, false])
})

test('everything works without a mouse', async ({ window }) => {
  await window.keyboard.press('Control+k')
  await window.keyboard.type('open demo')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('tab', { name: /^Tools 19/ })).toBeVisible()

  await window.keyboard.press('Control+k')
  await window.keyboard.type('demo echo')
  await window.keyboard.press('Enter')
  const message = window.getByLabel('message')
  await message.focus()
  await window.keyboard.type('by hand')
  await window.keyboard.press('Control+Enter')
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('by hand')

  const tools = window.getByRole('listbox', { name: 'Tools' })
  await tools.focus()
  await window.keyboard.press('ArrowDown')
  await expect(window.getByRole('option', { name: 'add', exact: true })).toHaveAttribute(
    'aria-selected',
    'true'
  )
  await window.keyboard.press('ArrowUp')
  await expect(message).toHaveValue('by hand')

  const grid = window.getByRole('grid', { name: 'Traffic' })
  await grid.focus()
  await window.keyboard.press('Home')
  await expect(window.getByRole('region', { name: 'Frame' })).toContainText('Started, process')

  await window.keyboard.press('Control+j')
  await expect(grid).toBeHidden()
  await window.keyboard.press('Control+j')
  await expect(grid).toBeVisible()
})
