import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from './project.mjs'
import { findProblems, listedServers } from './real-servers.mjs'

it('installs exactly the servers that it opens', () => {
  const installed = (set) =>
    JSON.parse(readFileSync(inProject('e2e', 'real-servers', set, 'package.json'), 'utf8'))
      .dependencies
  const listed = (isWhole) =>
    Object.fromEntries(listedServers(isWhole).map((one) => [one.package, one.version]))
  expect(installed('all')).toEqual(listed(true))
  expect(installed('few')).toEqual(listed(false))
})

const server = { name: 'demo', era: 'legacy', tools: 1, isClean: true, call: { tool: 'echo' } }
const tried = {
  state: { phase: 'ready', era: 'legacy' },
  tools: 1,
  findings: [],
  violations: [],
  outcome: { kind: 'result', result: {} }
}
const clean = { servers: [tried], survivors: [], rejections: [] }

function problemsWith(change) {
  return findProblems([server], { ...clean, servers: [{ ...tried, ...change }] })
}

it('has nothing to say of a server that is as it should be', () => {
  expect(findProblems([server], clean)).toEqual([])
})

it('tells what is wrong with a server, and what is left of it', () => {
  expect(problemsWith({ state: { phase: 'failed', reason: 'It exited.' } })).toEqual([
    'demo is failed: It exited.'
  ])
  expect(problemsWith({ tools: 2 })).toEqual(['demo has 2 tools, not 1.'])
  expect(problemsWith({ outcome: { kind: 'cancelled' } })).toEqual([
    'demo answered echo with {"kind":"cancelled"}'
  ])
  expect(problemsWith({ violations: ['batch: It is one.'] })).toEqual([
    'demo breaks rules: batch: It is one.'
  ])
  expect(findProblems([server], { ...clean, survivors: ['7'], rejections: ['no'] })).toEqual([
    'Processes survive: 7.',
    'Nobody handled: no'
  ])
})
