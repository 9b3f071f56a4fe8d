import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTool, demoPid, expect, isAlive, test } from './fixtures'
import { descendantsOf } from './processes'

test('first start to frames: open the demo server, call echo, see both frames', async ({
  window
}) => {
  await expect(window.getByRole('button', { name: /^demo.*closed/ })).toBeVisible()
  await window.getByRole('button', { name: 'Open demo' }).click()
  await expect(window.getByRole('tab', { name: /^Tools 35/ })).toBeVisible()

  await window.getByRole('option', { name: 'echo', exact: true }).click()
  await window.getByRole('textbox', { name: 'message' }).fill('hello, wire')
  await window.getByRole('button', { name: 'Call', exact: true }).click()

  const result = window.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('hello, wire')
  const link = result.getByRole('button', { name: /^frame #\d+ → #\d+$/ })
  const [request, answer] = (await link.innerText()).match(/\d+/g) ?? []

  const rowOf = (seq: string | undefined) => window.locator(`[role=row][data-seq="${seq}"]`)
  await expect(rowOf(request)).toContainText(/→ sent.*tools\/call\s+echo.*ok.*ms/)
  await expect(rowOf(answer)).toContainText(/← received.*tools\/call\s+echo.*ok.*ms/)

  await link.click()
  const frame = window.getByRole('region', { name: 'Frame' })
  await frame.getByRole('radio', { name: 'Exact' }).click()
  await expect(frame.getByRole('region', { name: 'Request' })).toContainText(/hello,\swire/)
  await expect(frame.getByRole('region', { name: 'Answer' })).toContainText(/hello,\swire/)
  await expect(frame).toContainText(/Request and answer · (<1|\d+) ms/)
})

test('quitting leaves no process behind, not even one that refuses to end', async ({
  running: { app, window }
}) => {
  await chooseTool(window, 'break-shutdown')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('Only SIGKILL')
  const family = descendantsOf(app.process().pid ?? 0)
  expect(family).toContain(await demoPid(window))

  await app.close()
  await expect.poll(() => family.filter(isAlive)).toEqual([])
})

test('a signal to the app ends its servers too, and keeps the state of the window', async ({
  running: { app, window },
  profile
}) => {
  await chooseTool(window, 'break-shutdown')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('Only SIGKILL')
  const family = descendantsOf(app.process().pid ?? 0)
  const exited = once(app.process(), 'exit')
  app.process().kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  await expect.poll(() => family.filter(isAlive)).toEqual([])
  expect(existsSync(join(profile, 'window.json'))).toBe(true)
})

test('F6 leads through the panes, and hiding the traffic keeps the place in the form', async ({
  window
}) => {
  await window.keyboard.press('Control+k')
  await window.keyboard.type('open demo')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('tab', { name: /^Tools 35/ })).toBeVisible()
  await window.keyboard.press('Control+k')
  await window.keyboard.type('demo echo')
  await window.keyboard.press('Enter')
  const message = window.getByRole('textbox', { name: 'message' })
  const traffic = window.getByRole('region', { name: 'Traffic' })
  await expect(message).toBeFocused()
  for (const isShown of [false, true]) {
    await window.keyboard.press('Control+j')
    await expect(traffic).toBeVisible({ visible: isShown })
    await expect(message).toBeFocused()
  }

  await window.keyboard.press('F6')
  await expect(traffic.locator(':focus')).toHaveCount(1)
  await window.keyboard.press('F6')
  await expect(window.getByRole('navigation', { name: 'Servers' }).locator(':focus')).toHaveCount(1)
  await window.keyboard.press('F6')
  await expect(message).toBeFocused()
  await window.keyboard.press('Shift+F6')
  await window.keyboard.press('Shift+F6')
  await expect(traffic.locator(':focus')).toHaveCount(1)
  // Whoever is in the traffic when it goes is back in the form.
  await window.keyboard.press('Control+j')
  await expect(traffic).toBeHidden()
  await expect(message).toBeFocused()
})

test('everything works without a mouse', async ({ window }) => {
  await window.keyboard.press('Control+k')
  await window.keyboard.type('open demo')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('tab', { name: /^Tools 35/ })).toBeVisible()

  await window.keyboard.press('Control+k')
  await window.keyboard.type('demo echo')
  await window.keyboard.press('Enter')
  const message = window.getByRole('textbox', { name: 'message' })
  await expect(message).toBeFocused()
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

  // What is chosen as JSON is written as JSON, in an editor that is there already or only comes.
  await window.getByRole('radio', { name: 'JSON', exact: true }).press('Space')
  const json = window.getByRole('region', { name: 'Arguments' }).locator('.view-lines')
  await expect(json).toContainText('by hand')
  for (const words of ['in the editor', 'in another']) {
    await tools.focus()
    await window.keyboard.press('Enter')
    await expect(window.locator('.monaco-editor.focused')).toBeVisible()
    await window.keyboard.press('Control+a')
    await window.keyboard.type(`{"message": "${words}"}`)
    await window.keyboard.press('Control+Enter')
    await expect(window.getByRole('region', { name: 'Result' })).toContainText(words)
    await tools.focus()
    await window.keyboard.press('ArrowDown')
    await expect(json).toBeHidden()
    await window.keyboard.press('ArrowUp')
    await expect(json).toContainText(words)
  }
  await window.getByRole('radio', { name: 'Form', exact: true }).press('Space')
  await expect(message).toHaveValue('in another')

  const grid = window.getByRole('grid', { name: 'Traffic' })
  await window.getByRole('button', { name: /background$/ }).press('Enter')
  await grid.focus()
  await window.keyboard.press('Home')
  const frame = window.getByRole('region', { name: 'Frame' })
  await expect(frame).toContainText('Started, process')
  await expect(grid.getByRole('row', { name: /server\/discover/ }).first()).toBeVisible()
  await window.keyboard.press('ArrowDown')
  // A narrow pane wraps it.
  await expect(frame).toContainText(/"server\/\s*discover"/)
  await frame.getByRole('button', { name: 'Close the frame' }).press('Enter')
  await expect(frame).toBeHidden()

  await window.keyboard.press('Control+j')
  await expect(grid).toBeHidden()
  await window.keyboard.press('Control+j')
  await expect(grid).toBeVisible()
})
