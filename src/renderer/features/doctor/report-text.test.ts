import { describe, expect, it } from 'vitest'
import type { Check, DoctorReport } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'
import { headline, reportText } from './report-text'

function report(checks: readonly Check[], isDone = true): DoctorReport {
  return { serverId: 'user:files' as ServerId, checks, isDone, startedAt: 1 }
}

const found: Check = { id: 'found', title: 'Command found', status: 'ok', ms: 3 }
const runs: Check = {
  id: 'runs',
  title: 'It runs',
  status: 'failed',
  detail: 'It exited.\nCode 3.'
}

describe('the headline', () => {
  it('names the first check that failed, even while others run', () => {
    const later: Check = { id: 'later', title: 'Handshake', status: 'failed' }
    expect(headline(report([found, runs, later], false))).toBe('It runs: this is where it fails.')
  })

  it('says how far it is', () => {
    const running: Check = { id: 'runs', title: 'It runs', status: 'running' }
    expect(headline(report([found, running], false))).toBe('It runs (2 of 2)…')
  })

  it('does not call an examination that was stopped a success', () => {
    const waiting: Check = { id: 'runs', title: 'It runs', status: 'waiting' }
    expect(headline(report([found, waiting]))).toBe('Stopped before the last check.')
  })

  it('does not hide that checks were skipped', () => {
    const skipped: Check = { id: 'runs', title: 'It runs', status: 'skipped' }
    expect(headline(report([found, skipped, { ...skipped, id: 'more' }]))).toBe(
      'No check failed. 2 checks were skipped.'
    )
  })

  it('counts warnings when nothing failed', () => {
    const warned: Check = { id: 'path', title: 'PATH', status: 'warning' }
    expect(headline(report([found, warned]))).toBe('No check failed. 1 check has a warning.')
  })
})

it('writes every check, its detail and its fix as text', () => {
  const checks = [found, { ...runs, fix: 'Install it.' }]
  expect(reportText('files', report(checks))).toBe(
    [
      'Diagnosis of files: It runs: this is where it fails.',
      '',
      '✓ ok      Command found (3 ms)',
      '✕ failed  It runs',
      '    It exited.',
      '    Code 3.',
      '    What to do: Install it.',
      ''
    ].join('\n')
  )
})
