import { useMemo } from 'react'
import { isObject } from '../../../shared/json'
import { cutOf, partAt, type BodyPart } from './body-part'
import { JsonContent } from './JsonContent'
import { MoreParts } from './MoreParts'
import { ResourceContent } from './ResourceContent'
import styles from './content.module.css'

type Props = {
  readonly contents: readonly unknown[]
  /** Where the list of contents is kept; without it nothing can be saved, or fetched that was cut. */
  readonly body?: BodyPart | undefined
}

/** The contents of a resource, each as what it is. */
export function ResourceContents({ contents, body }: Props) {
  const cut = cutOf(body)
  return (
    <div className={styles['blocks']}>
      {contents.map((content, index) => (
        <One key={index} content={content} index={index} list={body} />
      ))}
      {body && cut && (
        <MoreParts list={body} shown={cut.shown} total={cut.total} what="part">
          {(list, value, index) => <One key={index} content={value} index={index} list={list} />}
        </MoreParts>
      )}
    </div>
  )
}

type OneProps = {
  readonly content: unknown
  readonly index: number
  readonly list: BodyPart | undefined
}

function One({ content, index, list }: OneProps) {
  const body = useMemo(() => list && partAt(list, index), [list, index])
  if (!isObject(content)) {
    return <JsonContent value={content} body={body} note="This is not what a resource contains." />
  }
  return <ResourceContent content={content} body={body} />
}
