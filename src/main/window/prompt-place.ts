import type { WindowAsk } from '../../shared/question/records'

type Size = { readonly width: number; readonly height: number }
type Area = Size & { readonly x: number; readonly y: number }

export const PROMPT_SMALLEST: Size = { width: 480, height: 360 }
const TRUST_SIZE: Size = { width: 640, height: 560 }
const MODEL_SIZE: Size = { width: 560, height: 380 }
const VALUES_WIDTH = 520
const VALUES_BASE_HEIGHT = 190
const FIELD_HEIGHT = 110

export function promptSize(prompt: WindowAsk): Size {
  if (prompt.kind === 'model') return MODEL_SIZE
  if (prompt.kind !== 'values' || prompt.lines) return TRUST_SIZE
  const height = VALUES_BASE_HEIGHT + prompt.fields.length * FIELD_HEIGHT
  const { height: smallest } = PROMPT_SMALLEST
  return { width: VALUES_WIDTH, height: Math.min(TRUST_SIZE.height, Math.max(smallest, height)) }
}

/** In the middle of the window it belongs to, and wholly on its screen. */
export function placeOver(over: Area, size: Size, screen: Area): Area {
  const width = Math.min(size.width, screen.width)
  const height = Math.min(size.height, screen.height)
  const x = Math.round(over.x + (over.width - width) / 2)
  const y = Math.round(over.y + (over.height - height) / 2)
  return {
    x: Math.max(screen.x, Math.min(x, screen.x + screen.width - width)),
    y: Math.max(screen.y, Math.min(y, screen.y + screen.height - height)),
    width,
    height
  }
}
