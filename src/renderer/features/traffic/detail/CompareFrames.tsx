import { useEffect, useState } from 'react'
import { messageOf } from '../../../../shared/protocol/errors'
import { layOutBeginning, layOutJson } from '../../../../shared/json/json-text'
import { request } from '../../../bridge/bridge'
import { Dialog } from '../../../ui/controls/Dialog'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { Skeleton } from '../../../ui/panes/Skeleton'
import { TextDiff } from '../../../ui/editor/TextDiff'
import { changeWork, useFrameWork, type FrameRef } from '../actions/frame-work'

/** To compare more would take longer than anybody waits. */
const COMPARED_CHARS = 1_000_000

type Side = { readonly text: string; readonly totalChars: number }
type Loaded = readonly [Side, Side] | { readonly why: string }

export function CompareFrames() {
  const compared = useFrameWork((state) => state.compared)
  return compared && <OpenDialog {...compared} />
}

type Props = { readonly before: FrameRef; readonly after: FrameRef }

function OpenDialog({ before, after }: Props) {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isStale = false
    setLoaded(undefined)
    Promise.all([load(before), load(after)]).then(
      (sides) => !isStale && setLoaded(sides),
      (error: unknown) => !isStale && setLoaded({ why: messageOf(error) })
    )
    return () => {
      isStale = true
    }
  }, [before, after])

  return (
    <Dialog
      title={`Frame #${before.seq} and frame #${after.seq}`}
      description="Laid out, so that only what differs differs."
      onClose={() => changeWork({ compared: undefined })}
    >
      <Difference loaded={loaded} label={[`#${before.seq}`, `#${after.seq}`]} />
    </Dialog>
  )
}

type DifferenceProps = {
  readonly loaded: Loaded | undefined
  readonly label: readonly [string, string]
}

function Difference({ loaded, label }: DifferenceProps) {
  if (!loaded) return <Skeleton rows={6} />
  if ('why' in loaded) {
    return <EmptyState title="These frames cannot be compared">{loaded.why}</EmptyState>
  }
  const [one, other] = loaded
  return (
    <TextDiff
      before={one.text}
      after={other.text}
      totalChars={Math.max(one.totalChars, other.totalChars)}
      label={label}
    />
  )
}

async function load({ recording, seq }: FrameRef): Promise<Side> {
  const limit = COMPARED_CHARS
  const { text, totalChars } = await request('traffic.raw', { recording, seq, limit })
  const rest = totalChars - text.length
  const laidOut = (rest > 0 ? layOutBeginning(text) : layOutJson(text)) ?? text
  return { text: laidOut, totalChars: laidOut.length + rest }
}
