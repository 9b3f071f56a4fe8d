import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, toolRow } from './fixtures'

/** A server of a few lines, as somebody is writing it. */
function script(word: string, extra = ''): string {
  return `
import { createInterface } from 'node:readline'
const say = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...frame }) + '\\n')
const object = { type: 'object', properties: { name: { type: 'string' } } }
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'mine', version: '1' } }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [{ name: 'greet', inputSchema: object }${extra}] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: '${word} ' + params.arguments.name }] })
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method]
  say(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: 'no' } })
})
`
}

test('a saved change restarts the server, shows what changed, and calls again', async ({
  start,
  home
}) => {
  const file = join(home, 'server.mjs')
  writeFileSync(file, script('hello'))
  const { window } = await start({ mine: { command: process.execPath, args: [file] } })
  await window.getByRole('navigation').getByRole('button', { name: /^mine/ }).click()
  await window.getByRole('button', { name: 'Open mine' }).click()
  await window.getByRole('option', { name: 'greet', exact: true }).click()
  const name = window
    .getByRole('region', { name: 'Arguments' })
    .getByRole('textbox', { name: 'name', exact: true })
  await name.fill('Ada')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const result = window.getByRole('region', { name: 'Result', exact: true })
  await expect(result).toContainText('hello Ada')
  await name.fill('not sent yet')

  await window.getByRole('button', { name: 'Watch for changes' }).click()
  await window.getByRole('radio', { name: /server\.mjs/ }).click()
  await window.getByRole('checkbox', { name: /Call again/ }).click()
  await window.keyboard.press('Escape')

  writeFileSync(file, script('good evening', ", { name: 'part', inputSchema: object }"))
  const line = window.getByRole('region', { name: 'Last change' })
  await expect(line).toContainText('server.mjs')
  await expect(toolRow(window, 'part')).toBeVisible()
  await expect(line).toContainText(/differs/)
  await expect(result).toContainText('good evening Ada')

  await line.getByRole('button', { name: 'Show the difference' }).click()
  const difference = line.getByRole('region', { name: 'Result before against Result after' })
  const compared = difference.locator('.monaco-diff-editor')
  await expect(compared).toContainText('hello Ada')
  await expect(compared).toContainText('good evening Ada')
  await expect(line).toContainText('with the same arguments')
  // The person is where they were, with what they were writing.
  await expect(toolRow(window, 'greet')).toHaveAttribute('aria-selected', 'true')
  await expect(name).toHaveValue('not sent yet')

  // A mistake does not end the loop.
  writeFileSync(file, 'this is not a program')
  await expect(line).toContainText(/failed|did not/i)
  writeFileSync(file, script('again'))
  await expect(window.getByRole('status').filter({ hasText: 'ready' })).toBeVisible()
})

test('the newest failure is the headline, with its own stderr', async ({ start, home }) => {
  const file = join(home, 'server.mjs')
  const dying = script('hello').replace(
    "'tools/call': (params) =>",
    "'tools/call': (params) => process.stderr.write('about to die', () => process.exit(3)) &&"
  )
  writeFileSync(file, dying)
  const { window } = await start({
    mine: { command: process.execPath, args: [file], maxRestarts: 1 }
  })
  await window.getByRole('navigation').getByRole('button', { name: /^mine/ }).click()
  await window.getByRole('button', { name: 'Open mine' }).click()
  await window.getByRole('button', { name: 'Watch for changes' }).click()
  await window.getByRole('radio', { name: /server\.mjs/ }).click()
  await window.keyboard.press('Escape')
  await window.getByRole('option', { name: 'greet', exact: true }).click()
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const postMortem = window.getByRole('region', { name: 'Post-mortem' })
  await expect(postMortem).toContainText('ended with code 3')
  await expect(window.getByRole('status').filter({ hasText: 'ready' })).toBeVisible()

  writeFileSync(file, `console.error('starting')\n${script('hello')}\nconst = broken`)
  const failure = window.getByRole('alert').filter({ hasText: 'exited with code 1' })
  const words = failure.getByRole('log', { name: 'Last lines of stderr' })
  await expect(words).toContainText('SyntaxError')
  await expect(words.getByText(/^SyntaxError/)).toBeInViewport()
  await expect(words).not.toContainText('about to die')
  // The older end is still there, in one line.
  await expect(postMortem).toContainText('ended with code 3')
  await expect(postMortem.getByRole('log')).toHaveCount(0)
})

test('when a server dies nothing vanishes, and one click replays', async ({ window }) => {
  await window.getByRole('button', { name: 'Open demo' }).click()
  await window.getByRole('option', { name: 'break-server', exact: true }).click()
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const panel = window.getByRole('region', { name: 'Post-mortem' })
  await expect(panel).toContainText(/code \d+/)
  await expect(panel).toContainText('break-server')
  await expect(
    panel.getByRole('list', { name: 'Last frames' }).getByRole('listitem')
  ).not.toHaveCount(0)
  await panel.getByRole('button', { name: 'Restart and replay' }).click()
  // Nobody makes it by hand, and its name says nothing good.
  const sheet = window.getByRole('complementary', { name: 'Inbox', exact: true })
  await expect(sheet).toContainText('its risk is high')
  await sheet.getByRole('button', { name: 'Call it' }).click()
  // It dies of the same again: the replay was made.
  await expect(window.getByRole('button', { name: /^History 2/ })).toBeVisible()
})
