import { useMemo } from 'react'
import { Button } from '../../ui/controls/Button'
import { bytes as inBytes } from '../../ui/text/format'
import { Skeleton } from '../../ui/panes/Skeleton'
import { byteCount } from './body/base64'
import { BlockActions, savePart } from './BlockActions'
import { BlockFrame } from './BlockFrame'
import { cutOf, type BodyPart } from './body/body-part'
import { HexView } from './HexView'
import type { MediaKind } from './body/media-type'
import { TypedText } from './TypedText'
import { useBytes } from './body/use-bytes'
import styles from './content.module.css'

type Props = {
  readonly data: string
  readonly media: MediaKind
  readonly kind: string
  readonly facts: readonly string[]
  readonly claims: readonly string[]
  readonly body: BodyPart | undefined
  readonly suggestedName: string
}

/** Bytes: as the text they are, if they are to be one, and otherwise as they are. */
export function BinaryContent(props: Props) {
  const { data, media, kind, facts, claims, body, suggestedName } = props
  const loaded = useBytes(data, body)
  const text = useMemo(
    () => (loaded.kind === 'bytes' && isText(media) ? textOf(loaded.bytes) : undefined),
    [loaded, media]
  )
  const size = inBytes(byteCount(data, cutOf(body)?.total))
  if (text !== undefined) {
    return (
      <TypedText
        {...props}
        text={text}
        facts={[...facts, `${size} as base64`]}
        body={undefined}
        bytes={body}
      />
    )
  }
  return (
    <BlockFrame
      kind={kind}
      facts={[...facts, size]}
      claims={claims}
      actions={<BlockActions what="data" body={body} form="bytes" suggestedName={suggestedName} />}
    >
      {media.kind === 'pdf' && (
        <p className={styles['rest']}>
          A PDF is not shown here, because it can hold scripts.
          {body && (
            <Button onClick={() => void savePart(body, 'bytes', suggestedName)}>Save…</Button>
          )}
        </p>
      )}
      {loaded.kind === 'loading' && <Skeleton rows={3} />}
      {loaded.kind === 'refused' && <p className={styles['note']}>{loaded.why}</p>}
      {loaded.kind === 'bytes' && media.kind !== 'pdf' && (
        <div className={styles['boxed']}>
          <HexView label="Bytes" bytes={loaded.bytes} />
        </div>
      )}
    </BlockFrame>
  )
}

function isText({ kind }: MediaKind): boolean {
  return ['plain', 'markdown', 'json', 'html', 'svg', 'code'].includes(kind)
}

/** Undefined when the bytes are no text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined // then they are shown as bytes
  }
}
