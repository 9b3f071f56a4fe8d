/**
 * Opens many servers at the same time through one workbench, calls a tool of some, closes them all, and
 * writes down what happened. Judges nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Outcome } from '../../src/shared/calls/call'
import { ServerId } from '../../src/shared/protocol/ids'
import type { JsonObject } from '../../src/shared/json/json'
import type { StdioDefinition } from '../../src/shared/servers/server-config'
import { settlesWithin, systemClock } from '../../src/core/time/clock'
import { processesWithMark, startTimeOf } from '../../src/core/process/survivors'
import type { Inputs } from '../../src/core/conversation/input'
import { Workbench } from '../../src/core/workbench/workbench'
import { PLAIN_NETWORKS } from '../../src/core/network/networks'

type Wanted = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly tools: number
  readonly call?: { readonly tool: string; readonly arguments: JsonObject }
}

type Started = { readonly pid: number; readonly startedAt: string | undefined }

const VERSION = '0.0.0'
/** Some servers add tools once they know what we can do, and say so a moment later. */
const SETTLE_MS = 10_000
/** Whatever happens, nothing is left running after this. */
const RUN_LIMIT_MS = 180_000

/** Servers show all they have only to those who can be asked; here the answer is always no. */
const INPUTS: Inputs = {
  capabilities: {
    elicitation: { form: {}, url: {} },
    sampling: {},
    roots: { listChanged: true }
  },
  handlers: {
    'elicitation/create': async () => ({ action: 'decline' }),
    'sampling/createMessage': () => Promise.reject(new Error('There is no model here.')),
    'roots/list': async () => ({ roots: [] })
  }
}

const [wantedFile = '', reportFile = ''] = process.argv.slice(-2)
const wanted = JSON.parse(readFileSync(wantedFile, 'utf8')) as readonly Wanted[]
const rejections: string[] = []
process.on('unhandledRejection', (reason) => rejections.push(String(reason)))
process.on('uncaughtException', (error) => rejections.push(String(error)))

const started = new Map<string, Started>()
const workbench = new Workbench({
  networks: PLAIN_NETWORKS,
  servers: wanted.map(definitionOf),
  version: VERSION,
  inputs: INPUTS,
  register: {
    started: (mark, pid) => started.set(mark, { pid, startedAt: startTimeOf(pid) }),
    ended: () => undefined
  }
})
const violations = new Map<string, string[]>()
workbench.onTraffic((entry) => {
  const found = entry.violations?.map(({ rule, message }) => `${rule}: ${message}`) ?? []
  if (found.length > 0) {
    violations.set(entry.serverId, [...(violations.get(entry.serverId) ?? []), ...found])
  }
})

function definitionOf({ name, command, args, env }: Wanted): StdioDefinition {
  const id = ServerId.parse(name)
  return { id, name, scope: 'command line', transport: 'stdio', command, args, env }
}

async function tryOut(one: Wanted): Promise<object> {
  const id = ServerId.parse(one.name)
  await settlesWithin(systemClock, SETTLE_MS, toolCount(id, one.tools))
  const { state, catalogue } = workbench.report(id)
  const outcome = one.call && state.phase === 'ready' ? await call(id, one.call) : undefined
  return {
    name: one.name,
    state,
    tools: catalogue.tools.length,
    resources: catalogue.resources.length,
    prompts: catalogue.prompts.length,
    findings: catalogue.findings,
    ...(outcome && { outcome })
  }
}

/** Resolves once the server lists that many tools, or can no longer list any. */
function toolCount(id: ServerId, count: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { state, catalogue } = workbench.report(id)
      if (state.phase === 'ready' && catalogue.tools.length !== count) return
      stopLooking()
      resolve()
    }
    const stopLooking = workbench.onSession(look)
    look()
  })
}

async function call(id: ServerId, { tool, arguments: args }: NonNullable<Wanted['call']>) {
  const { done } = await workbench.startCall(id, tool, args)
  const { outcome }: { outcome?: Outcome } = await done
  return outcome
}

async function survivors(): Promise<readonly string[]> {
  const marked = await processesWithMark(new Set(started.keys()))
  const alive = [...started.values()].filter(
    ({ pid, startedAt }) => startedAt !== undefined && startTimeOf(pid) === startedAt
  )
  return [...new Set([...marked, ...alive].map(({ pid }) => String(pid)))]
}

function giveUp(why: string): void {
  process.stderr.write(`${why}\n`)
  workbench.killAll()
  process.exit(1)
}

async function main(): Promise<void> {
  const stopLimit = systemClock.after(RUN_LIMIT_MS, () => giveUp('It took too long.'))
  const startedAt = systemClock.monotonic()
  await workbench.openAll(wanted.map(({ name }) => ServerId.parse(name)))
  const openedMs = systemClock.monotonic() - startedAt
  const servers = await Promise.all(wanted.map(tryOut))
  await workbench.closeAll()
  stopLimit()
  const report = {
    openedMs,
    servers: servers.map((server, index) => ({
      ...server,
      violations: violations.get(wanted[index]?.name ?? '') ?? []
    })),
    started: started.size,
    survivors: await survivors(),
    rejections
  }
  writeFileSync(reportFile, JSON.stringify(report))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => giveUp(`Ended by ${signal}.`))
}
main().catch((error: unknown) => {
  giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error))
})
