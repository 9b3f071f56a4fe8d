import { visibleParts } from '../../shared/visible-text'
import styles from './server-text.module.css'

type Props = { readonly children: string }

/** Text that came from a server. Characters that would stay unseen are shown as marks. */
export function ServerText({ children }: Props) {
  return visibleParts(children).map((part, index) =>
    part.kind === 'plain' ? (
      part.text
    ) : (
      <span key={index} className={styles['hidden']} title="A character that is not visible">
        {part.mark}
      </span>
    )
  )
}
