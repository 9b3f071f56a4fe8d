/** Draws components for tests, with what the window has around everything. */
import { Tooltip } from 'radix-ui'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let last: Root | undefined

/** What was drawn before is gone then. */
export async function drawn(children: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div')
  await act(async () => last?.unmount())
  document.body.replaceChildren(place)
  const root = createRoot(place)
  last = root
  await act(async () => root.render(<Tooltip.Provider>{children}</Tooltip.Provider>))
  return place
}
