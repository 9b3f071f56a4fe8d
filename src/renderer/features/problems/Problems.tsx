import { CircleAlert, TriangleAlert, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { severityOf, type Problem, type Severity } from '../../../shared/traffic/problem'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { showProblems, useProblems } from '../../stores/window/problems'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { dayOf, exactly } from '../../ui/time/day'
import { count, shortTimeOfDay } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { act, labelOf } from './problem-actions'
import styles from './problems.module.css'

/** What needs a person, behind its count in the status bar. */
export function Problems() {
  const problems = useProblems((state) => state.problems)
  const isShown = useProblems((state) => state.isShown)
  const panel = useRef<HTMLDivElement>(null)
  if (problems.length === 0 && !isShown) return <span>0 problems</span>

  /** The button that was pressed goes away with its problem, so the panel takes the focus. */
  function handleDismiss(id: number): void {
    panel.current?.focus()
    request('problem.dismiss', { id }).catch(notify)
  }

  function handleAct(problem: Problem): void {
    showProblems(false)
    act(problem)
  }

  return (
    <Popover.Root open={isShown} onOpenChange={showProblems}>
      <Popover.Trigger data-tone={toneOf(problems)}>
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
          {problems.length === 0 ? (
            <p className={styles['none']}>
              No problems are left. What needs you is listed here, and goes when it is solved.
            </p>
          ) : (
            <ul>
              {problems.toReversed().map((problem) => (
                <ProblemRow
                  key={problem.id}
                  problem={problem}
                  onAct={() => handleAct(problem)}
                  onDismiss={() => handleDismiss(problem.id)}
                />
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function toneOf(problems: readonly Problem[]): string {
  if (problems.length === 0) return 'quiet'
  return problems.some((problem) => shownAs(problem) === 'error') ? 'bad' : 'busy'
}

/** Nothing has failed where you only have to sign in. */
function shownAs(problem: Problem): Severity {
  return problem.action.kind === 'sign-in' ? 'warning' : severityOf(problem)
}

type RowProps = {
  readonly problem: Problem
  readonly onAct: () => void
  readonly onDismiss: () => void
}

function ProblemRow({ problem, onAct, onDismiss }: RowProps) {
  return (
    <li className={styles['entry']} data-severity={shownAs(problem)}>
      <Mark problem={problem} />
      <div className={styles['text']}>
        <p>
          <ServerText>{problem.message}</ServerText>
        </p>
        <About problem={problem} />
      </div>
      <Button onClick={onAct}>{labelOf(problem.action)}</Button>
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" size={14} />
      </IconButton>
    </li>
  )
}

function Mark({ problem }: { readonly problem: Problem }): ReactNode {
  const severity = shownAs(problem)
  const Icon = severity === 'error' ? CircleAlert : TriangleAlert
  const word = severity === 'error' ? 'Error' : 'Warning'
  return (
    <span className={styles['mark']} title={word}>
      <Icon aria-label={word} role="img" size={16} />
    </span>
  )
}

function About({ problem: { serverId, time, until } }: { readonly problem: Problem }) {
  const name = useServers(({ names }) => serverId && (names[serverId] ?? serverId))
  return (
    <p className="ui-hint">
      {name === undefined ? 'Patchbay' : <ServerText>{name}</ServerText>} · <Moment time={time} />
      {until !== undefined && (
        <>
          {' '}
          · until <Moment time={until} />
        </>
      )}
    </p>
  )
}

/** A list that is open over midnight still says which day it means. */
function Moment({ time }: { readonly time: number }) {
  return <time title={exactly(time)}>{dayOf(time, Date.now()) ?? shortTimeOfDay(time)}</time>
}
