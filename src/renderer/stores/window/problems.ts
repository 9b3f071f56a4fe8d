import { create } from 'zustand'
import type { Problem } from '../../../shared/traffic/problem'

type ProblemsState = {
  readonly problems: readonly Problem[]
  /** Main has told of a change, which is newer than any answer it gave. */
  readonly isTold: boolean
  /** Whether the list is open. */
  readonly isShown: boolean
}

export function emptyProblems(): ProblemsState {
  return { problems: [], isTold: false, isShown: false }
}

export const useProblems = create<ProblemsState>()(emptyProblems)

export function updateProblems(problems: readonly Problem[]): void {
  useProblems.setState({ problems, isTold: true })
}

/** What main had when it was asked; what has changed since is newer. */
export function startProblems(listed: readonly Problem[]): void {
  useProblems.setState((state) => (state.isTold ? state : { problems: listed }))
}

export function showProblems(isShown: boolean): void {
  useProblems.setState({ isShown })
}
