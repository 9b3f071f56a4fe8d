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

  it.each([
    [['2024-11-05'], /^box refuses initialize with protocol version 2024-11-05, although it names/],
    [
      [],
      /^box refuses the protocol version that Patchbay asked for, and names none that it supports/
    ],
    [['1999-01-01'], /^box offers protocol version 1999-01-01, which Patchbay does not speak/]
  ])('does not contradict itself about a refusal that names %j', (offered, reason) => {
    const refusal = { kind: 'error', error: { code: -32602, message: 'no' } } as const
    const error = new HandshakeError({ kind: 'version', offered, refusal })
    expect(failureToOpen('box', error, undefined).state.reason).toMatch(reason)
  })

  it('gives no advice about arguments where initialize is refused', () => {
    const outcome = { kind: 'error', error: { code: -32602, message: 'no' } } as const
    const error = new HandshakeError({ kind: 'unanswered', method: 'initialize', outcome })
    const { state } = failureToOpen('box', error, undefined)
    expect(state).toMatchObject({ tier: 'protocol', blame: 'server' })
    expect(state.next).toMatch(/does not take what initialize says/)
  })

  it.each([
    ["Error: Cannot find module '/srv/dist/index.js'", ['./dist/index.js'], 'definition'],
    ["can't open file '/srv/server.py': [Errno 2]", ['-u', 'server.py'], 'definition'],
    ["Error: Cannot find module './helper.js'", ['/srv/index.js'], 'server']
  ])('knows whose doing a missing file is: %s', (line, args, blame) => {
    const end = { kind: 'exited', exit: { code: 1, signal: null } } as const
    const { state } = failureToOpen('box', new Error(), end, { lastStderr: [line], args })
    expect(state).toMatchObject({ tier: 'transport', blame })
    expect(state.reason).toMatch(/exited with code 1 before the handshake was done\.$/)
    expect(/does not exist/.test(state.reason)).toBe(blame === 'definition')
  })
})
