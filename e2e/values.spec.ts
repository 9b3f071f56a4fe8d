import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { answerBy, expect, promptOf, test } from './fixtures'

test('a server that lacks an input and a secret asks for both in one window', async ({
  start,
  profile
}) => {
  const inputs = [{ id: 'region', type: 'promptString', description: 'Where it runs' }]
  const needy = {
    command: process.execPath,
    args: [join(root, 'e2e/servers/faults.mjs'), 'plain'],
    env: { REGION: '${input:region}', KEY: '${secret:MY_KEY}' }
  }
  writeFileSync(join(profile, 'mcp.json'), JSON.stringify({ inputs, mcpServers: { needy } }))
  const { app, window } = await start()
  const row = window
    .getByRole('navigation', { name: 'Servers' })
    .getByRole('button', { name: /^needy\b/ })
  await row.press('Enter')
  const trust = await promptOf(app)
  await answerBy(trust.getByRole('button', { name: 'Trust', exact: true }))
  const values = await app.waitForEvent('window')
  await expect(values.getByRole('heading', { level: 1 })).toHaveText('needy needs 2 values')
  await values.getByLabel('region', { exact: true }).fill('north')
  await values.getByLabel('MY_KEY', { exact: true }).fill('a-key-of-mine')
  await answerBy(values.getByRole('button', { name: 'Use' }))
  await expect(row).toContainText('ready')

  await window.getByRole('button', { name: 'Settings' }).click()
  await window.getByRole('tab', { name: 'Secrets' }).click()
  await expect(window.getByText('MY_KEY').first()).toBeVisible()
})
