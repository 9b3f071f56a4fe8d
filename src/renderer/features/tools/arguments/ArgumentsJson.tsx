import { useEffect } from 'react'
import { halfWrittenIn, jsonOf, withJson, type Draft } from '../../../stores/kept/drafts'
import { CodeEditor } from '../../../ui/editor/CodeEditor'
import { setSchema } from '../../../ui/editor/monaco'
import { ServerText } from '../../../ui/text/ServerText'
import { editorSchema } from './editor-schema'
import styles from './arguments.module.css'

type Props = {
  readonly schema: unknown
  readonly draft: Draft
  /** A whole sentence: why it cannot be sent. */
  readonly problem: string | undefined
  /** A whole sentence: why there is no form. */
  readonly noForm: string | undefined
  readonly place: { readonly offset: number } | undefined
  readonly onEdit: (change: (latest: Draft) => Draft) => void
}

/** The editor knows by this name that the text goes over the wire and what its schema is. */
const FILE_NAME = 'tool-arguments.json'

export function ArgumentsJson({ schema, draft, problem, noForm, place, onEdit }: Props) {
  useEffect(() => void setSchema(FILE_NAME, editorSchema(schema) ?? {}, true), [schema])
  const leftOut = halfWrittenIn(draft)
  return (
    <>
      {noForm !== undefined && <p className="ui-note">No form: {noForm}</p>}
      {problem !== undefined && (
        <p className="ui-note ui-problem" role="status">
          <ServerText>{problem}</ServerText>
        </p>
      )}
      {leftOut.length > 0 && (
        <p className={styles['leftOut']}>
          Not in here, because it could not be read in the form:{' '}
          <ServerText>{leftOut.map((pointer) => pointer.slice(1)).join(', ')}</ServerText>
        </p>
      )}
      <div className={styles['editor']}>
        <CodeEditor
          key={draft.version}
          label="Arguments as JSON"
          language="json"
          fileName={FILE_NAME}
          value={jsonOf(draft)}
          place={place}
          onChange={(json) => onEdit((latest) => withJson(latest, json))}
        />
      </div>
    </>
  )
}
