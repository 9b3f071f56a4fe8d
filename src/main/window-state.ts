import { z } from 'zod'

export const WindowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().default(1280),
  height: z.number().int().default(800),
  isMaximized: z.boolean().default(false)
})
export type WindowState = z.infer<typeof WindowState>

type Area = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const SMALLEST = { width: 720, height: 480 }
export const DEFAULT_WINDOW: WindowState = WindowState.parse({})

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
