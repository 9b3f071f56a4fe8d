import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, toolRow } from './fixtures'

/** Says whether it was given the value that it was started with. */
const GUARDED = `
import { createInterface } from 'node:readline'
const inputSchema = { type: 'object', properties: { key: { type: 'string' } } }
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'guarded', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'knock', inputSchema }] }),
  'tools/call': ({ arguments: { key } }) => ({ content: [{ type: 'text', text: key === process.env.API_TOKEN ? 'Come in.' : 'Go away.' }] })
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method] ? { result: answers[method](params) } : { error: { code: -32601, message: 'no' } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
})
`

test('a call with a hidden value is made again with that value, and not with three dots', async ({
  start,
  home
}) => {
  const file = join(home, 'guarded.mjs')
  writeFileSync(file, GUARDED)
  const token = 'tok-3f9a1c7d5e2b'
  const { window } = await start({
    guarded: { command: process.execPath, args: [file], env: { API_TOKEN: token } }
  })
  await window
    .getByRole('navigation')
    .getByRole('button', { name: /^guarded/ })
    .click()
  await window.getByRole('button', { name: 'Open guarded' }).click()
  await toolRow(window, 'knock').click()
  const args = window.getByRole('region', { name: 'Arguments' })
  const key = args.getByRole('textbox', { name: 'key', exact: true })
  const call = window.getByRole('button', { name: 'Call', exact: true })
  await key.fill(token)
  await call.click()
  const result = window.getByRole('region', { name: 'Result', exact: true })
  await expect(result).toContainText('Come in.')
  // What came back to the window of the arguments is not what was sent.
  await expect(result).toContainText('There is a hidden value, which is not known here.')

  await window.getByRole('button', { name: 'More about this call' }).click()
  await window.getByRole('menuitem', { name: 'Run again' }).click()
  await expect(window.getByRole('button', { name: /^History 2/ })).toBeVisible()
  await expect(result).toContainText('Come in.')

  await window.getByRole('button', { name: 'More about this call' }).first().click()
  await window.getByRole('menuitem', { name: 'Restore arguments' }).click()
  await expect(key).toHaveValue('•••')
  await call.click()
  await expect(args).toContainText('the three dots themselves would be sent')
  await expect(window.getByRole('button', { name: /^History 2/ })).toBeVisible()
  await window.getByRole('button', { name: 'Send anyway' }).click()
  await expect(result).toContainText('Go away.')
})

/** Offers only what it was started with. */
const CHOOSING = GUARDED.replace(
  "key: { type: 'string' }",
  "key: { enum: [process.env.API_TOKEN, 'another'] }"
)

test('what a schema with a hidden value forbids is found by main, and can be sent all the same', async ({
  start,
  home
}) => {
  const file = join(home, 'choosing.mjs')
  writeFileSync(file, CHOOSING)
  const token = 'tok-3f9a1c7d5e2b'
  const { window } = await start({
    choosing: { command: process.execPath, args: [file], env: { API_TOKEN: token } }
  })
  await window
    .getByRole('navigation')
    .getByRole('button', { name: /^choosing/ })
    .click()
  await window.getByRole('button', { name: 'Open choosing' }).click()
  await toolRow(window, 'knock').click()
  await window.getByRole('radio', { name: 'JSON' }).click()
  await window.getByRole('textbox', { name: 'Arguments as JSON' }).focus()
  await window.keyboard.press('Control+a')
  await window.keyboard.insertText('{"key":"none of them"}')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  const problems = window.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText(/1 problem: the schema forbids this.*\/key/s)
  await expect(problems).not.toContainText(token)
  const calls = window.getByRole('row').filter({ hasText: /→ sent.*tools\/call/ })
  await expect(calls).toHaveCount(0)
  await window.getByRole('button', { name: 'Send anyway' }).click()
  await expect(calls).toHaveCount(1)
  await expect(window.getByRole('region', { name: 'Result', exact: true })).toContainText(
    'sent anyway'
  )
})
