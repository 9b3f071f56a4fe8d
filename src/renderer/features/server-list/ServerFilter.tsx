import { moveAmongRows } from '../server/server-rows'
import styles from './servers.module.css'

const FILTER_ID = 'server-filter'

export function focusServerFilter(): void {
  const field = document.getElementById(FILTER_ID)
  if (field instanceof HTMLInputElement) field.select()
}

type Props = { readonly value: string; readonly onChange: (value: string) => void }

export function ServerFilter({ value, onChange }: Props) {
  return (
    <input
      id={FILTER_ID}
      type="search"
      className={styles['filter']}
      aria-label="Filter servers"
      aria-keyshortcuts="Control+L"
      title="Filter servers (Ctrl L, or / in the list)"
      placeholder="Filter servers"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('')
        else if (event.key !== 'ArrowDown') return
        moveAmongRows('Home', null)
        event.preventDefault()
      }}
    />
  )
}
