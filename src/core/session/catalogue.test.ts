import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import { fakeClock } from '../time/fake-clock'
import { LiveCatalogue } from './catalogue'

/** A server that says it has everything, and answers each list as the test says. */
async function listed(answers: Readonly<Record<string, Outcome>>): Promise<LiveCatalogue> {
  const catalogue = new LiveCatalogue({
    clock: fakeClock(),
    ttlMs: 1_000,
    onChange: () => undefined
  })
  catalogue.begin({
    capabilities: { tools: {}, resources: {}, prompts: {} },
    isGuess: false,
    hasHeaders: false,
    followsEmptyCursor: false,
    ask: async (method) => answers[method] ?? EMPTY
  })
  await catalogue.refresh()
  return catalogue
}

const EMPTY: Outcome = {
  kind: 'result',
  result: { tools: [], resources: [], resourceTemplates: [], prompts: [] }
}
const BROKEN: Outcome = { kind: 'error', error: { code: -32603, message: 'broken' } }

describe('LiveCatalogue', () => {
  it.each([
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts']
  ])('says of %s that it failed, and of no other list', async (method, kind) => {
    const { value } = await listed({ [method]: BROKEN })
    expect(value.failures).toEqual({ [kind]: BROKEN })
  })

  it('says of which list each finding is', async () => {
    const nameless = { kind: 'result', result: { tools: [{}], prompts: [{}] } } as const
    const { value } = await listed({ 'tools/list': nameless, 'prompts/list': nameless })
    expect(value.findings).toEqual([
      { kind: 'tools', message: 'Tool 1 of the list has no name, so it cannot be used.' },
      { kind: 'prompts', message: 'Prompt 1 of the list has no name, so it cannot be used.' }
    ])
  })
})
