import { chooseTool, demoPid, expect, test } from './fixtures'

test('progress moves, and a call can be cancelled', async ({ window }) => {
  await chooseTool(window, 'count-to')
  await window.getByLabel('steps').fill('500')
  await window.getByLabel('pauseMs').fill('20')
  await window.getByRole('button', { name: 'Call' }).click()

  const bar = window.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuemax', '500')
  const seen = async () => Number(await bar.getAttribute('aria-valuenow'))
  const first = await seen()
  await expect.poll(seen).toBeGreaterThan(first)

  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('It was cancelled.')
  const filter = window.getByRole('searchbox', { name: 'Filter traffic' })
  await filter.fill('count-to')
  await expect(window.getByRole('row').filter({ hasText: /tools\/call\s+count-to/ })).toContainText(
    'cancelled'
  )
  await filter.fill('notifications/cancelled')
  await expect(window.getByRole('grid', { name: 'Traffic' })).toContainText(
    'notifications/cancelled'
  )
})

test('an error of the tool, of the protocol and of the way look different', async ({ window }) => {
  const result = window.getByRole('region', { name: 'Result' })
  const call = async (tool: string) => {
    await chooseTool(window, tool)
    await window.getByRole('button', { name: 'Call' }).click()
  }
  await call('fail')
  await expect(result).toContainText(/Tool error.*tool.*says that it failed.*wrong phase/s)

  await call('break-with-error')
  await expect(result).toContainText(
    /Protocol error.*protocol.*error -32000.*went wrong in the server/s
  )

  await call('break-server')
  await expect(result).toContainText(
    /Connection lost.*transport.*exited with code 7 before it answered.*The server did this/s
  )
})

test('a server that dies is opened again, and its tools and the drafts are still there', async ({
  window
}) => {
  await chooseTool(window, 'echo')
  await window.getByLabel('message').fill('a draft')
  const before = await demoPid(window)
  await chooseTool(window, 'break-server')
  await window.getByRole('button', { name: 'Call' }).click()
  const traffic = window.getByRole('grid', { name: 'Traffic' })
  await expect(traffic).toContainText('Exited with code 7.')
  await expect(traffic).toContainText('Opens again in 1 s, 1 of 3')

  await window.getByRole('option', { name: 'echo', exact: true }).click()
  await expect(window.getByLabel('message')).toHaveValue('a draft')
  await window.getByRole('button', { name: 'Call' }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('a draft')
  expect(await demoPid(window)).not.toBe(before)

  await window.getByRole('tab', { name: 'Logs' }).click()
  await expect(window.getByRole('log', { name: 'Log' })).toContainText('out of cheese')
})

test('a line on stdout that is not a frame is shown as a violation', async ({ window }) => {
  await chooseTool(window, 'break-stdout')
  await window.getByRole('button', { name: 'Call' }).click()
  const row = window.getByRole('row').filter({ hasText: 'Server listening on port 3000' })
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
  await window.getByRole('textbox', { name: /^a number/ }).fill('40')
  await window.getByRole('radio', { name: 'JSON' }).click()
  const editor = window.getByRole('textbox', { name: 'Arguments as JSON' })
  await expect(window.getByRole('region', { name: 'Arguments' })).toContainText('"a": 40')

  await editor.focus()
  await window.keyboard.press('Control+a')
  await window.keyboard.type('{"a":20,"b":22,"more":true}')
  await window.getByRole('button', { name: 'Call' }).click()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('{"sum":42}')

  await window.getByRole('radio', { name: 'Form' }).click()
  await expect(window.getByRole('region', { name: 'Arguments' })).toContainText(
    'Also sent, and shown in JSON only: more'
  )
})

test('pictures, sound and structured content are shown', async ({ window }) => {
  const result = window.getByRole('region', { name: 'Result' })
  await chooseTool(window, 'show-picture')
  await window.getByRole('button', { name: 'Call' }).click()
  const image = result.getByRole('img')
  await expect(image).toBeVisible()
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(160)

  await chooseTool(window, 'play-sound')
  await window.getByRole('button', { name: 'Call' }).click()
  const duration = () =>
    result.locator('audio').evaluate((element: HTMLAudioElement) => element.duration)
  await expect.poll(duration).toBeCloseTo(1, 1)

  await chooseTool(window, 'break-output-schema')
  await window.getByRole('button', { name: 'Call' }).click()
  await result.getByRole('radio', { name: 'Structured' }).click()
  await expect(result).toContainText('"celsius": "warm"')
})

test('the second click of a double click does nothing', async ({ window }) => {
  await window.getByRole('button', { name: 'Open', exact: true }).dblclick()
  await chooseTool(window, 'echo')
  await window.getByLabel('message').fill('once')
  await window.getByRole('button', { name: 'Call' }).dblclick()
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('once')
  const calls = window.getByRole('row').filter({ hasText: /→ sent.*tools\/call/ })
  await expect(calls).toHaveCount(1)
})

test('a large result is shown, and does not travel with every event', async ({ window }) => {
  await chooseTool(window, 'answer-much')
  await window.getByLabel('kilobytes').fill('2000')
  await window.getByRole('button', { name: 'Call' }).click()
  const result = window.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('0123456789abcde')
  await expect(result).toContainText('1,948,000 more characters')
  await result.getByRole('radio', { name: 'Raw' }).click()
  await expect(result).toContainText('more characters not shown')
})

test('an invalid field stays in the form, and the JSON says that it is left out', async ({
  window
}) => {
  await chooseTool(window, 'every-kind')
  await window.getByRole('textbox', { name: /^text/ }).fill('x')
  await window.getByRole('textbox', { name: /^address/ }).fill('{"a":1,}')
  await window.getByRole('radio', { name: 'JSON' }).click()
  const pane = window.getByRole('region', { name: 'Arguments' })
  await expect(pane).toContainText('could not be read in the form: address')

  await window.keyboard.press('Control+k')
  await expect(window.getByRole('dialog')).toBeVisible()
  await window.keyboard.press('Escape')
  await window.getByRole('radio', { name: 'Form' }).click()
  await expect(window.getByRole('textbox', { name: /^address/ })).toHaveValue('{"a":1,}')
})

test('what was reset can be brought back', async ({ window }) => {
  await chooseTool(window, 'echo')
  await window.getByLabel('message').fill('precious')
  await window.getByRole('button', { name: 'Reset the arguments' }).click()
  await expect(window.getByLabel('message')).toHaveValue('')
  await window.getByRole('button', { name: 'Undo the reset' }).click()
  await expect(window.getByLabel('message')).toHaveValue('precious')
})
