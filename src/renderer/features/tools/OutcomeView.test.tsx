// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { CallReport } from '../../../shared/call'
import { CallId, ServerId } from '../../../shared/ids'
import { drawn } from '../../ui/testing'
import { OutcomeView } from './OutcomeView'

const error = { code: -32042, message: 'Visit the page first' }
const call: CallReport = {
  id: CallId.parse('call-1'),
  serverId: ServerId.parse('demo'),
  tool: 'upload',
  arguments: {},
  startedAt: 0,
  progressCount: 0,
  outcome: { kind: 'error', error, isHeld: true }
}

/** What main answers to whoever asks for the data. */
async function shown(answer: object): Promise<{ text: string; asked: unknown }> {
  let asked: unknown
  const request = async (route: string, inputJson: string): Promise<string> => {
    asked = { route, ...(JSON.parse(inputJson) as object) }
    return JSON.stringify(answer)
  }
  vi.stubGlobal('patchbay', { request, on: () => () => undefined })
  const place = await drawn(
    <OutcomeView
      call={call}
      sent={{ arguments: {}, isWhole: true, isLoading: false }}
      view="rendered"
      loaded={{ kind: 'none' }}
      verdicts={[]}
      revealed={undefined}
    />
  )
  await act(async () => vi.dynamicImportSettled())
  return { text: place.textContent, asked }
}

describe('An error that is too large to come whole', () => {
  it('is a protocol error with its code, its message, and its data by handle', async () => {
    const value = { ...error, data: { page: 'https://example.com/sign-in' } }
    const { text, asked } = await shown({ ok: true, value: { value, cuts: [], totalChars: 99 } })
    expect(asked).toEqual({ route: 'body.outline', ref: { callId: 'call-1' }, pointer: '' })
    expect(text).toContain('-32042')
    expect(text).toContain('Visit the page first')
    expect(text).toContain('https://example.com/sign-in')
  })

  it('says why its data cannot be shown', async () => {
    const gone = { code: 'NOT_FOUND', message: 'Frame 7 is no longer kept.' }
    const { text } = await shown({ ok: false, error: gone })
    expect(text).toContain('Visit the page first')
    expect(text).toContain('Frame 7 is no longer kept.')
  })
})
