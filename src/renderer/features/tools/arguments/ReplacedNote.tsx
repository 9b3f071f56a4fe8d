import { undoReplace, useReplaced } from '../../../stores/kept/drafts'
import { ServerText } from '../../../ui/text/ServerText'
import styles from './arguments.module.css'

/** All that was written has been replaced at once: says so, and takes it back. */
export function ReplacedNote({ draftKey }: { readonly draftKey: string }) {
  const what = useReplaced(({ replaced }) => replaced[draftKey]?.what)
  if (what === undefined) return null
  return (
    <p className="ui-note" role="status">
      <ServerText>{what}</ServerText>
      <button type="button" className={styles['link']} onClick={() => undoReplace(draftKey)}>
        Undo
      </button>
    </p>
  )
}
