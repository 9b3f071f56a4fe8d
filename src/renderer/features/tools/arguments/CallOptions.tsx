import { useId, type ReactNode } from 'react'
import { DEFAULT_SETTINGS } from '../../../../shared/servers/server-config'
import type { Draft } from '../../../stores/kept/drafts'
import { readOptions } from '../../call/call-options'
import styles from './arguments.module.css'

type Props = {
  readonly draft: Draft
  readonly onEdit: (change: (latest: Draft) => Draft) => void
  readonly onClose: () => void
  /** What is set for the tool itself. */
  readonly children?: ReactNode
}

const USUAL_MS = DEFAULT_SETTINGS.callTimeoutMs.toLocaleString('en-GB')

/** What can be set for this tool's calls besides the arguments. Kept with the draft. */
export function CallOptions({ draft, onEdit, onClose, children }: Props) {
  const id = useId()
  const { timeoutProblem, metaProblem, metaHint, isMetaHidden = false } = readOptions(draft)
  const isMetaBad = metaProblem !== undefined || isMetaHidden
  return (
    <div
      className={styles['options']}
      role="group"
      aria-label="Options"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
      <label htmlFor={`${id}-timeout`}>Timeout in ms</label>
      <div>
        <input
          id={`${id}-timeout`}
          className={styles['timeout']}
          inputMode="numeric"
          autoComplete="off"
          placeholder={USUAL_MS}
          aria-invalid={timeoutProblem !== undefined}
          aria-describedby={`${id}-timeout-note`}
          value={draft.timeout}
          onChange={(event) => onEdit((latest) => ({ ...latest, timeout: event.target.value }))}
        />
        <p
          id={`${id}-timeout-note`}
          className={styles['hint']}
          data-bad={timeoutProblem !== undefined}
        >
          {timeoutProblem ??
            `Of silence; progress starts it anew. Left empty, ${USUAL_MS} or what the definition of the server says.`}
        </p>
      </div>
      <label htmlFor={`${id}-meta`}>_meta</label>
      <div>
        <textarea
          id={`${id}-meta`}
          className="ui-area ui-mono"
          rows={Math.min(8, Math.max(2, draft.meta.split('\n').length))}
          spellCheck={false}
          placeholder="{ }"
          aria-invalid={isMetaBad}
          aria-describedby={`${id}-meta-note`}
          value={draft.meta}
          onChange={(event) => onEdit((latest) => ({ ...latest, meta: event.target.value }))}
        />
        <p id={`${id}-meta-note`} className={styles['hint']} data-bad={isMetaBad}>
          {metaProblem ?? metaHint ?? 'A JSON object that is sent beside the arguments.'}
        </p>
      </div>
    </div>
  )
}
