/** How results are shown. One choice for all tools, so that going from one to the next changes nothing. */
import { create } from 'zustand'

export type View = 'rendered' | 'structured' | 'raw' | 'sent'

type ResultView = {
  readonly view: View
  readonly isHistoryOpen: boolean
  readonly isFinding: boolean
  /** Counts how often somebody asked for the find bar, which then takes the focus. */
  readonly findAsks: number
  /** What is looked for, in whatever result is shown. */
  readonly findText: string
}

export const useResultView = create<ResultView>()(() => ({
  view: 'rendered',
  isHistoryOpen: true,
  isFinding: false,
  findAsks: 0,
  findText: ''
}))

/** What had the focus before the find bar. */
let opener: HTMLElement | undefined

/** How many results are shown that a text can be found in. */
let findable = 0

/** A result is shown, until the returned function is called. */
export function offerFind(): () => void {
  findable += 1
  return () => void (findable -= 1)
}

/** Does nothing where no result is shown. */
export function openFind(): void {
  if (findable === 0) return
  const { isFinding } = useResultView.getState()
  const { activeElement } = document
  if (!isFinding) opener = activeElement instanceof HTMLElement ? activeElement : undefined
  useResultView.setState(({ findAsks }) => ({ isFinding: true, findAsks: findAsks + 1 }))
}

let answeredAsks = 0

/** Whether somebody has asked for the find bar since this was last called. */
export function takeFindAsk(): boolean {
  const { findAsks } = useResultView.getState()
  const isNew = findAsks > answeredAsks
  answeredAsks = findAsks
  return isNew
}

export function writeFind(findText: string): void {
  useResultView.setState({ findText })
}

/** Returns the element that had the focus before. */
export function closeFind(): HTMLElement | undefined {
  useResultView.setState({ isFinding: false })
  return opener
}

export function chooseView(view: View): void {
  useResultView.setState({ view })
}

export function openHistory(isHistoryOpen: boolean): void {
  useResultView.setState({ isHistoryOpen })
}
