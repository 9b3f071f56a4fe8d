import type { ServerId } from '../../../shared/ids'
import { isOpen } from '../../../shared/session-state'
import { useCalls } from '../../stores/calls'
import { useSessions } from '../../stores/sessions'
import { count } from '../../ui/format'

/** A server is known by its name, so with another one its session ends; better said before. */
export function useRenameHint(id: ServerId | undefined): string | undefined {
  const state = useSessions(({ byServer }) => (id ? byServer[id]?.state : undefined))
  const running = useCalls(
    ({ calls }) => calls.filter(({ serverId, outcome }) => serverId === id && !outcome).length
  )
  if (!state || !isOpen(state) || state.phase === 'closing') return undefined
  const calls = running === 0 ? '' : ` and ends its ${count(running, 'running call')}`
  return `It is open. Another name closes it${calls}.`
}
