import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { faults, folder, json, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

describe('patchbay request', () => {
  it('prints the result of any method', async () => {
    expect(await json(['request', 'demo', 'tools/list', '--json'])).toMatchObject({
      code: 0,
      answer: { outcome: 'result', result: { tools: expect.any(Array) as unknown } }
    })
  })

  it('prints the error that a server answers to a method it does not know', async () => {
    const { code, answer } = await json(['request', 'demo', 'no/such', '--json'])
    expect([code, answer]).toMatchObject([2, { outcome: 'error', error: { code: -32601 } }])
  })

  it('sends a notification, and waits for no answer', async () => {
    const file = join(folder, 'notified.jsonl')
    const method = 'notifications/roots/list_changed'
    const argv = ['request', 'demo', method, '--traffic', file]
    expect(await patchbay(argv)).toMatchObject({ code: 0, stdout: '' })
    const sent = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { origin: string; method?: string })
    expect(sent.filter((line) => line.origin === 'workbench' && line.method === method)) //
      .toHaveLength(1)
  })

  it('makes no call that may not be made', async () => {
    const params = '{"name":"delete-everything","arguments":{"path":"/tmp"}}'
    const argv = ['request', 'demo', 'tools/call', '--params', params]
    const byRisk = { PATCHBAY_APPROVAL: 'by-risk' }
    expect((await patchbay(argv, undefined, byRisk)).code).toBe(4)
    expect((await patchbay([...argv, '--approve'], undefined, byRisk)).code).toBe(0)
  })

  it('gives up after the time it was given', async () => {
    const argv = [
      'request',
      'tools/call',
      '--json',
      '--timeout',
      '300',
      '--params',
      '{"name":"go"}'
    ]
    expect(await json([...argv, ...faults('never')])).toMatchObject({
      code: 3,
      answer: { outcome: 'timeout', afterMs: 300 }
    })
  })
})
