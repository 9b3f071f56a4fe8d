/** The file that remembers where the window was. */
import { z } from 'zod'
import { DEFAULT_WINDOW, type WindowState } from './window-state'

export const WindowFileSchema = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().default(DEFAULT_WINDOW.width),
  height: z.number().int().default(DEFAULT_WINDOW.height),
  isMaximized: z.boolean().default(DEFAULT_WINDOW.isMaximized)
}) satisfies z.ZodType<WindowState>
