import { JsonTree } from '../../ui/json-tree/JsonTree'
import { BlockActions } from './BlockActions'
import { BlockFrame } from './BlockFrame'
import { isCut, type BodyPart } from './body/body-part'
import { useFoundBelow, type FoundPart } from './body/found'
import { wholeJson } from './body/use-body-text'
import styles from './content.module.css'

type Props = {
  readonly value: unknown
  readonly body: BodyPart | undefined
  readonly kind?: string
  /** Why it is shown like this. */
  readonly note?: string
  readonly facts?: readonly string[]
  readonly claims?: readonly string[]
  /** The part to reveal; if left out, the match of the find bar below `body`. */
  readonly found?: FoundPart | undefined
}

/** What is of no known kind, as it is. */
export function JsonContent(props: Props) {
  const { value, body, kind = 'JSON', note, facts = [], claims = [] } = props
  const below = useFoundBelow(body?.pointer)
  const revealed = props.found ?? below
  return (
    <BlockFrame
      kind={kind}
      facts={facts}
      claims={claims}
      actions={
        <BlockActions
          what="JSON"
          copied={() => wholeJson(value, body)}
          body={body}
          form="json"
          suggestedName="content.json"
        />
      }
    >
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      {isCut(body) && (
        <p className={styles['note']}>Long parts of it are cut here. Save it to see the whole.</p>
      )}
      <div className={styles['boxed']}>
        <JsonTree label={kind} value={value} revealed={revealed} />
      </div>
    </BlockFrame>
  )
}
