/** Why the last call of a tool was not made, for as long as the person has not tried again. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'

export const useNotCalled = create<Readonly<Record<string, string | undefined>>>()(() => ({}))

export function setNotCalled(serverId: ServerId, tool: string, why: string | undefined): void {
  useNotCalled.setState({ [keyOf(serverId, tool)]: why })
}

export function useWhyNotCalled(serverId: ServerId, tool: string): string | undefined {
  return useNotCalled((state) => state[keyOf(serverId, tool)])
}

function keyOf(serverId: ServerId, tool: string): string {
  return `${serverId} ${tool}`
}
