// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../shared/calls/call'
import { EMPTY_CATALOGUE, type Catalogue, type Offered } from '../../../shared/calls/catalogue'
import { drawn } from '../../testing'
import { READY, SERVER } from '../tools/tool-testing'
import { NothingListed } from './NothingListed'

const BROKEN: Outcome = { kind: 'error', error: { code: -32603, message: 'Out of paper' } }

async function words(offered: Offered, rest: Partial<Catalogue>): Promise<string> {
  const state = { ...READY, capabilities: { tools: {}, resources: {}, prompts: {} } }
  const catalogue = { ...EMPTY_CATALOGUE, ...rest }
  const place = await drawn(<NothingListed server={SERVER} {...{ state, catalogue, offered }} />)
  return place.textContent ?? ''
}

describe('a list with nothing in it', () => {
  it('tells what its own reading came to, and not that of another', async () => {
    const failed = await words('prompts', { failures: { prompts: BROKEN } })
    expect(failed).toContain('The prompts of demo could not be listed')
    expect(failed).toContain('Out of paper')
    const empty = await words('prompts', { failures: { tools: BROKEN } })
    expect(empty).toContain('It says that it has prompts, but its list of them is empty.')
    expect(empty).not.toContain('Out of paper')
  })

  it('names the templates where only they could not be listed', async () => {
    const failed = await words('resources', { failures: { resourceTemplates: BROKEN } })
    expect(failed).toContain('The resource templates of demo could not be listed')
  })

  it('does not call a list empty of which nothing can be used', async () => {
    const findings = [{ kind: 'prompts', message: 'Prompt 1 of the list has no name.' }] as const
    expect(await words('prompts', { findings })).toContain(
      'nothing in its list of them can be used'
    )
    expect(await words('tools', { findings })).toContain('its list of them is empty')
  })
})
