import { Popover } from 'radix-ui'
import { useMemo } from 'react'
import { adviceOn } from '../../../shared/advice'
import type { Tool } from '../../../shared/catalogue'
import { count } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import styles from './tool-header.module.css'

/** What Patchbay would advise the author of a tool, for whoever wants to know. */
export function Remarks({ tool }: { readonly tool: Tool }) {
  const advice = useMemo(() => adviceOn(tool), [tool])
  if (advice.length === 0) return null
  return (
    <Popover.Root>
      <Popover.Trigger className={styles['remarks']}>
        {count(advice.length, 'remark')}
      </Popover.Trigger>
      <Popover.Portal container={document.querySelector('main')}>
        <Popover.Content
          className={styles['panel']}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Remarks on this tool"
        >
          <p className={styles['panelTitle']}>What Patchbay would say to its author</p>
          <ul>
            {advice.map(({ rule, pointer, message, reason }, index) => (
              <li key={index} data-rule={rule}>
                <p>
                  <ServerText>{message}</ServerText>
                  {pointer !== undefined && pointer !== '' && (
                    <code>
                      <ServerText>{pointer}</ServerText>
                    </code>
                  )}
                </p>
                <p className={styles['subtle']}>{reason}</p>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
