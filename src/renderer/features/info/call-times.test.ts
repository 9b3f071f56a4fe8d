import { describe, expect, it } from 'vitest'
import { method, serverMetrics } from '../metrics/metrics-testing'
import { callTimes } from './call-times'

describe('callTimes', () => {
  it('says how long calls took, and how many were answered', () => {
    const numbers = { requests_total: 9, pending: 1, unanswered: 2, cancelled: 1, errors: 4 }
    const calls = method('tools/call', { ...numbers, error_answers: 1, p50: 12, p95: 1_500 })
    const server = serverMetrics('demo', { methods: [method('ping', { p50: 1, p95: 1 }), calls] })
    expect(callTimes(server)).toBe('p50 12 ms · p95 1.5 s, over 5 answered calls')
  })

  it('says so when there was none, or none was answered', () => {
    const none = 'no call was answered yet'
    expect(callTimes(undefined)).toBe(none)
    expect(callTimes(serverMetrics('demo'))).toBe(none)
    const waiting = method('tools/call', { requests_total: 1, pending: 1 })
    expect(callTimes(serverMetrics('demo', { methods: [waiting] }))).toBe(none)
  })
})
