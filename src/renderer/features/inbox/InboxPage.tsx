import type { ServerId } from '../../../shared/protocol/ids'
import type { InboxSummary, LeftItem } from '../../../shared/question/inbox'
import { SHEET_RECORDS } from '../../../shared/question/sheet-records'
import { selectItem, shownItem, useInbox } from '../../stores/calls/inbox'
import { useServerName } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { exactly, when } from '../../ui/time/day'
import { count, shortTimeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { GrantsTable } from './GrantsTable'
import { pauseServer } from './item/inbox-actions'
import { becameOf, RISK_WORDS } from './item/inbox-words'
import { PoliciesTable } from './PoliciesTable'
import styles from './inbox-page.module.css'

/** What servers ask of a person, what became of it, and what is remembered. */
export function InboxPage() {
  const { items, recent, paused } = useInbox()
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>Inbox</h1>
      <section aria-labelledby="inbox-waiting">
        <h2 id="inbox-waiting">Waiting for you</h2>
        {items.length === 0 ? (
          <p className={styles['none']}>
            Nothing to decide. What servers ask of a person waits here: consent, values, a model’s
            answer, folders.
          </p>
        ) : (
          <ul>
            {items.map((item) => (
              <WaitingRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </section>
      {paused.length > 0 && (
        <section aria-labelledby="inbox-paused">
          <h2 id="inbox-paused">Paused</h2>
          <p className={styles['none']}>What these servers ask is denied at once.</p>
          <ul>
            {paused.map((serverId) => (
              <PausedRow key={serverId} serverId={serverId} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="inbox-grants">
        <h2 id="inbox-grants">Remembered</h2>
        <GrantsTable />
      </section>
      <section aria-labelledby="inbox-policies">
        <h2 id="inbox-policies">Policies</h2>
        <PoliciesTable />
      </section>
      <section aria-labelledby="inbox-recent">
        <h2 id="inbox-recent">Recently</h2>
        {recent.length === 0 && (
          <p className={styles['none']}>Nothing has been asked since Patchbay was started.</p>
        )}
        <ul>
          {recent.map((left) => (
            <LeftRow key={left.id} left={left} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function WaitingRow({ item }: { readonly item: InboxSummary }) {
  const name = useServerName(item.serverId)
  const isShown = useInbox((state) => state.isOpen && shownItem(state).item?.id === item.id)
  return (
    <li>
      <button
        type="button"
        className={styles['row']}
        aria-current={isShown}
        onClick={() => selectItem(item.id)}
      >
        <span className={styles['kind']}>{SHEET_RECORDS[item.kind].name}</span>
        <span className={styles['what']}>
          <span>
            <ServerText>{item.title}</ServerText>
          </span>
          <span className={styles['hint']}>
            <ServerText>{name}</ServerText> · {RISK_WORDS[item.risk.level]}
            {item.repeats > 0 && ` · asked ${count(item.repeats + 1, 'time')}`}
          </span>
        </span>
        <time className={styles['hint']}>
          {shortTimeOfDay(item.receivedAt)}, until {shortTimeOfDay(item.expiresAt)}
        </time>
      </button>
    </li>
  )
}

function PausedRow({ serverId }: { readonly serverId: ServerId }) {
  const name = useServerName(serverId)
  return (
    <li className={styles['row']}>
      <span className={styles['what']}>
        <ServerText>{name}</ServerText>
      </span>
      <Button onClick={() => pauseServer(serverId, false)}>Go on</Button>
    </li>
  )
}

function LeftRow({ left }: { readonly left: LeftItem }) {
  const name = useServerName(left.serverId)
  return (
    <li className={styles['row']}>
      <span className={styles['kind']}>{SHEET_RECORDS[left.kind].name}</span>
      <span className={styles['what']}>
        <span>
          <ServerText>{left.title}</ServerText>
        </span>
        <span className={styles['hint']}>
          <ServerText>{name}</ServerText> · {becameOf(left)}
          {left.leaving === 'answered' && left.count > 1 && ` ${left.count} times`}
        </span>
      </span>
      <time className={styles['hint']} title={exactly(left.time)}>
        {when(left.time)}
      </time>
    </li>
  )
}
