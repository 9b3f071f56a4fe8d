// Opens real servers, all at the same time in one process of our core, and says what came of each.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, temporaryFolder } from './bundle.mjs'
import { cachePackages } from './cached-packages.mjs'
import { provideNode } from './node-runtime.mjs'
import { inProject, nodeEnvironment, run } from './project.mjs'
import { duration, say } from './report.mjs'

const LIMIT_MS = 5 * 60_000
const SHOWN_VIOLATIONS = 3

/** With `isWhole` all of them, which is a long download; else the few that every run of the tests opens. */
export async function setUpRealServers(runtime, { isWhole }) {
  const node = await provideNode()
  const folder = await cachePackages(isWhole ? 'e2e/real-servers/all' : 'e2e/real-servers/few')
  return { runtime, node, folder, servers: listedServers(isWhole) }
}

export function listedServers(isWhole) {
  const all = JSON.parse(readFileSync(inProject('e2e', 'real-servers.json'), 'utf8'))
  return all.filter(({ isInEveryRun }) => isWhole || isInEveryRun)
}

export async function runRealServers({ runtime, node, folder, servers }) {
  const program = await bundle('e2e/real-servers/open-all.ts')
  const scratch = temporaryFolder()
  const wantedFile = join(scratch, 'wanted.json')
  const reportFile = join(scratch, 'report.json')
  const wanted = servers.map((server) => definitionOf(server, { node, folder, scratch }))
  writeFileSync(wantedFile, JSON.stringify(wanted))
  const { code, output } = await run(runtime.executable, [program, wantedFile, reportFile], {
    env: nodeEnvironment({ NODE_OPTIONS: '' }),
    limitMs: LIMIT_MS
  })
  if (!existsSync(reportFile)) {
    process.stdout.write(`${output.trim()}\n\n`)
    return { passed: 0, failed: 1 }
  }
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  printTable(report)
  const problems = findProblems(servers, report)
  if (code !== 0) problems.push(`The run ended with code ${code}: ${output.trim()}`)
  for (const problem of problems) say('real servers', problem)
  // One for each server, one for what is left behind, one for what nobody handled.
  return { passed: Math.max(0, servers.length + 2 - problems.length), failed: problems.length }
}

/** Each server has a home of its own, so that it finds nothing of ours and leaves nothing in it. */
function definitionOf(server, { node, folder, scratch }) {
  const home = join(scratch, server.name)
  mkdirSync(home)
  const { name, package: from, bin, args, tools, call } = server
  return {
    name,
    command: node,
    args: [
      join(folder, 'node_modules', from, bin),
      ...args.map((argument) => argument.replace('{folder}', home))
    ],
    env: { HOME: home, MEMORY_FILE_PATH: join(home, 'memory.jsonl') },
    tools,
    ...(call && { call })
  }
}

function printTable({ servers, openedMs, started, survivors, rejections }) {
  const rows = [['server', 'era', 'revision', 'tools', 'resources', 'prompts', 'ms', 'violations']]
  for (const { name, state, tools, resources, prompts, violations } of servers) {
    const { era, protocolVersion, handshakeMs } = state
    const isReady = state.phase === 'ready'
    rows.push([
      name,
      isReady ? era : state.phase,
      isReady ? protocolVersion : '',
      ...[tools, resources, prompts].map(String),
      isReady ? String(Math.round(handshakeMs)) : '',
      byRule(violations)
    ])
  }
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)))
  for (const row of rows) {
    say(
      '',
      row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd()
    )
  }
  say(
    '',
    `${servers.length} servers, ${started} processes started, open after ${duration(openedMs)}; ` +
      `${survivors.length} processes left, ${rejections.length} unhandled rejections`
  )
}

function byRule(violations) {
  const counts = new Map()
  for (const violation of violations) {
    const rule = violation.slice(0, violation.indexOf(':'))
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  return [...counts].map(([rule, count]) => `${rule} ${count}`).join(', ')
}

/** Whole sentences, at most one for each server. */
export function findProblems(servers, { servers: tried, survivors, rejections }) {
  const problems = []
  for (const [at, server] of servers.entries()) {
    const problem = problemWith(server, tried[at])
    if (problem) problems.push(`${server.name} ${problem}`)
  }
  if (survivors.length > 0) problems.push(`Processes survive: ${survivors.join(', ')}.`)
  if (rejections.length > 0) problems.push(`Nobody handled: ${rejections.join('; ')}`)
  return problems
}

function problemWith(server, { state, tools, outcome, violations, findings }) {
  if (state.phase !== 'ready') {
    const last = state.lastStderr?.join('\n') ?? ''
    return `is ${state.phase}: ${state.reason ?? ''}\n${last}`.trim()
  }
  if (state.era !== server.era) return `speaks the ${state.era} era, not the ${server.era} one.`
  if (tools !== server.tools) {
    return `has ${tools} tools, not ${server.tools}. ${findings.join(' ')}`.trim()
  }
  if (server.call && (outcome?.kind !== 'result' || outcome.result.isError === true)) {
    return `answered ${server.call.tool} with ${JSON.stringify(outcome)}`
  }
  if (server.isClean && violations.length > 0) {
    return `breaks rules: ${violations.slice(0, SHOWN_VIOLATIONS).join(' ')}`
  }
  return undefined
}
