import { Popover } from 'radix-ui'
import type { ComponentProps } from 'react'

/** What lies over the page, beside what has opened it. */
export function PopoverPanel(props: ComponentProps<typeof Popover.Content>) {
  return (
    <Popover.Portal container={document.querySelector('main')}>
      <Popover.Content align="start" sideOffset={4} collisionPadding={8} {...props} />
    </Popover.Portal>
  )
}
