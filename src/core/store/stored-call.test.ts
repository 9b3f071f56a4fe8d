import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import { CallId, ServerId } from '../../shared/protocol/ids'
import type { Violation } from '../../shared/traffic/traffic'
import { callRowOf, keptCallOf, storedCallOf, StoredRow, StoredOutcome } from './stored-call'

const outcome: Outcome = { kind: 'result', result: { content: [] } }

/** As it is after it was written down and read again. */
function kept(violations?: readonly Violation[]) {
  const call = {
    id: CallId.parse('call-1'),
    serverId: ServerId.parse('user:files'),
    tool: 'read',
    arguments: {},
    startedAt: 1,
    progressCount: 0,
    outcome,
    schemas: { input: 'a1', output: 'none' },
    ...(violations && { violations })
  }
  const redact = (json: string): string => json.replaceAll('secret', '***')
  const stored = storedCallOf(call, { outcome, isCut: false }, redact)
  const entry = StoredRow.parse(JSON.parse(JSON.stringify(stored.entry)))
  const rest = StoredOutcome.parse(JSON.parse(JSON.stringify(stored.outcome)))
  return { entry: callRowOf(entry), kept: keptCallOf(entry, rest) }
}

describe('A call that is kept', () => {
  it('is known to have had findings, and which, without what may not be written down', () => {
    const violation = { rule: 'invalid-result', message: 'It says "secret".', clause: 'Schema' }
    const read = kept([violation])
    expect(read.entry).toMatchObject({ ending: 'ok', hasFindings: true })
    expect(read.kept.violations).toEqual([{ ...violation, message: 'It says "***".' }])
  })

  it('is known by the schemas of its time', () => {
    expect(kept().entry.schemas).toEqual({ input: 'a1', output: 'none' })
  })

  it('has no findings where there were none', () => {
    const read = kept()
    expect(read.entry).not.toHaveProperty('hasFindings')
    expect(read.kept).not.toHaveProperty('violations')
  })
})
