import { memo, useEffect, useMemo, useState } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import { layOutHalf } from '../../../shared/protocol/http-exchange'
import { layOutBeginning, layOutJson } from '../../../shared/json/json-text'
import { request } from '../../bridge/bridge'
import { Button } from '../../ui/controls/Button'
import { CodeEditor } from '../../ui/editor/CodeEditor'
import { count } from '../../ui/text/format'
import { Skeleton } from '../../ui/panes/Skeleton'
import styles from './frame-text.module.css'

/** The editor takes longer than a person notices for more than the first of these. */
const SHOWN_CHARS = [200_000, 1_000_000, 4_000_000] as const

type Loaded =
  | { readonly kind: 'text'; readonly seq: number; readonly text: string; readonly rest: number }
  | { readonly kind: 'gone'; readonly why: string }

type Props = {
  /** Of this run, if it does not say. */
  readonly recording?: number
  readonly seq: number
  readonly label: string
  /** As it was on the wire. Otherwise laid out, if it is JSON. */
  readonly isExact: boolean
  /** It is a half of an exchange of HTTP, and no frame. */
  readonly isHttp?: boolean
  /** A part of its exact text that somebody looks for. */
  readonly found?: { readonly at: number; readonly length: number } | undefined
}

/** What was shown stays until the next is there. */
export const FrameText = memo(function FrameText(props: Props) {
  const { recording, seq, label, isExact, isHttp = false, found } = props
  const [more, setMore] = useState({ seq, step: 0 })
  const needed = found ? stepFor(found.at + found.length) : 0
  useEffect(() => {
    setMore((was) => (was.seq === seq && was.step >= needed ? was : { seq, step: needed }))
  }, [seq, needed])
  const step = more.seq === seq ? more.step : 0
  const [loaded, setLoaded] = useState<Loaded>()
  const limit = SHOWN_CHARS[step] ?? SHOWN_CHARS[0]
  useEffect(() => {
    let isStale = false
    void load(seq, recording, limit).then((result) => {
      if (!isStale) setLoaded(result)
    })
    return () => {
      isStale = true
    }
  }, [seq, recording, limit])
  const text = loaded?.kind === 'text' ? loaded.text : ''
  const rest = loaded?.kind === 'text' ? loaded.rest : 0
  const pretty = useMemo(() => {
    if (isExact) return undefined
    if (isHttp) return layOutHalf(text)
    return rest > 0 ? layOutBeginning(text) : layOutJson(text)
  }, [isExact, isHttp, text, rest])

  if (!loaded) return <Skeleton rows={4} />
  if (loaded.kind === 'gone') return <p className={styles['gone']}>{loaded.why}</p>
  return (
    <div className={styles['text']}>
      <div className="ui-fill">
        <CodeEditor
          label={`${label}, frame ${loaded.seq}`}
          language={pretty === undefined || isHttp ? 'plaintext' : 'json'}
          value={pretty ?? text}
          found={isExact ? found : undefined}
        />
      </div>
      {rest > 0 && (
        <div className={styles['more']}>
          <span>{count(rest, 'more character')} not shown.</span>
          {step < SHOWN_CHARS.length - 1 && (
            <Button onClick={() => setMore({ seq, step: step + 1 })}>Load more</Button>
          )}
        </div>
      )}
    </div>
  )
})

/** What is too far away to be loaded needs nothing to be loaded. */
function stepFor(chars: number): number {
  return Math.max(
    0,
    SHOWN_CHARS.findIndex((limit) => chars <= limit)
  )
}

async function load(seq: number, recording: number | undefined, limit: number): Promise<Loaded> {
  try {
    const { text, totalChars } = await request('traffic.raw', { recording, seq, limit })
    return { kind: 'text', seq, text, rest: totalChars - text.length }
  } catch (error) {
    return { kind: 'gone', why: messageOf(error) }
  }
}
