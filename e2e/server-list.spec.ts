import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures'

test('a long list is filtered by typing, and long names keep their end and their state', async ({
  start,
  profile
}) => {
  const names = Array.from(
    { length: 12 },
    (_, index) => `a-server-with-a-rather-long-name-${String(index + 1)}`
  )
  const mcpServers = Object.fromEntries(names.map((name) => [name, { command: 'none' }]))
  writeFileSync(join(profile, 'mcp.json'), JSON.stringify({ mcpServers }))
  const { window } = await start()
  const list = window.getByRole('navigation', { name: 'Servers' })
  const rows = list.locator('[data-server-row^="user:"]')
  await expect(rows).toHaveCount(12)

  for (const word of ['not trusted', '-name-12']) {
    const place = list.getByText(word, { exact: true }).last()
    const isSeen = await place.evaluate((element) => {
      const row = element.closest('[data-server-row]')?.getBoundingClientRect()
      const { right, bottom } = element.getBoundingClientRect()
      return row !== undefined && right <= row.right + 1 && bottom <= row.bottom + 1
    })
    expect(isSeen, word).toBe(true)
  }

  await rows.first().focus()
  await window.keyboard.type('name-12')
  await expect(list.getByRole('searchbox', { name: 'Filter servers' })).toHaveValue('name-12')
  await expect(rows).toHaveCount(1)
})
