/** Opens the server of an examination once: whatever ends that is a finding, not something to mend. */
import type { Outcome } from '../../shared/calls/call'
import type { Catalogue } from '../../shared/calls/catalogue'
import type { ServerId } from '../../shared/protocol/ids'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { explainOutcome } from '../../shared/advice/explain'
import { LEGACY_REVISIONS } from '../../shared/protocol/revisions'
import type { SessionState } from '../../shared/servers/session-state'
import { visibleText } from '../../shared/text/visible-text'
import { settlesWithin, type Clock } from '../time/clock'
import type { Workbench } from '../workbench/workbench'
import { failed, ok, warning, whenAborted, type Verdict } from './check-list'

export type Ready = Extract<SessionState, { phase: 'ready' }>

export type Broken = {
  /** Whole sentences. */
  readonly reason: string
  readonly next?: string
  /** Undefined when it broke after it had been ready, or when our own time was up. */
  readonly code?: WorkbenchErrorCode
  /** It answered, and no revision was found that both sides speak. */
  readonly isVersion?: boolean
  readonly isLate?: boolean
}

export type Opening =
  | { readonly isReady: true; readonly state: Ready }
  | { readonly isReady: false; readonly broken: Broken }

export type Listing =
  { readonly broken: Broken } | { readonly verdict: Verdict; readonly failure?: Outcome }

type Surroundings = {
  readonly workbench: Workbench
  readonly clock: Clock
  readonly signal: AbortSignal
}

const SHOWN_FINDINGS = 3
/** A server that is about to end has stopped listening before its end is known. */
const END_WAIT_MS = 1_500

export async function openOnce(
  { workbench, clock, signal }: Surroundings,
  serverId: ServerId,
  limitMs: number
): Promise<Opening> {
  let stopListening = (): void => {}
  let stopWaiting = (): void => {}
  const waits = new Promise<Broken>((resolve) => {
    stopListening = workbench.onSession(({ state }) => {
      if (state.phase === 'waiting') resolve({ reason: state.reason })
    })
    stopWaiting = clock.after(limitMs, () => {
      resolve({ reason: `It was not ready within ${limitMs / 1_000} s.`, isLate: true })
    })
  })
  const opened = workbench.open(serverId, []).then(
    () => undefined,
    (error: unknown) => brokenBy(error, workbench.report(serverId).state)
  )
  try {
    const broken = await Promise.race([opened, waits, whenAborted(signal)])
    const { state } = workbench.report(serverId)
    if (!broken && state.phase === 'ready') return { isReady: true, state }
    return { isReady: false, broken: broken ?? whyNotReady(state) }
  } finally {
    stopListening()
    stopWaiting()
    // What is not ready by now is not to be opened again by itself.
    if (workbench.report(serverId).state.phase !== 'ready') void workbench.close(serverId)
  }
}

/** Why it is no longer ready; undefined while it is. */
function brokenSince(workbench: Workbench, serverId: ServerId): Broken | undefined {
  const { state } = workbench.report(serverId)
  return state.phase === 'ready' ? undefined : whyNotReady(state)
}

function brokenBy(error: unknown, state: SessionState): Broken {
  const { reason, next } = whyNotReady(state)
  const code = error instanceof WorkbenchError ? error.code : undefined
  const isProtocol = state.phase === 'failed' && state.tier === 'protocol'
  return {
    reason: state.phase === 'failed' ? reason : messageOf(error),
    ...(next !== undefined && { next }),
    ...(code !== undefined && { code }),
    isVersion: isProtocol && code === WorkbenchErrorCode.HandshakeFailed
  }
}

function whyNotReady(state: SessionState): Broken {
  switch (state.phase) {
    case 'failed':
      return { reason: state.reason, next: state.next }
    case 'waiting':
      return { reason: state.reason }
    default:
      return { reason: 'It did not stay open.' }
  }
}

export function versionVerdict({ era, protocolVersion, server }: Ready): Verdict {
  if (era === 'bare') {
    return warning(
      'It refused or ignored the handshake, and could only be opened without one.',
      'Let the server answer initialize.'
    )
  }
  const name = visibleText(`${server.name} ${server.version}`.slice(0, 200))
  const isOlder = era === 'legacy' && protocolVersion !== LEGACY_REVISIONS[0]
  const older = isOlder ? ` The newest revision of this era is ${LEGACY_REVISIONS[0]}.` : ''
  return ok(
    `It is ${name}, and speaks protocol version ${protocolVersion} (the ${era} era).${older}`
  )
}

/** Reads all lists, unless the server breaks meanwhile. */
export async function readLists(
  { workbench, clock, signal }: Surroundings,
  serverId: ServerId
): Promise<Listing> {
  let stopListening = (): void => {}
  const breaks = new Promise<Broken>((resolve) => {
    const look = (): void => {
      const broken = brokenSince(workbench, serverId)
      if (broken) resolve(broken)
    }
    stopListening = workbench.onSession(look)
    look()
  })
  // Asking one that is not ready would open it again.
  const read = brokenSince(workbench, serverId)
    ? breaks
    : workbench.list(serverId, { isForced: true }).then(
        () => brokenSince(workbench, serverId),
        (error: unknown) => brokenBy(error, workbench.report(serverId).state)
      )
  try {
    const broken = await Promise.race([breaks, read, whenAborted(signal)])
    if (broken) return { broken }
    const listing = catalogueListing(workbench.report(serverId).catalogue)
    if ('failure' in listing && listing.failure?.kind === 'connection-lost') {
      const isOver = await settlesWithin(clock, END_WAIT_MS, breaks)
      if (isOver) return { broken: await breaks }
    }
    return listing
  } finally {
    stopListening()
  }
}

function catalogueListing(catalogue: Catalogue): Listing {
  const { tools, resources, resourceTemplates, prompts, findings, failures } = catalogue
  const counts = [
    counted(tools.length, 'tool'),
    counted(resources.length, 'resource'),
    counted(resourceTemplates.length, 'resource template'),
    counted(prompts.length, 'prompt')
  ].join(', ')
  const failure = failures.tools
  const explained = failure && explainOutcome(failure)
  if (failure && explained) {
    const detail = `A list could not be read. ${explained.what} It has ${counts}.`
    return { verdict: failed(detail, explained.next), failure }
  }
  if (findings.length === 0) return { verdict: ok(`It has ${counts}.`) }
  const shown = findings
    .slice(0, SHOWN_FINDINGS)
    .map(({ message }) => message)
    .join(' ')
  const rest = findings.length - SHOWN_FINDINGS
  const more = rest > 0 ? ` There are ${rest} more such findings.` : ''
  const verdict = warning(
    `It has ${counts}. ${shown}${more}`,
    'Fix these findings in the server or in its definition. The rest of its lists can be used.'
  )
  return { verdict }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
