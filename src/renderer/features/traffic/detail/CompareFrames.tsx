import { layOutBeginning, layOutJson } from '../../../../shared/json/json-text'
import { request } from '../../../bridge/bridge'
import { useAsked } from '../../../bridge/use-asked'
import { Dialog } from '../../../ui/controls/Dialog'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { Skeleton } from '../../../ui/panes/Skeleton'
import { TextDiff } from '../../../ui/editor/TextDiff'
import { changeWork, useFrameWork, type FrameRef } from '../actions/frame-work'

/** To compare more would take longer than anybody waits. */
const COMPARED_CHARS = 1_000_000

type Side = { readonly text: string; readonly totalChars: number }

export function CompareFrames() {
  const compared = useFrameWork((state) => state.compared)
  return compared && <OpenDialog {...compared} />
}

type Props = { readonly before: FrameRef; readonly after: FrameRef }

function OpenDialog({ before, after }: Props) {
  const loaded = useAsked(JSON.stringify([before, after]), () =>
    Promise.all([load(before), load(after)])
  )
  return (
    <Dialog
      title={`Frame #${before.seq} and frame #${after.seq}`}
      description="Laid out, so that only what differs differs."
      onClose={() => changeWork({ compared: undefined })}
    >
      <Difference {...loaded} label={[`#${before.seq}`, `#${after.seq}`]} />
    </Dialog>
  )
}

type DifferenceProps = {
  readonly value?: readonly [Side, Side]
  readonly failure?: string
  readonly label: readonly [string, string]
}

function Difference({ value, failure, label }: DifferenceProps) {
  if (failure !== undefined) {
    return <EmptyState title="These frames cannot be compared">{failure}</EmptyState>
  }
  if (!value) return <Skeleton rows={6} />
  const [one, other] = value
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
