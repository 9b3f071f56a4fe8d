import { useMemo } from 'react'
import { claimsAbout } from './annotations'
import { AudioContent } from './AudioContent'
import { BinaryContent } from './BinaryContent'
import { partAt, type BodyPart } from './body/body-part'
import { ImageContent } from './ImageContent'
import { JsonContent } from './JsonContent'
import { mediaKind } from './body/media-type'
import { nameFrom } from './body/saved-name'
import { TypedText } from './TypedText'

type Props = {
  readonly content: Readonly<Record<string, unknown>>
  readonly body: BodyPart | undefined
  /** What the server says about the block that it is in. */
  readonly claims?: readonly string[]
  /** It came inside an answer, and not because it was read. */
  readonly isEmbedded?: boolean
  /** An address that stands above it already. */
  readonly known?: string
}

/** One piece of a resource: text by its type, or bytes. */
export function ResourceContent({ content, body, claims: outer = [], isEmbedded, known }: Props) {
  const place = useMemo(
    () => ({ text: body && partAt(body, 'text'), blob: body && partAt(body, 'blob') }),
    [body]
  )
  const { uri, mimeType, text, blob, annotations } = content
  const claims = [...outer, ...claimsAbout(annotations)]
  const media = mediaKind(mimeType, uri)
  const address = typeof uri === 'string' && uri !== known ? [uri] : []
  const type = typeof mimeType === 'string' ? mimeType : ''
  const facts = [...address, ...(type === '' ? [] : [type])]
  const kind = isEmbedded === true ? 'Embedded resource' : 'Resource'
  if (typeof text === 'string') {
    return (
      <TypedText
        text={text}
        media={media}
        kind={kind}
        facts={facts}
        claims={claims}
        body={place.text}
        suggestedName={nameFrom(uri, 'resource.txt')}
      />
    )
  }
  if (typeof blob !== 'string') {
    const note = 'This resource has neither a text nor data.'
    return <JsonContent value={content} body={body} kind={kind} facts={facts} note={note} />
  }
  const shown = { data: blob, body: place.blob, claims }
  if (media.kind === 'image') return <ImageContent {...shown} mimeType={type} facts={address} />
  if (media.kind === 'audio') return <AudioContent {...shown} mimeType={type} facts={address} />
  return (
    <BinaryContent
      {...shown}
      media={media}
      kind={kind}
      facts={facts}
      suggestedName={nameFrom(uri, media.kind === 'pdf' ? 'resource.pdf' : 'resource.bin')}
    />
  )
}
