import { create } from 'zustand'
import type { TrustRecord } from '../../../shared/servers/configuration'
import { request } from '../../bridge/bridge'

/** Undefined until it is known. */
export const useTrust = create<{ readonly records?: readonly TrustRecord[] }>()(() => ({}))

export function setTrust(records: readonly TrustRecord[]): void {
  useTrust.setState({ records })
}

/** Asks anew. What main tells meanwhile is newer than its answer. */
export async function loadTrust(): Promise<void> {
  const { records } = useTrust.getState()
  const answer = await request('trust.list')
  if (useTrust.getState().records === records) setTrust(answer)
}
