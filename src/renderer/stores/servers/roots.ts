import { create } from 'zustand'
import type { RootsReport } from '../../../shared/question/inbox'

/** The folders that each server may be told of, as far as somebody has looked. */
export const useRoots = create<Readonly<Record<string, RootsReport>>>()(() => ({}))

export function updateRoots(report: RootsReport): void {
  useRoots.setState({ [report.serverId]: report })
}
