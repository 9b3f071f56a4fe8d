/** How texts are shown. One choice for all of them, kept until another one is made. */
import { create } from 'zustand'

export type TextView = 'plain' | 'markdown' | 'tree'

export const useTextView = create<{ readonly view: TextView }>()(() => ({ view: 'plain' }))

export function chooseTextView(view: TextView): void {
  useTextView.setState({ view })
}
