import { describe, expect, it } from 'vitest'
import type {
  AuthDebugReport,
  AuthDebugStep,
  RequestField
} from '../../../shared/sign-in/auth-debug'
import { editsOf } from './edits'
import { headline, tellingStep } from './run-words'

function step(id: AuthDebugStep['id'], verdict: AuthDebugStep['verdict']): AuthDebugStep {
  return { id, clause: 'RFC 6749, 5.1', verdict, findings: [], exchanges: [] }
}

function report(
  steps: readonly AuthDebugStep[],
  rest: Partial<AuthDebugReport> = {}
): AuthDebugReport {
  return {
    runId: 1,
    name: 'files',
    url: 'https://mcp.example.com/',
    wish: { revision: '2025-11-25', registration: 'auto' },
    startedAt: 0,
    state: { phase: 'done' },
    steps,
    differences: [],
    canKeep: false,
    isKept: false,
    isUnreachable: false,
    needsPerson: false,
    ...rest
  }
}

describe('the headline of a run', () => {
  it.each<[string, AuthDebugReport]>([
    ['It works, and every step follows the rules.', report([step('token', 'ok')])],
    ['It works. 1 step has a remark.', report([step('token', 'ok'), step('challenge', 'remark')])],
    [
      'It works, but 2 steps break a rule.',
      report([step('token', 'wrong'), step('challenge', 'wrong'), step('client', 'remark')])
    ],
    [
      'Token: this is where it fails.',
      report([step('challenge', 'wrong'), step('token', 'failed')])
    ],
    ['Token…', report([step('token', 'running')], { state: { phase: 'running' } })],
    ['Stopped.', report([step('token', 'skipped')], { state: { phase: 'stopped' } })],
    [
      'Refused, as it has to be.',
      report([{ ...step('mistake', 'ok'), text: 'Refused, as it has to be.' }], {
        wish: { revision: '2025-11-25', registration: 'auto', mistake: 'no-pkce' }
      })
    ]
  ])('is "%s"', (text, run) => {
    expect(headline(run)).toBe(text)
  })
})

it('shows first what is running, then what is worst', () => {
  const steps = [step('challenge', 'wrong'), step('client', 'failed'), step('token', 'waiting')]
  expect(tellingStep(report(steps))?.id).toBe('client')
  expect(tellingStep(report([...steps, step('request', 'running')]))?.id).toBe('request')
})

it('sends only the fields that were changed', () => {
  const field = (name: string, value: string, isSecret = false): RequestField => ({
    place: 'form',
    name,
    value,
    isSecret
  })
  const fields = [field('code', '•••', true), field('resource', 'a'), field('scope', 'b')]
  expect(editsOf(fields, ['•••', 'c', undefined])).toEqual([
    { place: 'form', name: 'resource', value: 'c' },
    { place: 'form', name: 'scope' }
  ])
})
