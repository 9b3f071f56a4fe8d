import { useEffect, useState } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import type { ResourceReading } from '../../../shared/calls/exchange'
import { shortTimeOfDay } from '../../ui/text/format'
import { EmptyState } from '../../ui/panes/EmptyState'
import { Skeleton } from '../../ui/panes/Skeleton'
import { TextDiff } from '../../ui/editor/TextDiff'
import { compareVersions, type ComparedVersions } from './compared-versions'
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
type Loaded = ComparedVersions | { readonly why: string }

function Difference({ before, after }: DifferenceProps) {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isStale = false
    const show = (found: Loaded): void => {
      if (!isStale) setLoaded(found)
    }
    compareVersions(before, after).then(show, (error: unknown) => show({ why: messageOf(error) }))
    return () => {
      isStale = true
    }
  }, [before, after])
  if (!loaded) return <Skeleton rows={6} />
  if ('why' in loaded) {
    return <EmptyState title="These two cannot be compared">{loaded.why}</EmptyState>
  }
  return (
    <div className={styles['difference']}>
      <TextDiff {...loaded} label="Contents" />
    </div>
  )
}
