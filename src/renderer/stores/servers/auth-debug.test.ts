import { expect, it } from 'vitest'
import type { AuthDebugReport } from '../../../shared/sign-in/auth-debug'
import { emptyAuthDebug, keyOf, withReport } from './auth-debug'

function report(runId: number, isDone = false): AuthDebugReport {
  return {
    runId,
    name: 'mcp.example.com',
    url: 'https://mcp.example.com/',
    wish: { revision: '2025-11-25', registration: 'auto' },
    startedAt: 0,
    state: { phase: isDone ? 'done' : 'running' },
    steps: [],
    differences: [],
    canKeep: false,
    isKept: false,
    isUnreachable: false,
    needsPerson: false
  }
}

it('finds the run of an address by what was typed', () => {
  const { byTarget } = withReport(emptyAuthDebug(), report(1))
  expect(byTarget[keyOf({ url: 'https://mcp.example.com' })]?.runId).toBe(1)
})

it('finds it also where a part of the address is not told', () => {
  const target = { url: 'unix:///run/mcp.sock#/mcp' }
  const told = (runId: number, isDone = false) => ({
    ...report(runId, isDone),
    url: 'unix:///run/mcp.sock#•••'
  })
  let state = withReport(emptyAuthDebug(), told(1))
  state = withReport(state, told(1), target)
  state = withReport(state, told(1, true))
  expect(state.byTarget[keyOf(target)]).toEqual(told(1, true))
  expect(Object.keys(state.byTarget)).toHaveLength(1)
})

it('does not let a late report of an earlier run replace a later one', () => {
  const state = withReport(withReport(emptyAuthDebug(), report(2)), report(1, true))
  expect(Object.values(state.byTarget).map(({ runId }) => runId)).toEqual([2])
})
