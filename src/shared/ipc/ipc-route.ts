/** One request that the window may make. */
import type { z } from 'zod'

export type Route = { readonly input: z.ZodType; readonly output: unknown }

/** Input is parsed, because a window can be taken over. Output is only typed: main makes it itself. */
export function route<Output>() {
  return <Input extends z.ZodType>(input: Input): { input: Input; output: Output } => ({
    input,
    output: undefined as Output
  })
}
