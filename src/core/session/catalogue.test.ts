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

  it('is read again, list by list, once the time is over that the server or we gave it', async () => {
    const clock = fakeClock()
    const asked: string[] = []
    const catalogue = new LiveCatalogue({ clock, ttlMs: 1_000, onChange: () => undefined })
    catalogue.begin({
      capabilities: { tools: {}, resources: {} },
      isGuess: false,
      hasHeaders: false,
      followsEmptyCursor: false,
      ask: async (method) => {
        asked.push(method)
        const tools = [{ name: `tool-${asked.length}`, inputSchema: { type: 'object' } }]
        const result = { tools, resources: [], resourceTemplates: [] }
        const isLonger = method === 'tools/list'
        return { kind: 'result', result: { ...result, ...(isLonger && { ttlMs: 5_000 }) } }
      }
    })
    const askedAfter = async (ms: number): Promise<readonly string[]> => {
      asked.length = 0
      clock.pass(ms)
      await catalogue.freshen()
      return asked.toSorted()
    }
    const ours = ['resources/list', 'resources/templates/list']
    expect(await askedAfter(0)).toEqual([...ours, 'tools/list'])
    const { tools } = catalogue.value
    expect(await askedAfter(999)).toEqual([])
    expect(await askedAfter(1)).toEqual(ours)
    expect(catalogue.value.tools).toEqual(tools)
    expect(await askedAfter(4_000)).toEqual([...ours, 'tools/list'])
  })
})
