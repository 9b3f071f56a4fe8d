// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import type { Call } from '../../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../../shared/protocol/ids'
import { drawn } from '../../../testing'
import { useResult } from './use-result'

const held = (id: string): Call => ({
  id: id as CallId,
  serverId: 'demo' as ServerId,
  tool: 'add',
  arguments: {},
  startedAt: 0,
  progressCount: 0,
  outcome: { kind: 'held', isToolError: false }
})

let show: (call: Call) => void

function Shown() {
  const [call, setCall] = useState(held('a'))
  useEffect(() => {
    show = setCall
  }, [])
  const loaded = useResult(call)
  return loaded.kind === 'result' ? String(loaded.result) : loaded.kind
}

it('shows nothing of the call before while what came of the next one is fetched', async () => {
  const answers: (() => void)[] = []
  const request = (_route: string, input: string): Promise<string> => {
    const { ref } = JSON.parse(input) as { ref: { callId: string } }
    const value = { value: `result of ${ref.callId}`, cuts: [], totalChars: 11 }
    return new Promise((resolve) =>
      answers.push(() => resolve(JSON.stringify({ ok: true, value })))
    )
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
  const place = await drawn(<Shown />)
  await act(async () => answers.shift()?.())
  expect(place.textContent).toBe('result of a')
  await act(async () => show(held('b')))
  expect(place.textContent).toBe('loading')
  await act(async () => answers.shift()?.())
  expect(place.textContent).toBe('result of b')
})
