/** Why a server was not even started, for as long as the person has not tried again. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'

export type Refusal = {
  /** Whole sentences. */
  readonly message: string
  /** The secrets that it lacks. */
  readonly secrets: readonly string[]
}

export const useRefusals = create<{ readonly byServer: Readonly<Record<string, Refusal>> }>()(
  () => ({ byServer: {} })
)

/** Of servers that have become others, what was said does not hold any more. */
export function dropRefusals(serverIds: readonly ServerId[]): void {
  useRefusals.setState(({ byServer }) => ({
    byServer: Object.fromEntries(
      Object.entries(byServer).filter(([id]) => !serverIds.includes(id as ServerId))
    )
  }))
}

export function setRefusal(serverId: ServerId, refusal: Refusal | undefined): void {
  useRefusals.setState(({ byServer }) => {
    const { [serverId]: _before, ...others } = byServer
    return { byServer: refusal ? { ...others, [serverId]: refusal } : others }
  })
}
