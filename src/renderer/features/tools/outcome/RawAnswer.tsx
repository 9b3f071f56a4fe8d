import { useEffect, useState } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import { messageOf } from '../../../../shared/protocol/errors'
import { request } from '../../../bridge/bridge'
import { CodeEditor } from '../../../ui/editor/CodeEditor'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { count } from '../../../ui/text/format'
import { Skeleton } from '../../../ui/panes/Skeleton'
import { useFoundIn } from '../../content/body/found'
import { ResponseBody } from '../../exchange/ResponseBody'
import { FrameText } from '../../frame/FrameText'
import styles from './outcome.module.css'

type Props = {
  readonly call: Call
  readonly outcome: NonNullable<Call['outcome']>
}

/** The frame exactly as it came, or, of a call from an earlier run, what was kept of the answer. */
export function RawAnswer({ call, outcome }: Props) {
  const found = useFoundIn(WHOLE)
  if (call.answerSeq !== undefined) {
    return <FrameText seq={call.answerSeq} label="Answer" isExact found={found} />
  }
  const hasAnswer = ['result', 'held', 'error'].includes(outcome.kind)
  if (hasAnswer) return <KeptAnswer call={call} />
  if (outcome.kind === 'not-an-answer') return <ResponseBody failure={outcome.failure} />
  return <EmptyState title="No answer came">There is no frame to show.</EmptyState>
}

const WHOLE = { pointer: '' }

/** As many as of a frame: the editor takes longer than a person notices for more. */
const SHOWN_CHARS = 200_000

type Kept = { readonly text: string; readonly rest: number } | { readonly why: string }

function KeptAnswer({ call: { id } }: Pick<Props, 'call'>) {
  const [kept, setKept] = useState<Kept>()
  const found = useFoundIn(WHOLE)
  useEffect(() => {
    let isStale = false
    request('body.text', { ref: { callId: id }, pointer: '', from: 0, length: SHOWN_CHARS })
      .then(({ text, totalChars }): Kept => ({ text, rest: totalChars - text.length }))
      .catch((error: unknown): Kept => ({ why: messageOf(error) }))
      .then((loaded) => {
        if (!isStale) setKept(loaded)
      })
      .catch(() => undefined) // both ways above end in a value
    return () => {
      isStale = true
    }
  }, [id])
  if (!kept) return <Skeleton rows={6} />
  if ('why' in kept) return <EmptyState title="No frame is kept">{kept.why}</EmptyState>
  return (
    <>
      <p className="ui-note">
        The frame is no longer in the log. This is the answer as the history keeps it, laid out.
        {kept.rest > 0 && ` ${count(kept.rest, 'more character')} not shown.`}
      </p>
      <div className={styles['kept']}>
        <CodeEditor label="Answer" language="json" value={kept.text} found={found} />
      </div>
    </>
  )
}
