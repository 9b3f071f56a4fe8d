/** How results are shown. One choice for all tools, so that going from one to the next changes nothing. */
import { create } from 'zustand'

export type View = 'rendered' | 'structured' | 'raw' | 'sent'

type ResultView = { readonly view: View; readonly isHistoryOpen: boolean }

export const useResultView = create<ResultView>()(() => ({ view: 'rendered', isHistoryOpen: true }))

export function chooseView(view: View): void {
  useResultView.setState({ view })
}

export function openHistory(isHistoryOpen: boolean): void {
  useResultView.setState({ isHistoryOpen })
}
