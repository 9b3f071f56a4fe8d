import { isObject } from '../../../shared/json'
import { EmptyState } from '../../ui/EmptyState'
import { count } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import styles from './tools.module.css'

/** Longer texts are cut here; the whole is one click away, as the raw frame. */
const SHOWN_CHARS = 100_000

/** The content of a result, block by block. What is of no known kind is shown as it is. */
export function ContentBlocks({ result }: { readonly result: unknown }) {
  const content = isObject(result) ? result['content'] : undefined
  if (!Array.isArray(content)) {
    return (
      <div className={styles['blocks']}>
        <JsonBlock value={result} />
      </div>
    )
  }
  if (content.length === 0) {
    return <EmptyState title="An empty result">The server answered, with no content.</EmptyState>
  }
  return (
    <div className={styles['blocks']}>
      {content.map((block: unknown, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: unknown }) {
  if (!isObject(block)) return <JsonBlock value={block} />
  const { type, text, data, mimeType, resource } = block
  if (type === 'text' && typeof text === 'string') return <TextBlock text={text} />
  if (type === 'image' && typeof data === 'string' && isMedia(mimeType, 'image')) {
    return (
      <img className={styles['image']} src={`data:${mimeType};base64,${data}`} alt={mimeType} />
    )
  }
  if (type === 'audio' && typeof data === 'string' && isMedia(mimeType, 'audio')) {
    return <audio className={styles['audio']} controls src={`data:${mimeType};base64,${data}`} />
  }
  if (type === 'resource' && isObject(resource) && typeof resource['text'] === 'string') {
    return (
      <figure className={styles['resource']}>
        <figcaption>
          <code>
            <ServerText>{String(resource['uri'])}</ServerText>
          </code>
        </figcaption>
        <TextBlock text={resource['text']} />
      </figure>
    )
  }
  return <JsonBlock value={block} />
}

/** Raster images and sound only: a picture that can hold script is not shown as a picture. */
function isMedia(mimeType: unknown, kind: 'image' | 'audio'): mimeType is string {
  if (typeof mimeType !== 'string') return false
  return kind === 'image'
    ? /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(mimeType)
    : /^audio\/[\w.+-]+$/.test(mimeType)
}

function TextBlock({ text }: { readonly text: string }) {
  const rest = text.length - SHOWN_CHARS
  return (
    <pre className={styles['block']}>
      <ServerText>{rest > 0 ? text.slice(0, SHOWN_CHARS) : text}</ServerText>
      {rest > 0 && (
        <span className={styles['cut']}>
          {`\n${count(rest, 'more character')}. The whole text is under Raw.`}
        </span>
      )}
    </pre>
  )
}

export function JsonBlock({ value }: { readonly value: unknown }) {
  return <TextBlock text={JSON.stringify(value, null, 2) ?? 'undefined'} />
}
