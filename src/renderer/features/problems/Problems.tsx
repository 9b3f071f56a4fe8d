import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import type { Problem } from '../../../shared/problem'
import { request } from '../../bridge'
import { notify } from '../../stores/notices'
import { useProblems } from '../../stores/problems'
import { useServers } from '../../stores/servers'
import { selectServer } from '../../stores/view'
import { Button } from '../../ui/Button'
import { count, shortTimeOfDay } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { ServerText } from '../../ui/ServerText'
import { openServer } from '../servers/session-actions'
import styles from './problems.module.css'

/** What needs a person, behind its count in the status bar. */
export function Problems() {
  const problems = useProblems((state) => state.problems)
  const [isOpen, setIsOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  if (problems.length === 0 && !isOpen) return <span>0 problems</span>

  /** The button that was pressed goes away with its problem, so the panel takes the focus. */
  function handleDismiss(id: number): void {
    panel.current?.focus()
    request('problem.dismiss', { id }).catch(notify)
  }

  function handleOpen({ serverId }: Problem): void {
    setIsOpen(false)
    selectServer(serverId)
    openServer(serverId)
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger data-tone={problems.length > 0 ? 'bad' : 'quiet'}>
        {count(problems.length, 'problem')}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          className={styles['panel']}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          tabIndex={-1}
          aria-label="Problems"
        >
          {problems.length === 0 && <p className={styles['none']}>No problems are left.</p>}
          <ul>
            {problems.toReversed().map((problem) => (
              <li key={problem.id} className={styles['problem']}>
                <ProblemText problem={problem} />
                {canReopen(problem) && <Button onClick={() => handleOpen(problem)}>Open</Button>}
                <IconButton label="Dismiss" onClick={() => handleDismiss(problem.id)}>
                  <X aria-hidden="true" size={14} />
                </IconButton>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** A server that hung has been started again already, and one with another version is open. */
function canReopen({ kind }: Problem): boolean {
  return kind !== 'hung' && kind !== 'version'
}

function ProblemText({ problem: { serverId, message, time } }: { readonly problem: Problem }) {
  const server = useServers(({ servers }) => servers.find(({ id }) => id === serverId))
  return (
    <div className={styles['text']}>
      <p>
        <ServerText>{message}</ServerText>
      </p>
      <p className={styles['about']}>
        <ServerText>{server?.name ?? serverId}</ServerText> · <time>{shortTimeOfDay(time)}</time>
      </p>
    </div>
  )
}
