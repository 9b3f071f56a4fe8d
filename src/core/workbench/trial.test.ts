import { describe, expect, it } from 'vitest'
import type { TestReport } from '../../shared/servers/configuration'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { faultServer } from './fault-testing'
import { Trial } from './trial'
import { PLAIN_NETWORKS } from '../network/networks'

function tryOut(definition: ServerDefinition) {
  const reports: TestReport[] = []
  const trial = new Trial({
    networks: PLAIN_NETWORKS,
    id: 1,
    definition,
    version: '0.0.0',
    onChange: (report) => void reports.push(report)
  })
  return { trial, reports }
}

const missing: ServerDefinition = {
  id: ServerId.parse('missing'),
  name: 'missing',
  scope: 'user',
  transport: 'stdio',
  command: 'no-such-command-here',
  args: [],
  env: {}
}

describe('a trial', () => {
  it('shows the handshake, the tools and how long each took, and leaves nothing running', async () => {
    const { trial, reports } = tryOut(faultServer('plain'))
    await trial.done
    const { report } = trial
    expect(report).toMatchObject({ isDone: true, state: { phase: 'ready' } })
    expect(report.tools).toContain('echo')
    expect(report.steps.map(({ name }) => name)).toEqual(['Handshake', 'Lists'])
    expect(report.steps.every(({ ms }) => ms >= 0)).toBe(true)
    expect(reports.at(-1)).toEqual(report)
    const { pid } = report.state.phase === 'ready' ? report.state : {}
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
  })

  it('keeps the stderr of a second start apart from that of the first', async () => {
    const { trial } = tryOut(faultServer('exitonprobe'))
    await trial.done
    const { state, stderr } = trial.report
    expect(state.phase).toBe('ready')
    expect(stderr).toHaveLength(2)
    expect(stderr[0]).toContain('expected initialize')
    expect(stderr[1]).not.toContain('expected initialize')
  })

  it('says why it did not open', async () => {
    const { trial } = tryOut(missing)
    await trial.done
    expect(trial.report).toMatchObject({ isDone: true, state: { phase: 'failed' } })
    expect(trial.report.problem).toMatch(/not found on PATH/)
  })

  it('shows what is wrong with what the server says', async () => {
    const { trial } = tryOut(faultServer('malformedtools'))
    await trial.done
    expect(trial.report.violations.length).toBeGreaterThan(0)
  })

  it('can be stopped while the server does not answer', async () => {
    const silent = { ...faultServer('plain'), args: ['-e', 'setInterval(() => {}, 1000)'] }
    const { trial } = tryOut(silent)
    await expect.poll(() => trial.report.state.phase).toBe('starting')
    await trial.stop()
    expect(trial.report.isDone).toBe(true)
    expect(trial.report.problem).toMatch(/\w/)
  })
})
