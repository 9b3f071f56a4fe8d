/** Draws components for tests, with what the window has around everything. */
import { Tooltip } from 'radix-ui'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let last: Root | undefined

// What the next test sets up is not for what this one has drawn.
afterEach(clear)

/** What was drawn before is gone then. */
export async function drawn(children: ReactNode): Promise<HTMLElement> {
  await clear()
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  last = root
  await act(async () => root.render(<Tooltip.Provider>{children}</Tooltip.Provider>))
  return place
}

async function clear(): Promise<void> {
  await act(async () => last?.unmount())
  last = undefined
}
