import { useState } from 'react'
import type { ResourceReading } from '../../../shared/exchange'
import { shortTimeOfDay } from '../../ui/format'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { TextDiff } from '../../ui/TextDiff'
import pane from '../exchange/exchange-pane.module.css'
import { useAnswer } from '../exchange/use-answer'
import { contentsText } from './version-text'
import styles from './resources.module.css'

type Props = {
  /** Newest first. */
  readonly versions: readonly ResourceReading[]
}

/** What was different each time that a resource was read. */
export function Versions({ versions }: Props) {
  const [chosen, setChosen] = useState<number>()
  // By when it was read: the newest stays the newest when another comes.
  const found = versions.findIndex(({ readAt }) => readAt === chosen)
  const index = found === -1 || found === versions.length - 1 ? 0 : found
  const after = versions[index]
  const before = versions[index + 1]
  return (
    <div className={styles['versions']}>
      <ul className={styles['versionList']} aria-label="Changes">
        {versions.slice(0, -1).map(({ readAt }, place) => (
          <li key={readAt}>
            <button
              type="button"
              aria-current={place === index ? 'true' : undefined}
              onClick={() => setChosen(place === 0 ? undefined : readAt)}
            >
              <time>{shortTimeOfDay(readAt)}</time>
              {place === 0 && <span>newest</span>}
            </button>
          </li>
        ))}
      </ul>
      {after && before && (
        <Difference key={`${before.readAt} ${after.readAt}`} before={before} after={after} />
      )}
    </div>
  )
}

type DifferenceProps = { readonly before: ResourceReading; readonly after: ResourceReading }

function Difference({ before, after }: DifferenceProps) {
  const older = useAnswer(before)
  const newer = useAnswer(after)
  if (older?.kind === 'gone' || newer?.kind === 'gone') {
    return (
      <EmptyState title="These two cannot be compared">
        One of them is no longer kept in the traffic.
      </EmptyState>
    )
  }
  if (older?.kind !== 'value' || newer?.kind !== 'value') return <Skeleton rows={6} />
  const isCut = [older.body, newer.body].some((body) => (body?.cuts.length ?? 0) > 0)
  const text = contentsText(newer.value)
  return (
    <>
      {isCut && (
        <p className={pane['note']}>Only the beginnings are compared: the whole is too large.</p>
      )}
      <div className={styles['difference']}>
        <TextDiff
          before={contentsText(older.value).text}
          after={text.text}
          label="Contents"
          language={text.language}
        />
      </div>
    </>
  )
}
