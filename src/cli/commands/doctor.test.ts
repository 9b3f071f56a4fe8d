import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Check } from '../../shared/servers/configuration'
import { faults, folder, json, patchbay, startHttp, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

type Answer = { readonly checks: readonly Check[]; readonly findings: readonly object[] }

async function examined(argv: readonly string[]): Promise<{ code: number } & Answer> {
  const { code, answer } = await json(['doctor', '--json', ...argv])
  return { code, ...(answer as Answer) }
}

describe('patchbay doctor', () => {
  it('finds nothing wrong with a server that is right', async () => {
    const { code, stdout } = await patchbay(['doctor', ...faults('plain')])
    const lines = stdout.split('\n').filter((line) => !line.startsWith(' '))
    expect([code, lines.at(-1)]).toEqual([0, 'No findings.'])
    expect(lines.slice(0, -1).every((line) => line.startsWith('✓ ok '))).toBe(true)
    expect(lines[0]).toContain('Command')
  })

  it('advises on the tools without holding it against the server', async () => {
    const { code, stdout } = await patchbay(['doctor', ...faults('plain')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ ok +Advice on the tools\. .*\n +echo: The parameter "text" has no/m)
  })

  it('prints each check, then what to do about the first that failed', async () => {
    const { code, stdout } = await patchbay(['doctor', '--', 'no-such-command-here'])
    expect(code).toBe(3)
    expect(stdout.split('\n')[0]).toMatch(/^✗ failed {3}Command\. .*not found on PATH/)
    expect(stdout).toMatch(/^– skipped {2}Handshake\. /m)
    expect(stdout.split('\n').at(-1)).toBe(
      'What to do: Install no-such-command-here, or write the whole path of it as the command.'
    )
  })

  it('finds what is wrong with a catalogue, grouped by rule', async () => {
    const { code, answer } = await json(['doctor', '--json', ...faults('cursorloop')])
    expect(code).toBe(1)
    expect(answer).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ id: 'catalogue', status: 'warning' })
      ]) as unknown,
      findings: expect.arrayContaining([
        expect.objectContaining({ severity: 'error', rule: 'cursor-repeated', count: 1 }),
        expect.objectContaining({ severity: 'warning' })
      ]) as unknown,
      era: 'legacy'
    })
  })

  it.each([
    [['crashloop'], /✗ failed +Keeps running[^]*Exited with code 1/],
    [['bare'], /refused or ignored the handshake/],
    [['badversion'], /✗ failed +Protocol version[^]*1999-01-01/]
  ])('says what is wrong with %j', async (mode, what) => {
    const { code, stdout } = await patchbay(['doctor', ...faults(...mode)])
    expect(code).toBe(1)
    expect(stdout).toMatch(what)
  })

  it('says that a server refuses us, and what it wants', async () => {
    const headers = { 'www-authenticate': 'Bearer' }
    const url = await startHttp('status', { status: 401, headers })
    const { code, checks, findings } = await examined(['--url', url])
    expect(code).toBe(5)
    expect(checks.find(({ status }) => status === 'failed')?.id).toBe('auth')
    expect(findings[0]).toMatchObject({
      severity: 'error',
      next: expect.stringMatching(/Authorization \(Bearer\)/) as unknown
    })
  })

  it('says that a server cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { code, checks } = await examined(['--url', `http://127.0.0.1:${port}/mcp`])
    expect(code).toBe(3)
    expect(checks.find(({ status }) => status === 'failed')).toMatchObject({
      id: 'connect',
      fix: `Start the server, and check that it listens on port ${port}.`
    })
  })

  it('opens a server once, and records what it hears', async () => {
    const file = join(folder, 'doctor.jsonl')
    await patchbay(['doctor', '--traffic', file, ...faults('plain')])
    const { stdout } = await patchbay(['traffic', file])
    expect(stdout.match(/Started, process/g)).toHaveLength(1)
    expect(stdout.match(/→ +request +tools\/list/g)).toHaveLength(1)
  })

  it('stops when it is interrupted', async () => {
    const stop = new AbortController()
    const running = patchbay(['doctor', ...faults('slowstart', '60000')], stop.signal)
    setImmediate(() => stop.abort())
    expect((await running).code).toBe(130)
  })
})
