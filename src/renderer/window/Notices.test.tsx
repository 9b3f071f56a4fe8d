// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { notify, useNotices } from '../stores/window/notices'
import { drawn } from '../testing'
import { Notices } from './Notices'

beforeEach(() => useNotices.setState({ notices: [], undos: [] }))

describe('Notices', () => {
  it('shows what cannot be seen in a text that a server may have written', async () => {
    notify(new Error('no \u202Eelif\u200B'))
    await drawn(<Notices />)
    const said = document.querySelector('[data-tone=bad]')?.textContent ?? ''
    expect(said).toContain('U+202E')
    expect(said).toContain('U+200B')
    expect(said).not.toContain('\u202E')
  })

  it('says the beginning of a text that has no end', async () => {
    notify(new Error(`refused: ${'x'.repeat(5_000_000)}`))
    await drawn(<Notices />)
    const said = document.querySelector('[data-tone=bad]')?.textContent ?? ''
    expect(said).toMatch(/^refused: x+… and 4,999,009 more characters$/)
  })
})
