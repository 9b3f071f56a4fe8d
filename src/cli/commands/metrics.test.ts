import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  HANDSHAKE_METHODS,
  type MethodMetrics,
  type ServerMetrics
} from '../../shared/traffic/metrics'
import { faults, folder, json, patchbay, startHttp, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

type Printed = Omit<ServerMetrics, 'serverId'> & { readonly server: string }

async function measured(argv: readonly string[]): Promise<{ code: number; numbers: Printed }> {
  const { code, answer } = await json(['metrics', '--json', ...argv])
  return { code, numbers: answer as Printed }
}

function counts(rows: readonly MethodMetrics[]): Readonly<Record<string, number>> {
  return Object.fromEntries(rows.map(({ method, requests_total }) => [method, requests_total]))
}

describe('patchbay metrics', () => {
  it('asks a few times, calls no tool, and prints the numbers by their usual names', async () => {
    const { code, numbers } = await measured(faults('plain'))
    expect(code).toBe(0)
    expect(numbers).toMatchObject({
      requests_total: expect.any(Number) as unknown,
      requests_per_second: expect.any(Number) as unknown,
      average_response_time_ms: expect.any(Number) as unknown,
      active_sessions: 1,
      error_rate: expect.any(Number) as unknown,
      pending: 0
    })
    const { ping, 'tools/list': lists, 'tools/call': calls } = counts(numbers.methods)
    expect([ping, lists, calls]).toEqual([5, 6, undefined])
    const lasting = numbers.methods.filter(({ method }) => !HANDSHAKE_METHODS.has(method))
    expect(numbers.requests_total).toBe(lasting.reduce((sum, row) => sum + row.requests_total, 0))
    expect(numbers.error_rate).toBe(0)
    for (const { p50, p95, p99, max } of numbers.methods) {
      const sorted = [p50, p95, p99, max].toSorted((a, b) => (a ?? 0) - (b ?? 0))
      expect([p50, p95, p99, max]).toEqual(sorted)
    }
  })

  it('prints a table', async () => {
    const { code, stdout } = await patchbay(['metrics', ...faults('plain')])
    const [summary, headings, ...rows] = stdout.split('\n')
    expect(code).toBe(0)
    expect(summary).toMatch(/: \d+ requests, [\d.]+ a second, \d+ errors? \(.* %\), 1 active/)
    expect(headings).toMatch(
      /^method +count +attempts +errors +pending +mean ms +p50 +p95 +p99 +max$/
    )
    expect(rows.find((row) => row.startsWith('ping'))).toMatch(/^ping +5 +5 +0 +0( +[\d.]+!?){5}$/)
    expect(rows.some((row) => row.startsWith('initialize (handshake, not in the total) '))).toBe(
      true
    )
    expect(rows.some((row) => row.startsWith('total '))).toBe(true)
  })

  it('calls a tool only when it is told to, and counts what the tool says of itself', async () => {
    const argv = ['--call', 'fail', '--approve', '--args', '{}', ...faults('plain')]
    const { code, numbers } = await measured(argv)
    expect(code).toBe(0)
    const row = numbers.methods.find(({ method }) => method === 'tools/call')
    expect(row).toMatchObject({ requests_total: 5, tool_errors: 5, errors: 5, error_rate: 1 })
  })

  it('goes on for as long as it is told to', async () => {
    const { numbers } = await measured(['--for', '1.5', ...faults('plain')])
    expect(counts(numbers.methods)['ping']).toBe(2)
  })

  it.each(['deaf', 'mute'])('ends in time and says so where the server is %s', async (mode) => {
    const argv = ['metrics', '--for', '2', '--timeout', '1200', ...faults(mode)]
    const { code, stdout, stderr } = await patchbay(argv)
    expect(code).toBe(3)
    expect(stdout).toMatch(/, 0 active sessions, /)
    expect(stdout).toMatch(/^ping +[12] +[12] +[12]! /m)
    expect(stderr).toMatch(/The server did not answer within 1\.2 s/)
  })

  it('shows what a server says of itself beside it', async () => {
    const url = await startHttp('measured')
    const config = join(folder, 'measured.json')
    const servers = { mine: { url, metricsUrl: '/mcp/metrics' } }
    writeFileSync(config, JSON.stringify({ mcpServers: servers }))
    const { numbers } = await measured(['mine', '--config', config])
    expect(numbers).toMatchObject({
      server: 'mine',
      reported: { kind: 'numbers', numbers: { requests_total: 10_000, error_rate: 0.002 } }
    })
    const { stdout } = await patchbay(['metrics', 'mine', '--config', config])
    expect(stdout).toContain('It says of itself: requests_total 10000, requests_per_second 50,')
  })

  it('shows the numbers there are when it is interrupted', async () => {
    const file = join(folder, 'interrupted.jsonl')
    const interrupt = new AbortController()
    const argv = ['metrics', '--json', '--for', '600', '--traffic', file, ...faults('plain')]
    const finished = patchbay(argv, interrupt.signal)
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/ping[^]*ping/), 30_000)
    interrupt.abort()
    const { code, stdout } = await finished
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ active_sessions: 1 })
  })

  it('says that the server broke, and does not open it again', async () => {
    const file = join(folder, 'broken.jsonl')
    const argv = ['metrics', '--call', 'go', '--approve', '--traffic', file, ...faults('crash')]
    const { code, stdout, stderr } = await patchbay(argv)
    expect(code).toBe(3)
    expect(stdout).toMatch(/^tools\/call +1 +1 +1! +0 /m)
    expect(stderr).toMatch(/Exited with code 7/)
    expect(readFileSync(file, 'utf8').match(/"raw":"Started/g)).toHaveLength(1)
  })

  it('says that a server cannot be opened', async () => {
    const { code, stdout, stderr } = await patchbay(['metrics', '--', 'no-such-command-here'])
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/not found on PATH/)
  })
})

describe('patchbay metrics --file', () => {
  it('has the numbers that there were when it was recorded', async () => {
    const file = join(folder, 'measured.jsonl')
    const argv = ['--call', 'fail', '--approve', '--traffic', file, ...faults('plain')]
    const { numbers } = await measured(argv)
    const { code, answer } = await json(['metrics', '--json', '--file', file])
    const [found] = answer as readonly Printed[]
    expect([code, found?.methods && counts(found.methods)]).toEqual([0, counts(numbers.methods)])
    expect(found).toMatchObject({
      server: numbers.server,
      tool_errors: 5,
      active_sessions: 0,
      pending: 0,
      bytes_sent: numbers.bytes_sent
    })
  })

  it('counts what was never answered, and reports bad lines with their number', async () => {
    const file = join(folder, 'hanging.jsonl')
    const argv = [
      'call',
      'go',
      '--approve',
      '--timeout',
      '200',
      '--traffic',
      file,
      ...faults('never')
    ]
    await patchbay(argv)
    const recorded = readFileSync(file, 'utf8')
    writeFileSync(file, `${recorded}\nnot JSON\n`)
    const { code, stdout, stderr } = await patchbay(['metrics', '--file', file])
    expect(code).toBe(2)
    expect(stdout).toMatch(/^tools\/call +1 +1 +1! +0 +- +- +- +- +-$/m)
    expect(stderr).toContain(`line ${recorded.split('\n').length + 1}: This is not JSON.`)
  })

  it('names a file that is not there', async () => {
    const { code, stderr } = await patchbay(['metrics', '--file', join(folder, 'missing.jsonl')])
    expect([code, stderr]).toEqual([4, expect.stringMatching(/^Cannot read /)])
  })
})
