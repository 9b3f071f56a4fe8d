// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { EMPTY_CATALOGUE } from '../../../shared/calls/catalogue'
import { useServers } from '../../stores/servers/servers'
import { emptySession, useSessions } from '../../stores/servers/sessions'
import { useView } from '../../stores/window/view'
import { drawn } from '../../testing'
import { setNatively } from '../schema-form/form-testing'
import { READY, SERVER, toolNamed } from '../tools/tool-testing'
import { Palette } from './Palette'

const tools = Array.from({ length: 2_000 }, (_none, index) => toolNamed(`tool-${index}`))

it('draws a part of two thousand tools, and leads to any of them', async () => {
  useServers.setState({ servers: [SERVER] })
  const session = { ...emptySession(SERVER.id), state: READY }
  const catalogue = { ...EMPTY_CATALOGUE, tools }
  useSessions.setState({ byServer: { [SERVER.id]: { ...session, catalogue } } })
  await drawn(<Palette />)
  expect(document.querySelectorAll('[cmdk-item]')).toHaveLength(100)
  expect(document.querySelector('[role="status"]')?.textContent).toMatch(
    /^1,9\d\d more: go on typing$/
  )

  const input = document.querySelector<HTMLInputElement>('[cmdk-input]')
  if (!input) throw new Error('There is nothing to type in.')
  await act(async () => setNatively(input, 'tool-1998'))
  const chosen = document.querySelector('[cmdk-item][data-selected="true"]')
  expect(chosen?.textContent).toBe('demo › tool-1998')
  await act(async () => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  expect(useView.getState().places[SERVER.id]).toMatchObject({ tab: 'tools', tool: 'tool-1998' })
})
