/** Below these a window has room for its panes only when each of them begins small. */
const NARROW_PX = 1_000
const LOW_PX = 700

/** How wide a pane begins; from then on it is as wide as the person makes it. */
export function defaultWidth(roomy: number, narrow: number): number {
  return innerWidth < NARROW_PX ? narrow : roomy
}

export function defaultHeight(roomy: string, low: string): string {
  return innerHeight < LOW_PX ? low : roomy
}
