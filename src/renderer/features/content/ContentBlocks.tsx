import { memo, useMemo } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { claimsAbout } from './annotations'
import { AudioContent } from './AudioContent'
import { BinaryContent } from './BinaryContent'
import { cutOf, partAt, type BodyPart } from './body/body-part'
import { ImageContent } from './ImageContent'
import { JsonContent } from './JsonContent'
import { mediaKind } from './body/media-type'
import { MoreParts } from './MoreParts'
import { ResourceContent } from './ResourceContent'
import { ResourceLink } from './ResourceLink'
import { TextContent } from './TextContent'
import styles from './content.module.css'

type Props = {
  readonly blocks: readonly unknown[]
  readonly serverId: ServerId
  /** Where the list of blocks is kept; without it nothing can be saved, or fetched that was cut. */
  readonly body?: BodyPart | undefined
}

/** Content as a server sends it, block by block. What is of no known kind is shown as it is. */
export function ContentBlocks({ blocks, serverId, body }: Props) {
  const cut = cutOf(body)
  return (
    <div className={styles['blocks']}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} index={index} serverId={serverId} list={body} />
      ))}
      {body && cut && (
        <MoreParts list={body} shown={cut.shown} total={cut.total} what="block">
          {(part, value, index) => (
            <Block key={index} block={value} index={index} serverId={serverId} list={part} />
          )}
        </MoreParts>
      )}
    </div>
  )
}

type AloneProps = {
  readonly block: unknown
  readonly serverId: ServerId
  /** Where the block itself is kept. */
  readonly body?: BodyPart | undefined
}

/** A block that is in no list. */
export function ContentBlock({ block, serverId, body }: AloneProps) {
  return (
    <div className={styles['blocks']}>
      <Block block={block} index={0} serverId={serverId} list={undefined} own={body} />
    </div>
  )
}

type BlockProps = {
  readonly block: unknown
  readonly index: number
  readonly serverId: ServerId
  readonly list: BodyPart | undefined
  /** Where it is kept, when that is in no list. */
  readonly own?: BodyPart | undefined
}

const Block = memo(function Block({ block, index, serverId, list, own }: BlockProps) {
  const body = useMemo(() => own ?? (list && partAt(list, index)), [own, list, index])
  const place = useMemo(
    () => ({
      text: body && partAt(body, 'text'),
      data: body && partAt(body, 'data'),
      resource: body && partAt(body, 'resource')
    }),
    [body]
  )
  if (!isObject(block)) return <JsonContent value={block} body={body} note="This is not a block." />
  const { type, text, data, mimeType, resource, uri, annotations } = block
  const claims = claimsAbout(annotations)
  if (type === 'text' && typeof text === 'string') {
    return <TextContent text={text} body={place.text} claims={claims} />
  }
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string') {
    const media = mediaKind(mimeType, undefined)
    if (media.kind === 'svg') {
      const drawing = { data, media, kind: 'Image', facts: [mimeType], claims, body: place.data }
      return <BinaryContent {...drawing} suggestedName="image.svg" />
    }
    return <ImageContent data={data} mimeType={mimeType} body={place.data} claims={claims} />
  }
  if (type === 'audio' && typeof data === 'string' && typeof mimeType === 'string') {
    return <AudioContent data={data} mimeType={mimeType} body={place.data} claims={claims} />
  }
  if (type === 'resource' && isObject(resource)) {
    return <ResourceContent content={resource} body={place.resource} claims={claims} isEmbedded />
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return <ResourceLink block={block} uri={uri} serverId={serverId} />
  }
  if (type === 'tool_use' && typeof block['name'] === 'string' && isObject(block['input'])) {
    const facts = [block['name'], textOf(block['id'])]
    return <JsonContent kind="Tool use" value={block['input']} body={body} facts={facts} />
  }
  if (type === 'tool_result' && Array.isArray(block['content'])) {
    const facts = [textOf(block['toolUseId']), ...(block['isError'] === true ? ['failed'] : [])]
    return <JsonContent kind="Tool result" value={block['content']} body={body} facts={facts} />
  }
  return <JsonContent value={block} body={body} claims={claims} note={whyJson(type)} />
})

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function whyJson(type: unknown): string {
  if (type === undefined) return 'This block does not say of what kind it is.'
  return typeof type === 'string' && KNOWN_TYPES.has(type)
    ? `This block is not what a block of the kind ${type} has to be.`
    : 'Patchbay knows no block of this kind.'
}

const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'text',
  'image',
  'audio',
  'resource',
  'resource_link',
  'tool_use',
  'tool_result'
])
