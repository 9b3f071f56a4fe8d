// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { CommandBar } from './CommandBar'
import { SERVER } from '../features/tools/tool-testing'
import { setServers } from '../stores/servers/servers'
import { goTo } from '../stores/window/view'
import { drawn } from '../testing'

it('says where the person is, also after a server that is called like one of its tabs', async () => {
  const named = { ...SERVER, id: ServerId.parse('user:prompts'), name: 'prompts' }
  const config = { files: [], recentProjects: [], changes: [] }
  setServers({ servers: [SERVER, named], config })
  goTo(named.id, { tab: 'prompts' })
  const place = await drawn(<CommandBar />)
  const here = (): readonly (string | null)[] =>
    [...place.querySelectorAll('ol li')].map(({ textContent }) => textContent)
  expect(here()).toEqual(['prompts', 'prompts'])
  await act(async () => goTo(SERVER.id, { tab: 'prompts' }))
  expect(here()).toEqual(['demo', 'prompts'])
})
