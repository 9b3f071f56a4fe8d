import { useMemo } from 'react'
import { bytes as inBytes } from '../../ui/text/format'
import { Skeleton } from '../../ui/panes/Skeleton'
import { byteCount } from './body/base64'
import { BlockActions } from './BlockActions'
import { BlockFrame } from './BlockFrame'
import { cutOf, type BodyPart } from './body/body-part'
import { essence } from './body/media-type'
import { useBytes } from './body/use-bytes'
import { useObjectUrl } from './body/use-object-url'
import styles from './content.module.css'

type Props = {
  readonly data: string
  readonly mimeType: string
  readonly body: BodyPart | undefined
  readonly claims?: readonly string[]
  readonly facts?: readonly string[]
}

export function AudioContent({ data, mimeType, body, claims = [], facts = [] }: Props) {
  const loaded = useBytes(data, body)
  const blob = useMemo(
    () =>
      loaded.kind === 'bytes' ? new Blob([loaded.bytes], { type: safeType(mimeType) }) : undefined,
    [loaded, mimeType]
  )
  const url = useObjectUrl(blob)
  return (
    <BlockFrame
      kind="Audio"
      facts={[...facts, mimeType, inBytes(byteCount(data, cutOf(body)?.total))]}
      claims={claims}
      actions={
        <BlockActions what="audio" body={body} form="bytes" suggestedName={nameOf(mimeType)} />
      }
    >
      {loaded.kind === 'loading' && <Skeleton rows={2} />}
      {loaded.kind === 'refused' && <p className={styles['note']}>{loaded.why}</p>}
      {url !== undefined && (
        <audio className={styles['audio']} controls src={url} aria-label="Audio" />
      )}
    </BlockFrame>
  )
}

/** What the player is told is a type of sound, whatever the server wrote. */
function safeType(mimeType: string): string {
  const type = essence(mimeType)
  return /^audio\/[\w.+-]+$/.test(type) ? type : 'audio/mpeg'
}

function nameOf(mimeType: string): string {
  return `audio.${/^audio\/(?:x-)?([a-z0-9]+)/i.exec(mimeType)?.[1]?.toLowerCase() ?? 'bin'}`
}
