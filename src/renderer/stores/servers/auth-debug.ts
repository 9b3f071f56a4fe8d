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

/** A report of an earlier run that comes late does not replace a later one. */
export function withReport(state: AuthDebugState, report: AuthDebugReport): AuthDebugState {
  const { serverId, url, runId } = report
  const key = serverId ?? addressKey(url)
  const shown = state.byTarget[key]
  if (shown && shown.runId > runId) return state
  return { byTarget: { ...state.byTarget, [key]: report } }
}

export function updateAuthDebug(report: AuthDebugReport): void {
  useAuthDebug.setState((state) => withReport(state, report))
}
