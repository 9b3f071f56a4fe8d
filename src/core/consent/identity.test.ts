import { describe, expect, it } from 'vitest'
import type { Workbench } from '../workbench/workbench'
import { FAULTY, hurriedClock, useFaultBenches } from '../workbench/fault-testing'
import { somePerson } from './consent-testing'
import { identityOf } from './identity'

const { bench } = useFaultBenches()
const READ = { action: 'read_file', details: { path: '/tmp/a' }, risk_level: 'low' }
const HOUR = 3_600_000

function lingering() {
  const person = somePerson({
    clock: hurriedClock,
    identify: (serverId) => identityOf(workbench, serverId)
  })
  const { workbench }: { workbench: Workbench } = bench('lingering', undefined, {}, person)
  const start = async (...tools: readonly string[]): Promise<void> => {
    for (const tool of tools) await workbench.startCall(FAULTY, tool, {})
  }
  /** All calls have ended when it resolves. */
  const end = async (): Promise<void> => {
    const { done } = await workbench.startCall(FAULTY, 'go', {})
    await done
    await expect.poll(() => workbench.calls().filter(({ outcome }) => !outcome)).toEqual([])
  }
  const ask = (): Promise<unknown> => {
    const asking = { jsonrpc: '2.0', method: 'notifications/ask', params: READ }
    return workbench.sendRaw(FAULTY, JSON.stringify(asking))
  }
  return { person, workbench, start, end, ask }
}

describe('who a server is', () => {
  it('is another for each set of tools that run, and the same for the same set', async () => {
    const { workbench, start, end } = lingering()
    await workbench.open(FAULTY)
    const situations = [[], ['echo'], ['fail'], ['echo', 'fail']]
    const seen: string[] = []
    for (const tools of situations) {
      await start(...tools)
      const { tools: now } = identityOf(workbench, FAULTY)
      seen.push(now)
      await start(...tools.toReversed())
      expect(identityOf(workbench, FAULTY).tools).toBe(now)
      await end()
    }
    expect(new Set(seen).size).toBe(situations.length)
  })

  it('keeps a grant from every other tool, from two at once and from none', async () => {
    const { person, workbench, start, end, ask } = lingering()
    await workbench.open(FAULTY)
    await start('echo')
    await ask()
    await person.answer({ kind: 'consent', isGranted: true, rememberMs: HOUR })
    await expect.poll(() => person.grants.list()).toHaveLength(1)
    await ask()
    await expect.poll(() => person.records.at(-1)?.params).toMatchObject({ by: 'grant' })
    for (const tools of [['fail'], []]) {
      await start(...tools)
      await ask()
      await person.answer({ kind: 'consent', isGranted: false })
      await end()
    }
  })
})
