/** The last run of the authorization debugger for each server, and for each address that is not saved. */
import { create } from 'zustand'
import type { AuthDebugReport } from '../../../shared/sign-in/auth-debug'
import type { ServerId } from '../../../shared/protocol/ids'

export type AuthTarget = { readonly serverId: ServerId } | { readonly url: string }

type AuthDebugState = { readonly byTarget: Readonly<Record<string, AuthDebugReport>> }

export function emptyAuthDebug(): AuthDebugState {
  return { byTarget: {} }
}

export const useAuthDebug = create<AuthDebugState>()(emptyAuthDebug)

/** An address is known by what was typed, so that its run is found again. */
export function keyOf(target: AuthTarget): string {
  return 'serverId' in target ? target.serverId : addressKey(target.url)
}

function addressKey(url: string): string {
  return `address ${URL.canParse(url) ? new URL(url).href : url}`
}

/**
 * A report of an earlier run that comes late does not replace a later one. What a report tells of an
 * address need not be all that was typed, so only `target` says what it is known by.
 */
export function withReport(
  { byTarget }: AuthDebugState,
  report: AuthDebugReport,
  target?: AuthTarget
): AuthDebugState {
  const { serverId, url, runId } = report
  const isSame = ([, { runId: other }]: readonly [string, AuthDebugReport]): boolean =>
    other === runId
  const known = Object.entries(byTarget).find(isSame)?.[0]
  const key = target ? keyOf(target) : (known ?? serverId ?? addressKey(url))
  const shown = byTarget[key]
  if (shown && shown.runId > runId) return { byTarget }
  const others = Object.entries(byTarget).filter((entry) => !isSame(entry))
  return { byTarget: { ...Object.fromEntries(others), [key]: report } }
}

export function updateAuthDebug(report: AuthDebugReport, target?: AuthTarget): void {
  useAuthDebug.setState((state) => withReport(state, report, target))
}
