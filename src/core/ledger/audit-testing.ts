/** Records for tests. */
import type { AuditRecord } from '../../shared/traffic/audit'
import type { AuditClient } from './audit-client'
import type { Ending, Intent } from '../audit/log/audit-store'

export const EVERYTHING = { text: '' }
export const ALL_ROWS = { until: 1_000_000, from: 0, count: 1_000, isGrouped: false }
export const SETTINGS = { bytes: 1_000_000_000, days: 365 }
const FIRST_TIME = Date.UTC(2026, 0, 1, 12)

export function intent(token: string, more: Partial<Intent> = {}): Intent {
  return {
    token,
    time: FIRST_TIME,
    kind: 'request',
    method: 'tools/call',
    params: JSON.stringify({ name: 'echo', arguments: { text: token } }),
    sessionId: 'session-1',
    serverId: 'user:files',
    serverName: 'files',
    ...more
  }
}

export function ending(token: string, more: Partial<Ending> = {}): Ending {
  return { token, durationMs: 12, isFailed: false, result: '{"content":[]}', ...more }
}

/** As whoever opens a list of everything reads it. */
export async function allRows(thread: Pick<AuditClient, 'ask'>): Promise<readonly AuditRecord[]> {
  const { viewId } = await thread.ask('openView', { query: EVERYTHING, isGrouped: false })
  const { rows } = await thread.ask('rows', viewId, { from: 0, count: 1_000 })
  await thread.ask('closeView', viewId)
  return rows
}
