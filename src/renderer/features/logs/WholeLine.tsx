import { ListTree, X } from 'lucide-react'
import { messageOf } from '../../../shared/protocol/errors'
import { fromJson, isObject } from '../../../shared/json/json'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { request } from '../../bridge/bridge'
import { useAsked } from '../../bridge/use-asked'
import { CopyButton } from '../../ui/controls/CopyButton'
import { bytes, count, timeOfDay } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { JsonTree } from '../../ui/json-tree/JsonTree'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { revealFrame } from '../../stores/records/dock'
import { sourceOf } from './log-lines'
import styles from './logs.module.css'

/** More than this is not brought into the window. */
const SHOWN_CHARS = 200_000

type Whole =
  | { readonly kind: 'text'; readonly text: string; readonly rest: number }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'gone'; readonly why: string }

type Props = { readonly line: TrafficEntry; readonly onClose: () => void }

/** Everything that one line says: what is structured as a tree. */
export function WholeLine({ line, onClose }: Props) {
  const { value: whole } = useAsked(String(line.seq), () => load(line))
  const { seq, time, level, kind } = line
  return (
    <section className={styles['whole']} aria-label="The whole message">
      <header className={styles['wholeHead']}>
        <h2>
          <ServerText>{sourceOf(line)}</ServerText>
        </h2>
        <p>
          {[
            timeOfDay(time),
            ...(kind === 'stderr' ? [] : [level ?? 'no level']),
            bytes(line.bytes)
          ].join(' · ')}
        </p>
        <IconButton label={`Show frame #${seq} in the traffic`} onClick={() => revealFrame(seq)}>
          <ListTree aria-hidden="true" size={14} /> #{seq}
        </IconButton>
        <CopyButton label="Copy the message" text={() => textOf(whole)} />
        <IconButton label="Close the message" shortcut="Esc" onClick={onClose}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </header>
      <div className={styles['wholeBody']}>
        {whole ? <WholeBody whole={whole} /> : <Skeleton rows={3} />}
      </div>
    </section>
  )
}

function WholeBody({ whole }: { readonly whole: Whole }) {
  if (whole.kind === 'gone') return <p className={styles['gone']}>{whole.why}</p>
  if (whole.kind === 'value') return <JsonTree value={whole.value} label="Data of the message" />
  return (
    <>
      <pre className={styles['said']} tabIndex={0} aria-label="Text of the message">
        <ServerText>{whole.text}</ServerText>
      </pre>
      {whole.rest > 0 && (
        <p className={styles['gone']}>{count(whole.rest, 'more character')} not shown.</p>
      )}
    </>
  )
}

/** The row has only the beginning of it; the frame has all. */
async function load({ seq, kind }: TrafficEntry): Promise<Whole> {
  try {
    const { text, totalChars } = await request('traffic.raw', { seq, limit: SHOWN_CHARS })
    const rest = totalChars - text.length
    if (kind === 'stderr' || rest > 0) return { kind: 'text', text, rest }
    const data = dataOf(text)
    return typeof data === 'string'
      ? { kind: 'text', text: data, rest: 0 }
      : { kind: 'value', value: data }
  } catch (error) {
    return { kind: 'gone', why: messageOf(error) }
  }
}

/** What the message says; a frame that cannot be read is shown as it is. */
function dataOf(raw: string): unknown {
  try {
    const frame: unknown = fromJson(raw)
    const params = isObject(frame) ? frame['params'] : undefined
    return isObject(params) && 'data' in params ? params['data'] : frame
  } catch {
    return raw // it was recorded as it came, and what came is no JSON
  }
}

function textOf(whole: Whole | undefined): string {
  if (whole?.kind === 'text') return whole.text
  return whole?.kind === 'value' ? (JSON.stringify(whole.value, null, 2) ?? '') : ''
}
