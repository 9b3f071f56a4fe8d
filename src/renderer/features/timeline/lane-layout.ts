/** How high lanes are, and where each begins. */
import type { Lane, PlacedBar } from './pack-lanes'

export const BAR_PX = 16
const ROW_PX = 20
const PADDING_PX = 4
/** Where there is no room beside the bars, the name of the server stands above them. */
const HEAD_PX = 20

export type LaidLane = {
  readonly lane: Lane
  readonly top: number
  readonly height: number
  /** Where its first row begins, within the lane. */
  readonly rowsTop: number
}

export function layLanes(
  lanes: readonly Lane[],
  isNarrow: boolean
): { readonly lanes: readonly LaidLane[]; readonly height: number } {
  const rowsTop = PADDING_PX + (isNarrow ? HEAD_PX : 0)
  let top = 0
  const laid = lanes.map((lane) => {
    const height = rowsTop + lane.rows * ROW_PX + PADDING_PX
    top += height
    return { lane, top: top - height, height, rowsTop }
  })
  return { lanes: laid, height: top }
}

/** Within its lane. */
export function topOf({ row }: Pick<PlacedBar, 'row'>, { rowsTop }: LaidLane): number {
  return rowsTop + row * ROW_PX + (ROW_PX - BAR_PX) / 2
}

/** How far to scroll so that all of it is in view; as far as it is, if it is. */
export function scrolledTo(
  top: number,
  height: number,
  seen: { readonly top: number; readonly height: number }
): number {
  if (top < seen.top) return top
  return Math.max(seen.top, top + height - seen.height)
}
