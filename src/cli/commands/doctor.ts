/** Looks why a server cannot be used; of one that can be, walks its whole catalogue. Calls no tool. */
import { settlesWithin, systemClock } from '../../core/time/clock'
import { examine } from '../../core/doctor/doctor'
import type { Resource } from '../../shared/calls/catalogue'
import type { Check } from '../../shared/servers/configuration'
import { messageOf } from '../../shared/protocol/errors'
import { explainOutcome } from '../../shared/advice/explain'
import type { SessionState } from '../../shared/servers/session-state'
import { ExitCode } from '../output/exit-code'
import {
  bySeverity,
  catalogueFindings,
  checkFinding,
  checkText,
  findingText,
  ViolationGroups,
  type Finding
} from '../output/findings'
import { Interrupted, orInterrupted } from '../output/interrupt'
import { open, type Job, type SigningJob } from '../profile/job'

const READ_RESOURCES = 20
/** A server that is about to end has stopped listening before its end is known. */
const END_WAIT_MS = 1_000
const BROKE = 'It did not stay open.'
/** How we introduce ourselves before there is a session. */
/** As long as one of these fails, nothing was reached. */
const WAY_THERE: ReadonlySet<string> = new Set([
  'command',
  'folder',
  'runs',
  'address',
  'dns',
  'connect',
  'tls'
])

type Ready = Extract<SessionState, { phase: 'ready' }>
type Examined = { readonly findings: readonly Finding[]; readonly opened?: Ready }

export async function doctor(job: SigningJob): Promise<ExitCode> {
  const { workbench, server, output, isJson } = job
  const groups = new ViolationGroups()
  workbench.onTraffic((entry) => groups.see(entry))
  const checks = await runChecks(job)
  const failed = checks.find(({ status }) => status === 'failed')
  if (!isJson) showChecks(job, checks, failed)

  const { findings: examined, opened } = failed ? { findings: [] } : await walk(job)
  const others = bySeverity([...examined, ...(await end(job)), ...groups.findings()])
  const findings = failed ? [checkFinding(failed), ...others] : others
  const counts = countsOf(job)
  if (isJson) {
    const about = opened && {
      era: opened.era,
      protocolVersion: opened.protocolVersion,
      server: opened.server
    }
    output.answer(JSON.stringify({ checks, findings, ...about, counts }))
  } else {
    const listed = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
    if (opened) {
      const { name, version } = opened.server
      const { protocolVersion, era } = opened
      output.remark(`${server.name} is ${name} ${version}, protocol ${protocolVersion} (${era}).`)
      output.remark(`It has ${listed.join(', ')}.`)
    }
    for (const finding of others) output.answer(findingText(finding))
    if (findings.length === 0) output.answer('No findings.')
  }
  return exitCode(failed, findings)
}

async function runChecks({
  workbench,
  server,
  version,
  output,
  signIn,
  interrupt
}: SigningJob): Promise<readonly Check[]> {
  const examined = examine(server, {
    version,
    signal: interrupt,
    // Whoever uses a command line has the PATH of a shell already.
    paths: { own: process.env['PATH'], login: undefined },
    workbench,
    remoteFor: (each) => ({ credentials: signIn.signIns.credentialsFor(each) }),
    onChange: (checks) => {
      const current = checks.findLast(({ status }) => status === 'running')
      output.status(current ? `Checking: ${current.title}` : '')
    }
  })
  try {
    return await orInterrupted(interrupt, examined)
  } finally {
    output.status('')
  }
}

function showChecks({ output }: Job, checks: readonly Check[], failed: Check | undefined): void {
  for (const check of checks) output.answer(checkText(check))
  if (failed?.fix !== undefined) output.answer(`What to do: ${failed.fix}`)
  else {
    for (const { status, fix } of checks) {
      if (status === 'warning' && fix !== undefined) output.answer(`What to do: ${fix}`)
    }
  }
}

function exitCode(failed: Check | undefined, findings: readonly Finding[]): ExitCode {
  if (failed?.id === 'auth') return ExitCode.Refused
  if (failed && WAY_THERE.has(failed.id)) return ExitCode.TransportError
  return findings.some(({ severity }) => severity !== 'info') ? ExitCode.ToolError : ExitCode.Ok
}

async function walk(job: Job): Promise<Examined> {
  const { workbench, server } = job
  try {
    await open(job)
  } catch (error) {
    if (error instanceof Interrupted) throw error
    return { findings: [failure(job, messageOf(error))] }
  }
  const { state, catalogue } = workbench.report(server.id)
  if (state.phase !== 'ready') return { findings: [failure(job, BROKE)] }
  const findings = [
    ...eraFindings(state),
    ...catalogueFindings(catalogue),
    ...(await readingFindings(job, catalogue.resources)),
    ...(await pingFindings(job, state))
  ]
  const broke = findings.length > 0 && (await hasBroken(job)) ? [failure(job, BROKE)] : []
  return { findings: [...broke, ...findings], opened: state }
}

function failure({ workbench, server }: Job, otherwise: string): Finding {
  const { state } = workbench.report(server.id)
  if (state.phase !== 'failed') return { severity: 'error', message: otherwise }
  return { severity: 'error', message: state.reason, next: state.next }
}

async function hasBroken({ workbench, server, interrupt }: Job): Promise<boolean> {
  const isReady = (): boolean => workbench.report(server.id).state.phase === 'ready'
  if (!isReady()) return true
  let stopListening = (): void => {}
  const broke = new Promise<void>((resolve) => {
    stopListening = workbench.onSession(() => {
      if (!isReady()) resolve()
    })
  })
  try {
    return await orInterrupted(interrupt, settlesWithin(systemClock, END_WAIT_MS, broke))
  } finally {
    stopListening()
  }
}

function eraFindings({ era }: Ready): readonly Finding[] {
  if (era !== 'bare') return []
  const message = 'It refused or ignored the handshake, and could only be opened without one.'
  return [{ severity: 'error', message, next: 'Let it answer initialize.' }]
}

async function readingFindings(
  job: Job,
  resources: readonly Resource[]
): Promise<readonly Finding[]> {
  const { workbench, server, interrupt } = job
  const findings: Finding[] = []
  for (const { uri } of resources.slice(0, READ_RESOURCES)) {
    if (workbench.report(server.id).state.phase !== 'ready') return findings
    const reading = workbench.readResource(server.id, uri)
    const { outcome } = await orInterrupted(interrupt, reading)
    const explained = explainOutcome(outcome)
    if (!explained) continue
    const message = `The resource ${uri} is listed, but cannot be read. ${explained.what}`
    findings.push({ severity: 'error', message, next: explained.next })
  }
  const rest = resources.length - READ_RESOURCES
  if (rest > 0)
    findings.push({ severity: 'info', message: `${rest} more resources were not read.` })
  return findings
}

/** Only the older era has it, and there every server has to answer it. */
async function pingFindings(job: Job, { era }: Ready): Promise<readonly Finding[]> {
  const { workbench, server, interrupt } = job
  if (era !== 'legacy' || workbench.report(server.id).state.phase !== 'ready') return []
  const outcome = await orInterrupted(interrupt, workbench.probe(server.id))
  const explained = explainOutcome(outcome)
  if (!explained) return []
  return [{ severity: 'error', message: `It does not answer ping. ${explained.what}` }]
}

/** How a server ends is part of how it is. */
async function end({ workbench, server, interrupt }: Job): Promise<readonly Finding[]> {
  await orInterrupted(interrupt, workbench.close(server.id))
  const { state } = workbench.report(server.id)
  if (state.phase !== 'idle' || state.note === undefined) return []
  const next = 'Let it end when its stdin is closed, or at SIGTERM.'
  return [{ severity: 'error', message: state.note, next }]
}

function countsOf({ workbench, server }: Job) {
  const { tools, resources, resourceTemplates, prompts } = workbench.report(server.id).catalogue
  return {
    tools: tools.length,
    resources: resources.length,
    resourceTemplates: resourceTemplates.length,
    prompts: prompts.length
  }
}
