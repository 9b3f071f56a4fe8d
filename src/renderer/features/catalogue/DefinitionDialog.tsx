import { useMemo } from 'react'
import { CodeEditor } from '../../ui/editor/CodeEditor'
import { CopyButton } from '../../ui/controls/CopyButton'
import { Dialog } from '../../ui/controls/Dialog'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { definitionText } from './definition-text'
import styles from './definition.module.css'

/** The editor takes longer than a person notices for more than this. */
const SHOWN_CHARS = 200_000

type Props = {
  readonly name: string
  readonly item: object
  readonly onClose: () => void
}

export function DefinitionDialog({ name, item, onClose }: Props) {
  const text = useMemo(() => definitionText(item), [item])
  const rest = (text ?? '').length - SHOWN_CHARS
  return (
    <Dialog
      title="Definition"
      description={
        <>
          <code>
            <ServerText>{name}</ServerText>
          </code>{' '}
          as the server lists it
        </>
      }
      onClose={onClose}
    >
      {text === undefined ? (
        <p className={styles['note']}>
          It is nested too deeply to be written out. The answer that lists it is in Traffic.
        </p>
      ) : (
        <div className="ui-pane">
          <p className={styles['bar']}>
            <span>
              {rest > 0
                ? `${count(rest, 'more character')} not shown; copying takes all of it.`
                : count(text.length, 'character')}
            </span>
            <CopyButton label="Copy the definition" text={() => text} />
          </p>
          <div className="ui-fill">
            <CodeEditor
              label="Definition"
              language={rest > 0 ? 'plaintext' : 'json'}
              value={text.slice(0, SHOWN_CHARS)}
            />
          </div>
        </div>
      )}
    </Dialog>
  )
}
