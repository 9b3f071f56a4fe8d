import { describe, expect, it } from 'vitest'
import { failureToOpen } from './failure'
import { HandshakeError } from './handshake'

describe('Why a server could not be opened', () => {
  it('explains a version without initialize that is offered by initialize', () => {
    const error = new HandshakeError({ kind: 'version', offered: ['2026-07-28'] })
    const { state } = failureToOpen('box', error, undefined)
    expect(state.reason).toMatch(/2026-07-28 in its answer to initialize.*has no initialize/)
    expect(state.reason).not.toMatch(/does not speak|It speaks/)
    expect(state.next).toMatch(/server\/discover/)
  })

  it('gives no advice about arguments where initialize is refused', () => {
    const outcome = { kind: 'error', error: { code: -32602, message: 'no' } } as const
    const error = new HandshakeError({ kind: 'unanswered', method: 'initialize', outcome })
    const { state } = failureToOpen('box', error, undefined)
    expect(state).toMatchObject({ tier: 'protocol', blame: 'server' })
    expect(state.next).toMatch(/does not take what initialize says/)
  })
})
