/**
 * The panes of the window: servers, page, traffic and inbox. F6 and Shift+F6 lead from one to the
 * next, and in each of them back to where you were.
 */
export type PaneName = 'servers' | 'page' | 'traffic' | 'inbox'

const REACHABLE =
  ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex="-1"])'

const lastFocused = new Map<PaneName, HTMLElement>()
let lastPane: PaneName | undefined

/** Remembers where you are in each pane. Gives back how to end that. */
export function rememberFocus(): () => void {
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    lastPane = paneOf(target)
    if (lastPane) lastFocused.set(lastPane, target)
  }
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

export function focusNextPane(step: 1 | -1): void {
  const panes = visiblePanes()
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const start = at === -1 && step === -1 ? 0 : at
  const next = panes.at((start + step) % Math.max(1, panes.length))
  if (next) enter(next)
}

/** Whoever was in a pane that was hidden goes on in the page. */
export function leaveHiddenPane(name: PaneName): void {
  if (lastPane !== name) return
  const page = visiblePanes().find((pane) => pane.dataset['windowPane'] === 'page')
  if (page) enter(page)
}

function visiblePanes(): readonly HTMLElement[] {
  const panes = document.querySelectorAll<HTMLElement>('[data-window-pane]')
  return [...panes].filter(isVisible)
}

function enter(pane: HTMLElement): void {
  const before = lastFocused.get(pane.dataset['windowPane'] as PaneName)
  if (before && pane.contains(before) && isVisible(before)) return before.focus()
  const reachable = [...pane.querySelectorAll<HTMLElement>(REACHABLE)]
  reachable.find(isVisible)?.focus()
}

function paneOf(element: Element): PaneName | undefined {
  return element.closest<HTMLElement>('[data-window-pane]')?.dataset['windowPane'] as
    PaneName | undefined
}

function isVisible(element: Element): boolean {
  return element.checkVisibility()
}
