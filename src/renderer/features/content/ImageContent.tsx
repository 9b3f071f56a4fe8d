import { useMemo, useState } from 'react'
import { isCutOff } from '../../../shared/calls/picture-end'
import { pictureHead, type PictureHead } from '../../../shared/calls/picture-head'
import { visibleText } from '../../../shared/text/visible-text'
import { bytes as inBytes } from '../../ui/text/format'
import { Segments } from '../../ui/controls/Segments'
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
  /** As the server says; empty when it says nothing. */
  readonly mimeType: string
  readonly body: BodyPart | undefined
  readonly claims?: readonly string[]
  readonly facts?: readonly string[]
}

/** A picture of more points than this would take too much memory. */
const MOST_POINTS = 20_000_000

const ZOOMS = [
  { value: 'fit', label: 'Fit' },
  { value: 'whole', label: '100 %' }
] as const

/** A picture, never decoded before it is known how large it is. Only what nobody could see is enlarged. */
export function ImageContent({ data, mimeType, body, claims = [], facts = [] }: Props) {
  const loaded = useBytes(data, body)
  const [zoom, setZoom] = useState<'fit' | 'whole'>('fit')
  const head = useMemo(
    () => (loaded.kind === 'bytes' ? pictureHead(loaded.bytes) : undefined),
    [loaded]
  )
  const refusal = loaded.kind === 'bytes' ? refusalOf(head) : undefined
  const blob = useMemo(
    () =>
      loaded.kind === 'bytes' && head && refusal === undefined
        ? new Blob([loaded.bytes], { type: head.type })
        : undefined,
    [loaded, head, refusal]
  )
  const url = useObjectUrl(blob)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isBroken = url !== undefined && url === brokenUrl
  const canShow = url !== undefined && !isBroken
  const damage =
    loaded.kind === 'bytes' && head ? damageOf(loaded.bytes, head, isBroken) : undefined
  const size = byteCount(data, cutOf(body)?.total)
  const enlargement = zoom === 'fit' && head ? enlargementOf(head) : 1
  const type = mimeType === '' && head ? head.type : mimeType
  const shape = head ? [`${head.width} × ${head.height}`] : []
  const looks = canShow && enlargement > 1 ? [`shown ${enlargement} times as large`] : []
  return (
    <BlockFrame
      kind="Image"
      facts={[...facts, ...(type === '' ? [] : [type]), ...shape, ...looks, inBytes(size)]}
      claims={claims}
      actions={
        <>
          {canShow && (
            <Segments label="Size of the image" value={zoom} options={ZOOMS} onChange={setZoom} />
          )}
          <BlockActions what="image" body={body} form="bytes" suggestedName={nameOf(type)} />
        </>
      }
    >
      {head && mimeType !== '' && head.type !== essence(mimeType) && (
        <p className={styles['finding']}>
          The server says {visibleText(mimeType)}, but it is {head.type}.
        </p>
      )}
      {loaded.kind === 'loading' && <Skeleton rows={3} />}
      {loaded.kind === 'refused' && <p className={styles['note']}>{loaded.why}</p>}
      {refusal !== undefined && <p className={styles['note']}>{refusal}</p>}
      {refusal === undefined && damage !== undefined && (
        <p className={styles['finding']}>{damage}</p>
      )}
      {canShow && head && (
        <div
          className={styles['picture']}
          data-zoom={zoom}
          role="group"
          aria-label="Image"
          tabIndex={0}
        >
          <img
            src={url}
            alt={visibleText(type)}
            width={head.width}
            height={head.height}
            {...(enlargement > 1 && {
              className: styles['enlarged'],
              style: { width: head.width * enlargement, height: head.height * enlargement }
            })}
            onError={() => setBrokenUrl(url)}
            onClick={() => setZoom(zoom === 'fit' ? 'whole' : 'fit')}
          />
        </div>
      )}
    </BlockFrame>
  )
}

/** What is smaller than this cannot be made out. */
const SEEN_PX = 16

function enlargementOf({ width, height }: PictureHead): number {
  const longest = Math.max(width, height)
  return longest === 0 || longest >= SEEN_PX ? 1 : Math.ceil((2 * SEEN_PX) / longest)
}

/** Of a picture that was cut off the browser may still show the upper part. */
function damageOf(bytes: Uint8Array, head: PictureHead, isBroken: boolean): string | undefined {
  const rest = isBroken ? ' It cannot be shown, but it can be saved.' : ''
  if (isCutOff(bytes, head.type)) {
    return `The picture is damaged: it is cut off after ${inBytes(bytes.length)}.${rest}`
  }
  return isBroken ? `The picture is damaged.${rest}` : undefined
}

function refusalOf(head: PictureHead | undefined): string | undefined {
  if (!head) return 'This is not a picture that Patchbay can read. It can be saved.'
  if (head.width * head.height <= MOST_POINTS) return undefined
  return `It has ${((head.width * head.height) / 1_000_000).toFixed(0)} megapixels; more than ${MOST_POINTS / 1_000_000} are not decoded. It can be saved.`
}

function nameOf(mimeType: string): string {
  const ending = /^image\/([a-z]+)/i.exec(mimeType)?.[1] ?? 'bin'
  return `image.${ending.toLowerCase()}`
}
