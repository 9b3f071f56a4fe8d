// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Outline } from '../../../../shared/calls/body'
import type { Call } from '../../../../shared/calls/call-contract'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { CallId, ServerId } from '../../../../shared/protocol/ids'
import { schemaDigests } from '../../../../shared/calls/schema-digests'
import { noteRepeats } from '../../../stores/records/traffic'
import { drawn } from '../../../testing'
import { CallOutcome } from './CallOutcome'
import { chooseView } from '../../call/result-view'

const tool = { name: 'matrix', inputSchema: { type: 'object' } } as unknown as Tool
const ended: Call = {
  id: 'a' as CallId,
  serverId: 'demo' as ServerId,
  tool: 'matrix',
  arguments: { size: { rows: 3 } },
  startedAt: 0,
  progressCount: 0,
  outcome: { kind: 'held', isToolError: false }
}

/** Answers like main does, which has this result. */
function keep(result: unknown, outline: Omit<Outline, 'totalChars'>): void {
  const compact = JSON.stringify(result)
  const laidOut = JSON.stringify(result, null, 2)
  const request = async (route: string, input: string): Promise<string> => {
    if (route === 'body.outline') return ok({ ...outline, totalChars: compact.length })
    const { from, length, isCompact } = JSON.parse(input) as {
      from: number
      length: number
      isCompact?: boolean
    }
    const text = isCompact === true ? compact : laidOut
    return ok({ text: text.slice(from, from + length), totalChars: text.length })
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
}

const ok = (value: unknown): string => JSON.stringify({ ok: true, value })

const outcome = (call: Call, of = tool) => (
  <CallOutcome
    call={{ schemas: schemaDigests(of), ...call }}
    tool={of}
    sendable={undefined}
    onReuse={() => {}}
    onCancel={() => {}}
  />
)

const broken = { rule: 'invalid-result', message: 'This is invalid.', clause: 'MCP, Schema' }

beforeEach(() => chooseView('rendered'))

describe('CallOutcome', () => {
  it('shows and judges a result that is short as it came but long when laid out', async () => {
    const rows = Array.from({ length: 300 }, () => Array<number>(1_000).fill(0))
    const result = { content: [{ type: 'text', text: 'done' }], structuredContent: { rows } }
    const cut = { pointer: '/structuredContent/rows', kind: 'list', shown: 0, total: 300 } as const
    keep(result, { value: { ...result, structuredContent: { rows: [] } }, cuts: [cut] })
    expect(JSON.stringify(result, null, 2).length).toBeGreaterThan(2_500_000)
    const place = await drawn(outcome(ended))
    await act(async () => {})
    expect(place.textContent).toContain('done')
    expect(place.textContent).not.toContain('too large to be compared with its schema')
  })

  it('judges what was sent when the result is too large to be judged', async () => {
    const text = 'x'.repeat(1_500_000)
    const cut = { pointer: '/content/0/text', kind: 'text', shown: 4, total: text.length } as const
    keep(
      { content: [{ type: 'text', text }] },
      { value: { content: [{ type: 'text', text: 'xxxx' }] }, cuts: [cut] }
    )
    const place = await drawn(outcome(ended, { ...tool, outputSchema: { type: 'object' } }))
    await act(async () => {})
    expect(place.textContent).toContain('too large to be compared')
    expect(place.querySelector('[aria-label="Verdicts"]')?.textContent).toContain('✓')
  })

  it('does not miss a schema that the tool does not have', async () => {
    const text = 'x'.repeat(1_500_000)
    const cut = { pointer: '/content/0/text', kind: 'text', shown: 4, total: text.length } as const
    keep(
      { content: [{ type: 'text', text }] },
      { value: { content: [{ type: 'text', text: 'xxxx' }] }, cuts: [cut] }
    )
    const place = await drawn(outcome(ended))
    await act(async () => {})
    expect(place.textContent).toContain('xxxx')
    expect(place.textContent).not.toContain('too large to be compared')
  })

  const done = { kind: 'result', result: { content: [] } } as const
  const status = (place: HTMLElement) => place.querySelector('[role="status"]')?.textContent

  it.each<[string, Partial<Call>, Tool, string]>([
    ['nothing is wrong', {}, tool, 'Result'],
    ['the answer broke the protocol', { violations: [broken] }, tool, 'Result, with findings'],
    ['it breaks its own schema', {}, { ...tool, outputSchema: {} }, 'Result, with findings']
  ])('says of a call that went well when %s', async (_when, more, of, word) => {
    expect(status(await drawn(outcome({ ...ended, outcome: done, ...more }, of)))).toBe(word)
  })

  it('does not judge by a schema that came later, and keeps what was found by the earlier one', async () => {
    const found = { rule: 'structured-content', message: 'It did not fit.', clause: 'MCP, Tools' }
    const result = { content: [], structuredContent: { a: 1 } }
    const later = { ...tool, outputSchema: { properties: { a: { type: 'string' } } } }
    const call = {
      ...ended,
      outcome: { kind: 'result', result },
      violations: [found],
      schemas: schemaDigests(tool)
    } as const
    const place = await drawn(outcome(call, later))
    const verdicts = place.querySelector('[aria-label="Verdicts"]')?.textContent
    expect(verdicts).toContain('The schema has changed since this call.')
    expect(place.textContent).toContain('It did not fit.')
  })

  it('tells of a second answer to the same request', async () => {
    noteRepeats([{ request: 4, seq: 9 }])
    const place = await drawn(outcome({ ...ended, outcome: done, requestSeq: 4 }))
    expect(place.textContent).toMatch(/answered once more.*frame #9/)
  })

  it('still has the log messages of a call that has ended', async () => {
    const log = { seq: 1, time: 0, level: 'info', text: 'halfway', isGuess: false } as const
    const place = await drawn(
      outcome({ ...ended, outcome: { kind: 'cancelled' }, logs: [log], logCount: 1 })
    )
    const details = place.querySelector('details')
    expect(details?.textContent).toContain('1 log message')
    expect(details?.open).toBe(false)
  })
})
