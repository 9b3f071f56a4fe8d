import { useEffect, useRef, type ReactNode } from 'react'
import type { InboxItem } from '../../../../shared/question/inbox'
import { SHEET_RECORDS } from '../../../../shared/question/sheet-records'
import { request } from '../../../bridge/bridge'
import { useCalls } from '../../../stores/calls/calls'
import { useInbox } from '../../../stores/calls/inbox'
import { notify } from '../../../stores/window/notices'
import { useServerName, useServers } from '../../../stores/servers/servers'
import { count, seconds } from '../../../ui/text/format'
import { isWriting } from '../../../ui/attention/is-writing'
import { ServerText } from '../../../ui/text/ServerText'
import { useSecondsLeft } from '../../../ui/time/use-seconds-left'
import { useSeenToEnd } from '../../../ui/attention/use-seen-to-end'
import { useShield } from '../../../ui/attention/use-shield'
import { revealFrame } from '../../../stores/records/dock'
import { Origin } from './Origin'
import { RiskNote } from './RiskNote'
import { isHeld } from './sheet-focus'
import styles from './inbox.module.css'

export type Guard = {
  /** A click may still have been meant for something else. */
  readonly isShielded: boolean
  /** The person has had the time, and where it matters has seen everything. */
  readonly canAllow: boolean
}

type Props = {
  readonly item: InboxItem
  readonly problem: string | undefined
  readonly actions: (guard: Guard) => ReactNode
  /** By the keys A and D; without one of them the key does nothing. */
  readonly onAllow?: (() => void) | undefined
  readonly onDeny?: (() => void) | undefined
  /** By Enter with Control, where the person has written something. */
  readonly onSend?: (() => void) | undefined
  /** What is missing before it can be answered. */
  readonly hint?: string | undefined
  /** Is another when something has come by itself that the person has to see first. */
  readonly news?: unknown
  /** What has an effect before it is answered needs the same care. */
  readonly children: ReactNode | ((guard: Guard) => ReactNode)
}

/** Who asks, how risky it is, all that it says, and below it what the person can do. */
export function ItemFrame(props: Props) {
  const { item, problem, actions, onAllow, onDeny, onSend, hint, news, children } = props
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const hasSeenAll = useSeenToEnd(scroller, end)
  const isShielded = useShield(news)
  useEffect(() => {
    if (hasSeenAll) request('inbox.seeEnd', { id: item.id }).catch(notify)
  }, [hasSeenAll, item.id])
  const flood = useFlood(item)
  const { readFirst, unanswered } = SHEET_RECORDS[item.ask.kind]
  const mustRead = item.risk.level === 'high' && !hasSeenAll
  const canAllow = !isShielded && !mustRead
  useLetterKeys(frame, {
    a: canAllow ? onAllow : undefined,
    d: isShielded ? undefined : onDeny,
    [SEND]: canAllow ? onSend : undefined
  })
  return (
    <div ref={frame} className={styles['item']}>
      <Who item={item} />
      <div
        ref={scroller}
        className={styles['content']}
        role="region"
        aria-label="What it asks"
        tabIndex={0}
      >
        <AskedIn item={item} />
        <RiskNote risk={item.risk} />
        {typeof children === 'function' ? children({ isShielded, canAllow }) : children}
        <div ref={end} />
      </div>
      <div className={styles['footer']}>
        {problem !== undefined && (
          <p className="ui-problem" role="alert">
            <ServerText>{problem}</ServerText>
          </p>
        )}
        <p className={styles['hint']}>
          {mustRead ? `${readFirst} ` : hint !== undefined && `${hint} `}
          {flood > 0 &&
            `${count(flood, 'more question was', 'more questions were')} cancelled by Patchbay: too many at once. `}
          {item.repeats > 0 &&
            `Asked ${count(item.repeats + 1, 'time')}; all get the same answer. `}
          {unanswered} unless you answer within <TimeLeft until={item.expiresAt} />.
        </p>
        <div className={styles['buttons']}>{actions({ isShielded, canAllow })}</div>
      </div>
    </div>
  )
}

function Who({ item }: { readonly item: InboxItem }) {
  const name = useServerName(item.serverId)
  const [before, after] = SHEET_RECORDS[item.ask.kind].around
  const server = useServers(({ servers }) => servers.find(({ id }) => id === item.serverId))
  return (
    <div className={styles['who']}>
      <h3>
        {before}
        <ServerText>{name}</ServerText>
        {after}
      </h3>
      {server && <Origin server={server} />}
      {server?.warnings
        .filter(({ kind }) => kind === 'look-alike')
        .map(({ message }) => (
          <p key={message} className="ui-problem">
            <ServerText>{message}</ServerText>
          </p>
        ))}
    </div>
  )
}

/** Leads to the frame that asks, in the traffic, and names what was going on. */
function AskedIn({ item: { serverId, seq, during } }: { readonly item: InboxItem }) {
  const isRunning = useCalls(({ calls }) =>
    calls.some((call) => call.serverId === serverId && !call.outcome && during.includes(call.tool))
  )
  if (seq === undefined) return null
  return (
    <p className={styles['hint']}>
      asked in{' '}
      <button type="button" className={styles['link']} onClick={() => revealFrame(seq)}>
        frame #{seq}
      </button>
      {during.length > 0 && (
        <>
          , while <ServerText>{namesOf(during)}</ServerText> {runningWord(during.length, isRunning)}
        </>
      )}
    </p>
  )
}

function runningWord(tools: number, isRunning: boolean): string {
  if (isRunning) return tools === 1 ? 'runs' : 'run'
  return tools === 1 ? 'ran; that call has ended' : 'ran; those calls have ended'
}

const MOST_NAMES = 3
const LONGEST_NAME = 80

/** Not so many and so long that what is asked would be out of sight. */
function namesOf(tools: readonly string[]): string {
  const names = tools
    .slice(0, MOST_NAMES)
    .map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name))
  const others = tools.length - names.length
  return `${names.join(', ')}${others > 0 ? ` and ${count(others, 'more tool')}` : ''}`
}

/** A flood is of one moment. What is asked long after it has nothing to do with it. */
const FLOOD_MS = 10_000

/** The person sees few of very many. */
function useFlood({ serverId, receivedAt }: InboxItem): number {
  return useInbox(({ recent }) => {
    const flood = recent.find((left) => left.serverId === serverId && left.leaving === 'flood')
    return flood && flood.time >= receivedAt - FLOOD_MS ? flood.count : 0
  })
}

function TimeLeft({ until }: { readonly until: number }) {
  const left = useSecondsLeft(until)
  return <>{seconds(left)}</>
}

const SEND = 'send'

/** Letters count only where none are written. */
function actionKeyOf(event: KeyboardEvent): string {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey) return key === 'Enter' ? SEND : ''
  const isFree = !isWriting(target) && !(target as HTMLElement).closest('select')
  return isFree && !event.altKey ? key.toLowerCase() : ''
}

/** Only where the sheet has the focus. */
function useLetterKeys(
  frame: { readonly current: HTMLElement | null },
  actions: Readonly<Record<string, (() => void) | undefined>>
): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const sheet = frame.current?.closest<HTMLElement>('[data-sheet]')
    const handleKey = (event: KeyboardEvent): void => {
      if (event.repeat) return
      const key = actionKeyOf(event)
      const action = latest.current[key]
      if (!action || isHeld(sheet)) return
      event.preventDefault()
      action()
    }
    sheet?.addEventListener('keydown', handleKey)
    return () => sheet?.removeEventListener('keydown', handleKey)
  }, [frame])
}
