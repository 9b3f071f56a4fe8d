import { useEffect, useState } from 'react'
import type { ListKind } from '../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import { messageOf } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { Button } from '../../ui/controls/Button'
import { Skeleton } from '../../ui/panes/Skeleton'
import { TextDiff } from '../../ui/editor/TextDiff'
import styles from './catalogue.module.css'

type Props = {
  readonly serverId: ServerId
  readonly kind: ListKind
  /** The name, URI or template. */
  readonly itemKey: string
  readonly change: CatalogueChange['change'] | undefined
  /** The item as it is now; undefined when it is gone. */
  readonly item: unknown
}

/** Says that something is not as the person last saw it, and shows what is different. */
export function ItemChange({ serverId, kind, itemKey, change, item }: Props) {
  const [isShown, setIsShown] = useState(false)
  if (change === undefined) return null
  return (
    <>
      <p className={styles['line']} role="status">
        <span>{WORDS[change]}</span>
        {change === 'changed' && (
          <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide what changed' : 'Show what changed'}
          </Button>
        )}
        <Button
          onClick={() => {
            request('catalogue.seen', { serverId, kind, key: itemKey }).catch(notify)
          }}
        >
          Mark as seen
        </Button>
      </p>
      {isShown && change === 'changed' && (
        <div className={styles['diff']}>
          <Difference {...{ serverId, kind, itemKey, item }} />
        </div>
      )}
    </>
  )
}

const WORDS: Readonly<Record<CatalogueChange['change'], string>> = {
  new: 'New: it was not there when you last looked.',
  changed: 'Changed since you last saw it.',
  gone: 'The server no longer lists it.'
}

function Difference({ serverId, kind, itemKey, item }: Omit<Props, 'change'>) {
  const [before, setBefore] = useState<{ readonly text?: string; readonly why?: string }>()
  useEffect(() => {
    let isStale = false
    void readBefore(serverId, kind, itemKey).then((read) => {
      if (!isStale) setBefore(read)
    })
    return () => {
      isStale = true
    }
  }, [serverId, kind, itemKey])
  if (!before) return <Skeleton rows={4} />
  if (before.text === undefined) return <p className={styles['line']}>{before.why}</p>
  return (
    <TextDiff
      before={before.text}
      after={JSON.stringify(item, null, 2)}
      label="What changed"
      language="json"
    />
  )
}

async function readBefore(
  serverId: ServerId,
  kind: ListKind,
  key: string
): Promise<{ readonly text?: string; readonly why?: string }> {
  try {
    const text = await request('catalogue.before', { serverId, kind, key })
    if (text === null) return { why: 'How it was before is not known any more.' }
    return { text: JSON.stringify(fromJson(text), null, 2) }
  } catch (error) {
    return { why: messageOf(error) }
  }
}
