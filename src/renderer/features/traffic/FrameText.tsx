import { memo, useEffect, useState } from 'react'
import { messageOf } from '../../../shared/errors'
import { layOutJson } from '../../../shared/json-text'
import { request } from '../../bridge'
import { CodeEditor } from '../../ui/CodeEditor'
import { count } from '../../ui/format'
import { Skeleton } from '../../ui/Skeleton'
import styles from './traffic.module.css'

/** The editor takes longer than a person notices for more than this. */
const SHOWN_CHARS = 200_000

type Loaded =
  | { readonly kind: 'text'; readonly text: string; readonly rest: number }
  | { readonly kind: 'gone'; readonly why: string }

type Props = {
  readonly seq: number
  readonly label: string
  /** As it was on the wire. Otherwise laid out, if it is JSON. */
  readonly isExact: boolean
}

export const FrameText = memo(function FrameText({ seq, label, isExact }: Props) {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isStale = false
    void load(seq).then((result) => {
      if (!isStale) setLoaded(result)
    })
    return () => {
      isStale = true
    }
  }, [seq])

  if (!loaded) return <Skeleton rows={4} />
  if (loaded.kind === 'gone') return <p className={styles['gone']}>{loaded.why}</p>
  const pretty = isExact || loaded.rest > 0 ? undefined : layOutJson(loaded.text)
  return (
    <div className={styles['frameText']}>
      <div className={styles['frameEditor']}>
        <CodeEditor
          label={`${label}, frame ${seq}`}
          language={pretty === undefined ? 'plaintext' : 'json'}
          value={pretty ?? loaded.text}
        />
      </div>
      {loaded.rest > 0 && (
        <p className={styles['gone']}>{count(loaded.rest, 'more character')} not shown.</p>
      )}
    </div>
  )
})

async function load(seq: number): Promise<Loaded> {
  try {
    const { text, totalChars } = await request('traffic.raw', { seq, limit: SHOWN_CHARS })
    return { kind: 'text', text, rest: totalChars - text.length }
  } catch (error) {
    return { kind: 'gone', why: messageOf(error) }
  }
}
