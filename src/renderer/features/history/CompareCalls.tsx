import { useEffect, useState } from 'react'
import type { Call } from '../../../shared/calls/call-contract'
import { messageOf } from '../../../shared/protocol/errors'
import type { CallId } from '../../../shared/protocol/ids'
import { readCall } from '../../stores/calls/calls'
import { EmptyState } from '../../ui/panes/EmptyState'
import { Segments } from '../../ui/controls/Segments'
import { Skeleton } from '../../ui/panes/Skeleton'
import { TextDiff } from '../../ui/editor/TextDiff'
import { readText } from '../content/body/use-body-text'
import { comparedText, compareResults, MOST_CHARS, type ComparedText } from './compared-text'
import styles from './history.module.css'

type Props = { readonly before: CallId; readonly after: CallId }

type Side = ComparedText & {
  /** What was sent, laid out. */
  readonly sent: string
}
type Loaded = { readonly before: Side; readonly after: Side } | { readonly why: string }
type View = 'content' | 'answer' | 'arguments'

/** What is different between two calls: in what came, and in what was sent. */
export function CompareCalls({ before, after }: Props) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [wanted, setWanted] = useState<View>('content')
  useEffect(() => {
    let isStale = false
    setLoaded(undefined)
    void load(before, after).then((sides) => {
      if (!isStale) setLoaded(sides)
    })
    return () => {
      isStale = true
    }
  }, [before, after])

  if (!loaded) return <Skeleton rows={6} />
  if ('why' in loaded) {
    return <EmptyState title="These calls cannot be compared">{loaded.why}</EmptyState>
  }
  const hasContent = loaded.before.content !== undefined && loaded.after.content !== undefined
  const view = wanted === 'content' && !hasContent ? 'answer' : wanted
  return (
    <div className={styles['compare']}>
      <div className={styles['compareBar']}>
        <Segments<View>
          label="What to compare"
          value={view}
          options={[
            ...(hasContent ? [{ value: 'content', label: 'Text' } as const] : []),
            { value: 'answer', label: 'Result' },
            { value: 'arguments', label: 'Arguments' }
          ]}
          onChange={setWanted}
        />
        <span role="status">{summaryOf(loaded.before, loaded.after)}</span>
      </div>
      <div className="ui-fill">
        <TextDiff
          key={view}
          before={textIn(loaded.before, view)}
          after={textIn(loaded.after, view)}
          isCut={view !== 'arguments' && [loaded.before, loaded.after].some(({ isCut }) => isCut)}
          totalChars={view === 'answer' ? longest(loaded.before, loaded.after) : undefined}
          label={view === 'arguments' ? 'Arguments' : 'Result'}
          language={view === 'content' ? 'plaintext' : 'json'}
        />
      </div>
    </div>
  )
}

function summaryOf(before: Side, after: Side): string {
  const isSameArguments = before.sent === after.sent
  return `${compareResults(before, after)}, ${
    isSameArguments ? 'with the same arguments' : 'with different arguments'
  }.`
}

function longest(before: Side, after: Side): number {
  return Math.max(...[before, after].map(({ answer, totalChars }) => totalChars ?? answer.length))
}

function textIn(side: Side, view: View): string {
  if (view === 'arguments') return side.sent
  return view === 'content' ? (side.content ?? '') : side.answer
}

async function load(before: CallId, after: CallId): Promise<Loaded> {
  try {
    const [one, other] = await Promise.all([sideOf(before), sideOf(after)])
    return { before: one, after: other }
  } catch (error) {
    return { why: messageOf(error) }
  }
}

async function sideOf(callId: CallId): Promise<Side> {
  const call = await readCall(callId)
  const { outcome, isCut = false } = call
  const text = outcome ? await comparedText(callId, outcome) : { answer: 'The call runs.' }
  return { ...text, isCut, sent: await sentText(callId, call) }
}

async function sentText(
  callId: CallId,
  { arguments: args, hasLargeArguments }: Pick<Call, 'arguments' | 'hasLargeArguments'>
): Promise<string> {
  if (hasLargeArguments !== true) return JSON.stringify(args, null, 2)
  const place = { ref: { callId, isSent: true }, pointer: '/arguments' } as const
  return (await readText(place, '', MOST_CHARS)).text
}
