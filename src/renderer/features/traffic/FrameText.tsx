import { useEffect, useState } from 'react'
import { messageOf } from '../../../shared/errors'
import { request } from '../../bridge'
import { CodeEditor } from '../../ui/CodeEditor'
import { count } from '../../ui/format'
import { Skeleton } from '../../ui/Skeleton'
import styles from './traffic.module.css'

/** More than this is not brought into the window. */
const SHOWN_CHARS = 1_000_000

type Loaded =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly rest: number
      readonly isJson: boolean
    }
  | { readonly kind: 'gone'; readonly why: string }

/** The text of one frame: laid out when it is JSON, as it is when it is not. */
export function FrameText({ seq, label }: { readonly seq: number; readonly label: string }) {
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
  return (
    <div className={styles['frameText']}>
      <div className={styles['frameEditor']}>
        <CodeEditor
          label={`${label}, frame ${seq}`}
          language={loaded.isJson ? 'json' : 'plaintext'}
          value={loaded.text}
        />
      </div>
      {loaded.rest > 0 && (
        <p className={styles['gone']}>{count(loaded.rest, 'more character')} not shown.</p>
      )}
    </div>
  )
}

async function load(seq: number): Promise<Loaded> {
  try {
    const { text, totalChars } = await request('traffic.raw', { seq, limit: SHOWN_CHARS })
    const rest = totalChars - text.length
    const pretty = rest === 0 ? layOut(text) : undefined
    return { kind: 'text', text: pretty ?? text, rest, isJson: pretty !== undefined }
  } catch (error) {
    return { kind: 'gone', why: messageOf(error) }
  }
}

/** Undefined when laying out would change what is said: numbers JavaScript cannot hold, repeated keys. */
function layOut(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text
  } catch {
    return undefined // not JSON: shown as it is
  }
}
