/** What is known of the sign-ins to servers. Servers that have asked nobody who they are have none. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SignInReport, SignInState } from '../../../shared/sign-in/sign-in'

type SignInsState = { readonly byServer: Readonly<Record<string, SignInState>> }

export const useSignIns = create<SignInsState>()(() => ({ byServer: {} }))

const UNKNOWN: SignInState = { phase: 'unknown' }

export function useSignIn(serverId: ServerId): SignInState {
  return useSignIns(({ byServer }) => byServer[serverId]) ?? UNKNOWN
}

export function updateSignIn({ serverId, state }: SignInReport): void {
  useSignIns.setState(({ byServer }) => ({ byServer: { ...byServer, [serverId]: state } }))
}

/** What main had when it was asked; what has changed since is newer. */
export function startSignIns(reports: readonly SignInReport[]): void {
  const listed = Object.fromEntries(reports.map(({ serverId, state }) => [serverId, state]))
  useSignIns.setState(({ byServer }) => ({ byServer: { ...listed, ...byServer } }))
}

/** You can sign in, and nothing works before you have. */
export function needsSignIn(state: SignInState): boolean {
  return state.phase === 'needed' || (state.phase === 'failed' && !state.facts)
}
