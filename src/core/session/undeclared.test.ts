import { describe, expect, it } from 'vitest'
import { FAULTY, useFaultBenches, type FaultBench } from '../workbench/fault-testing'

const { bench } = useFaultBenches()

async function opened(...args: Parameters<typeof bench>): Promise<FaultBench> {
  const faulty = bench(...args)
  await faulty.open()
  return faulty
}

describe('a server that declares nothing', () => {
  it('shows what it lists all the same, and that it does not declare it', async () => {
    const faulty = await opened('undeclared')
    const { catalogue } = faulty.workbench.report(FAULTY)
    expect(catalogue.tools.map(({ name }) => name)).toContain('echo')
    expect([catalogue.resources.length, catalogue.prompts.length]).toEqual([1, 1])
    expect(catalogue.findings.map(({ kind, message }) => [kind, message.slice(0, 48)])).toEqual([
      ['tools', 'The server offers tools but does not declare the'],
      ['resources', 'The server offers resources but does not declare'],
      ['prompts', 'The server offers prompts but does not declare t']
    ])
    expect(catalogue.failures).toEqual({})
    const rules = faulty.entries.flatMap(({ violations = [] }) => violations)
    expect(rules.map(({ rule }) => rule)).toEqual(Array(3).fill('undeclared-list'))
    const { done } = await faulty.workbench.startCall(FAULTY, 'echo', { text: 'hi' })
    expect((await done).outcome?.kind).toBe('result')
  })

  it('is asked again when its lists are read anew', async () => {
    const faulty = await opened('undeclared')
    await faulty.workbench.list(FAULTY, { isForced: true })
    const asked = faulty.entries.filter(
      ({ kind, method }) => kind === 'request' && method === 'tools/list'
    )
    expect(asked).toHaveLength(2)
  })

  it('is not asked for more than it declares, where it declares something', async () => {
    const faulty = await opened('undeclared', '{"prompts":{}}')
    const asked = faulty.entries.filter(({ kind }) => kind === 'request')
    expect(asked.map(({ method }) => method)).toEqual([
      'server/discover',
      'initialize',
      'prompts/list'
    ])
  })
})
