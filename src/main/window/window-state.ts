import { isObject } from '../../shared/json/json'

export type WindowState = {
  readonly x?: number | undefined
  readonly y?: number | undefined
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
}

type Area = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const SMALLEST = { width: 720, height: 480 }
export const DEFAULT_WINDOW: WindowState = { width: 1280, height: 800, isMaximized: false }

/** As far as it can be understood; the rest is as in a first start. */
export function windowStateIn(written: unknown): WindowState {
  const { x, y, width, height, isMaximized } = isObject(written) ? written : {}
  return {
    x: isWhole(x) ? x : undefined,
    y: isWhole(y) ? y : undefined,
    width: isWhole(width) ? width : DEFAULT_WINDOW.width,
    height: isWhole(height) ? height : DEFAULT_WINDOW.height,
    isMaximized: isMaximized === true
  }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** Where the window opens: where it was, unless that is off every screen or larger than any. */
export function placeWindow(state: WindowState, screens: readonly Area[]): WindowState {
  const { x, y, isMaximized } = state
  const width = Math.max(SMALLEST.width, state.width)
  const height = Math.max(SMALLEST.height, state.height)
  const largest = screens.reduce<Area | undefined>(
    (best, screen) =>
      best && best.width * best.height > screen.width * screen.height ? best : screen,
    undefined
  )
  const fitted = {
    width: Math.min(width, largest?.width ?? width),
    height: Math.min(height, largest?.height ?? height),
    isMaximized
  }
  if (x === undefined || y === undefined) return fitted
  const isReachable = screens.some(
    (screen) =>
      x + width > screen.x + 100 &&
      x < screen.x + screen.width - 100 &&
      y >= screen.y - 10 &&
      y < screen.y + screen.height - 50
  )
  return isReachable ? { ...fitted, x, y } : fitted
}
