// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { outcomeOfFailure } from '../../../../shared/calls/call'
import type { Call } from '../../../../shared/calls/call-contract'
import { CallId, ServerId } from '../../../../shared/protocol/ids'
import { drawn } from '../../../testing'
import { OutcomeView } from './OutcomeView'
import { verdictOf } from './verdict'

const error = { code: -32042, message: 'Visit the page first' }
const call: Call = {
  id: CallId.parse('call-1'),
  serverId: ServerId.parse('demo'),
  tool: 'upload',
  arguments: {},
  startedAt: 0,
  progressCount: 0,
  outcome: { kind: 'error', error, isHeld: true }
}

/** What main answers to whoever asks for the data. */
async function shown(answer: object, report = call): Promise<{ text: string; asked: unknown }> {
  let asked: unknown
  const request = async (route: string, inputJson: string): Promise<string> => {
    asked = { route, ...(JSON.parse(inputJson) as object) }
    return JSON.stringify(answer)
  }
  vi.stubGlobal('patchbay', { request, on: () => () => undefined })
  const place = await drawn(
    <OutcomeView
      call={report}
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

describe('What came over HTTP in place of an answer', () => {
  it('is shown with its status, its type and its body', async () => {
    const body = { contentType: 'text/html', text: '<h1>Out of cheese</h1>' }
    const message = 'The server answered with HTTP status 500.'
    const failure = { class: 'http', status: 500, message, isUnsent: false, body } as const
    const outcome = outcomeOfFailure(failure)
    const { text } = await shown({}, { ...call, outcome })
    expect(text).toContain('HTTP status 500, text/html')
    expect(text).toContain('<h1>Out of cheese</h1>')
    expect(verdictOf({ outcome }, false)).toEqual({ word: 'HTTP 500', tone: 'bad' })
  })
})
