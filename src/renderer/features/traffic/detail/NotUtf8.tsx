import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { Button } from '../../../ui/controls/Button'
import { count } from '../../../ui/text/format'
import { copyBytes } from '../actions/copy-actions'

type Props = { readonly recording: number; readonly row: TrafficRow }

/** Says that the text of a frame is not all of it, and gives its bytes. */
export function NotUtf8({ recording, row }: Props) {
  return (
    <p className="ui-strip ui-hint">
      Not valid UTF-8: {count(row.bytes, 'byte')}, shown with � where they could not be read.
      <Button onClick={() => copyBytes({ recording, row })}>Copy bytes as base64</Button>
    </p>
  )
}
