import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { answerBy, chooseTool, expect, promptOf, test } from './fixtures'

const FAULTS = join(root, 'e2e/servers/faults.mjs')
const plain = { command: process.execPath, args: [FAULTS, 'plain'] }

test('a server that is renamed stays open, and keeps its calls; one renamed in its file can too', async ({
  start,
  profile
}) => {
  const file = join(profile, 'mcp.json')
  writeFileSync(file, JSON.stringify({ mcpServers: { files: plain } }, null, 2))
  const { app, window } = await start()
  const list = window.getByRole('navigation', { name: 'Servers' })
  const row = (name: string) => list.getByRole('button', { name: new RegExp(`^${name}\\b`) })
  const history = window.getByRole('button', { name: 'History' })
  await row('files').press('Enter')
  const prompt = await promptOf(app)
  await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
  await expect(row('files')).toContainText('ready')
  await chooseTool(window, 'echo')
  await window.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(history).toHaveText('History 1')

  await test.step('from the list', async () => {
    await row('files').focus()
    await window.keyboard.press('Shift+F2')
    await window.getByRole('textbox', { name: 'New name of files' }).fill('docs')
    await window.keyboard.press('Enter')
    await expect(row('docs')).toBeFocused()
    await expect(row('docs')).toContainText('ready')
    await expect(history).toHaveText('History 1')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { docs: plain } })
  })

  await test.step('in the file, by another program', async () => {
    writeFileSync(file, JSON.stringify({ mcpServers: { papers: plain } }, null, 2))
    const changes = window.getByRole('list', { name: 'Changes by other programs' })
    await expect(changes).toContainText('papers is written as docs was.')
    await changes.getByRole('button', { name: 'Same server' }).click()
    await expect(changes.getByRole('button', { name: 'Same server' })).toBeHidden()
    await row('papers').click()
    await row('papers').press('Enter')
    await expect(row('papers')).toContainText('ready')
    await chooseTool(window, 'echo')
    await expect(history).toHaveText('History 1')
  })
})
