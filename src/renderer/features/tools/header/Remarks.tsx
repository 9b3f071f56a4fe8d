import { Popover } from 'radix-ui'
import { useMemo } from 'react'
import { adviceOn } from '../../../../shared/advice/advice'
import type { Tool } from '../../../../shared/calls/catalogue'
import { PopoverPanel } from '../../../ui/controls/PopoverPanel'
import { count } from '../../../ui/text/format'
import { ServerText } from '../../../ui/text/ServerText'
import { groupAdvice, type AdviceGroup } from './advice-groups'
import styles from './remarks.module.css'

/** What Patchbay would advise the author of a tool, for whoever wants to know. */
export function Remarks({ tool }: { readonly tool: Tool }) {
  const advice = useMemo(() => adviceOn(tool), [tool])
  const groups = useMemo(() => groupAdvice(advice), [advice])
  if (advice.length === 0) return null
  return (
    <Popover.Root>
      <Popover.Trigger className="ui-unfold">{count(advice.length, 'remark')}</Popover.Trigger>
      <PopoverPanel className={styles['panel']} align="end" aria-label="Remarks on this tool">
        <p className={styles['title']}>What Patchbay would say to its author</p>
        <ul>
          {groups.map((group, index) => (
            <Group key={index} group={group} />
          ))}
        </ul>
      </PopoverPanel>
    </Popover.Root>
  )
}

function Group({ group }: { readonly group: AdviceGroup }) {
  const { rule, heading, reason, places } = group
  return (
    <li data-rule={rule}>
      {places.length === 0 ? (
        <p>
          <ServerText>{heading}</ServerText>
        </p>
      ) : (
        <details>
          <summary>
            {heading} <span className={styles['count']}>{places.length}</span>
          </summary>
          <ul className={styles['places']}>
            {places.map((place, index) => (
              <li key={index}>
                <code>
                  <ServerText>{place}</ServerText>
                </code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className={styles['reason']}>{reason}</p>
    </li>
  )
}
