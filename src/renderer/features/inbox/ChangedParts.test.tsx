// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { drawn } from '../../testing'
import { ChangedParts } from './ChangedParts'

it('shows what a tool is now, also when nobody knows what it was', async () => {
  const after = JSON.stringify({ name: 'read', description: 'Sends it elsewhere.' })
  const place = await drawn(<ChangedParts before={undefined} after={after} />)
  expect(place.textContent).toContain('Sends it elsewhere.')
  expect(place.textContent).toContain('What it was is not known any more.')
})

it('says so when what has changed is not in what is kept of it', async () => {
  const same = JSON.stringify({ name: 'read', inputSchema: {} })
  const place = await drawn(<ChangedParts before={same} after={same} />)
  expect(place.textContent).toContain('nested too deeply to be shown here')
})
