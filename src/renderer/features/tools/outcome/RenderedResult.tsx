import { useMemo } from 'react'
import type { ServerId } from '../../../../shared/protocol/ids'
import { isObject } from '../../../../shared/json/json'
import { hasPlace } from '../../../../shared/schema/pointer'
import { cutOf, isCut, partAt, type BodyPart } from '../../content/body/body-part'
import { ContentBlocks } from '../../content/ContentBlocks'
import { JsonContent } from '../../content/JsonContent'
import content from '../../content/content.module.css'
import { useFoundBelow } from '../../content/body/found'
import { oddityOf, otherMembers } from './odd-results'
import styles from './outcome.module.css'

type Props = {
  readonly loaded: { readonly result: unknown; readonly body: BodyPart }
  readonly serverId: ServerId
}

/** A result as its content; one that has none, or an odd one, as it is. */
export function RenderedResult({ loaded, serverId }: Props) {
  const { result, body } = loaded
  const blocksBody = useMemo(() => partAt(body, 'content'), [body])
  const oddity = oddityOf(result)
  const found = useFoundBelow(body.pointer)
  if (oddity !== undefined) {
    return (
      <div className={content['blocks']}>
        <JsonContent kind="Result" value={result} body={body} note={oddity} />
      </div>
    )
  }
  const { content: blocks } = result as { readonly content: readonly unknown[] }
  const others = otherMembers(result as Record<string, unknown>)
  const hasStructured = isObject(result) && result['structuredContent'] !== undefined
  return (
    <>
      {blocks.length === 0 && (
        <p className={styles['empty']}>
          The tool returned an empty list of content.
          {hasStructured && ' It also returned structured content.'}
        </p>
      )}
      {blocks.length > 0 && <ContentBlocks blocks={blocks} serverId={serverId} body={blocksBody} />}
      {others && (
        <div className={content['blocks']}>
          <JsonContent
            kind="Also in the result"
            value={others}
            body={cutBody(body, others)}
            found={found && hasPlace(others, found.pointer) ? found : undefined}
          />
        </div>
      )}
    </>
  )
}

/** What is cut can only be copied and saved with all of the result. */
function cutBody(body: BodyPart, others: Readonly<Record<string, unknown>>): BodyPart | undefined {
  const isCutHere = Object.keys(others).some((name) => isCut(partAt(body, name)))
  return isCutHere || cutOf(body) ? body : undefined
}
