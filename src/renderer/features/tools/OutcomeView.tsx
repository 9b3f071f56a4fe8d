import { useEffect, useState } from 'react'
import type { CallReport } from '../../../shared/call'
import { messageOf } from '../../../shared/errors'
import { explainOutcome } from '../../../shared/explain'
import type { RpcErrorObject } from '../../../shared/json-rpc'
import { request } from '../../bridge'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { FrameText } from '../traffic/FrameText'
import { ContentBlocks, JsonBlock } from './ContentBlocks'
import { Explained } from './Explained'
import { StructuredContent } from './StructuredContent'
import styles from './tools.module.css'

export type View = 'rendered' | 'structured' | 'raw'

type Props = {
  readonly call: CallReport
  readonly outcome: NonNullable<CallReport['outcome']>
  readonly view: View
}

export function OutcomeView({ call, outcome, view }: Props) {
  if (view === 'raw') {
    if (call.answerSeq !== undefined) {
      return <FrameText seq={call.answerSeq} label="Answer" isExact />
    }
    return <EmptyState title="No answer came">There is no frame to show.</EmptyState>
  }
  const explanation = explainOutcome(outcome)
  return (
    <>
      {explanation && <Explained {...explanation} />}
      {outcome.kind === 'result' && <Result result={outcome.result} view={view} />}
      {outcome.kind === 'held' && <HeldResult answerSeq={call.answerSeq ?? 0} view={view} />}
      {outcome.kind === 'error' && <ErrorData {...outcome.error} />}
    </>
  )
}

/** Stands for an answer that could not be taken for one. */
const NO_ANSWER_CODE = 0

type ResultProps = { readonly result: unknown; readonly view: 'rendered' | 'structured' }

function Result({ result, view }: ResultProps) {
  return view === 'structured' ? (
    <StructuredContent result={result} />
  ) : (
    <ContentBlocks result={result} />
  )
}

/** More than this is not brought into the window at once. */
const READ_CHARS = 20_000_000

type Loaded = { readonly result: unknown } | { readonly why: string }

/** A large result is read from the log when someone looks at it. */
function HeldResult({
  answerSeq,
  view
}: {
  readonly answerSeq: number
  readonly view: ResultProps['view']
}) {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isStale = false
    void readResult(answerSeq).then((read) => {
      if (!isStale) setLoaded(read)
    })
    return () => {
      isStale = true
    }
  }, [answerSeq])
  if (!loaded) return <Skeleton rows={6} />
  if ('why' in loaded)
    return <EmptyState title="This result cannot be shown">{loaded.why}</EmptyState>
  return <Result result={loaded.result} view={view} />
}

async function readResult(answerSeq: number): Promise<Loaded> {
  try {
    const { text, totalChars } = await request('traffic.raw', { seq: answerSeq, limit: READ_CHARS })
    if (totalChars > READ_CHARS) return { why: 'It is too large. Its start is under Raw.' }
    return { result: (JSON.parse(text) as { result: unknown }).result }
  } catch (error) {
    return { why: messageOf(error) }
  }
}

function ErrorData({ code, data }: RpcErrorObject) {
  if (data === undefined) return null
  return (
    <div className={styles['blocks']}>
      <p className={styles['subtle']}>
        {code === NO_ANSWER_CODE ? 'What came instead of an answer:' : 'The data of the error:'}
      </p>
      <JsonBlock value={data} />
    </div>
  )
}
