import styles from './arguments.module.css'

export const TASK_ONLY = 'This tool runs only as a task, and Patchbay cannot run tasks yet.'

type Props = { readonly onSend: () => void }

/** Why a call cannot succeed. Whoever tests a server may want to see what it says to that. */
export function TaskOnly({ onSend }: Props) {
  return (
    <p className={styles['taskOnly']} role="note">
      <span>{TASK_ONLY}</span>
      <button
        type="button"
        className={styles['link']}
        title="Calls it without a task, to see what the server answers"
        onClick={onSend}
      >
        Send anyway
      </button>
    </p>
  )
}
