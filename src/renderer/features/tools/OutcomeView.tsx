import { useEffect, useState } from 'react'
import type { CallReport } from '../../../shared/call'
import { messageOf } from '../../../shared/errors'
import { errorName, type RpcErrorObject } from '../../../shared/json-rpc'
import { request } from '../../bridge'
import { EmptyState } from '../../ui/EmptyState'
import { milliseconds } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { Skeleton } from '../../ui/Skeleton'
import { FrameText } from '../traffic/FrameText'
import { ContentBlocks } from './ContentBlocks'
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
  switch (outcome.kind) {
    case 'result':
      return <Result result={outcome.result} view={view} />
    case 'held':
      return <HeldResult answerSeq={call.answerSeq ?? 0} view={view} />
    case 'error':
      return <ErrorAnswer {...outcome.error} />
    case 'timeout':
      return (
        <EmptyState title={`No answer within ${milliseconds(outcome.afterMs)}`}>
          Patchbay stopped waiting and told the server that the request is cancelled. An answer that
          still comes is shown in Traffic.
        </EmptyState>
      )
    case 'cancelled':
      return (
        <EmptyState title="You cancelled this call">
          The server was told. It may have done part of the work.
        </EmptyState>
      )
    case 'connection-lost':
      return (
        <EmptyState title={outcome.reason}>The call may have had an effect before that.</EmptyState>
      )
  }
}

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

function ErrorAnswer({ code, message, data }: RpcErrorObject) {
  const name = errorName(code)
  return (
    <div className={styles['blocks']}>
      <p>
        The server answered with error <code>{code}</code>
        {name !== undefined && ` (${name})`} instead of a result.
      </p>
      <pre className={styles['errorText']}>
        <ServerText>{message === '' ? '(an empty message)' : message}</ServerText>
      </pre>
      {data !== undefined && (
        <pre className={styles['block']}>
          <ServerText>{JSON.stringify(data, null, 2)}</ServerText>
        </pre>
      )}
    </div>
  )
}
