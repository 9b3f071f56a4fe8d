import { useMemo } from 'react'
import { isObject } from '../../../shared/json/json'
import { cutOf, partAt, type BodyPart } from './body/body-part'
import { JsonContent } from './JsonContent'
import { MoreParts } from './MoreParts'
import { ResourceContent } from './ResourceContent'
import styles from './content.module.css'

type Props = {
  readonly contents: readonly unknown[]
  /** Where the list of contents is kept; without it nothing can be saved, or fetched that was cut. */
  readonly body?: BodyPart | undefined
  /** What was read: of what is found there, the address need not be said again. */
  readonly uri: string
}

/** The contents of a resource, each as what it is. */
export function ResourceContents({ contents, body, uri }: Props) {
  const cut = cutOf(body)
  return (
    <div className={styles['blocks']}>
      {contents.map((content, index) => (
        <One key={index} content={content} index={index} list={body} uri={uri} />
      ))}
      {body && cut && (
        <MoreParts list={body} shown={cut.shown} total={cut.total} what="part">
          {(list, value, index) => (
            <One key={index} content={value} index={index} list={list} uri={uri} />
          )}
        </MoreParts>
      )}
    </div>
  )
}

type OneProps = {
  readonly content: unknown
  readonly index: number
  readonly list: BodyPart | undefined
  readonly uri: string
}

function One({ content, index, list, uri }: OneProps) {
  const body = useMemo(() => list && partAt(list, index), [list, index])
  if (!isObject(content)) {
    return <JsonContent value={content} body={body} note="This is not what a resource contains." />
  }
  return <ResourceContent content={content} body={body} known={uri} />
}
