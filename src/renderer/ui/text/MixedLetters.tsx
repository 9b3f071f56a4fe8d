import { TriangleAlert } from 'lucide-react'
import { mixedLettersIn } from '../../../shared/text/mixed-letters'
import styles from './server-text.module.css'

type Props = {
  readonly name: string
  /** Where there is no room, the words are in the tooltip and for screen readers only. */
  readonly isSmall?: boolean
}

/** Says that a name may be mistaken for another one. Nothing for all other names. */
export function MixedLetters({ name, isSmall = false }: Props) {
  const alphabets = mixedLettersIn(name)
  if (alphabets === undefined) return null
  const title = `Patchbay finds: the name mixes ${alphabets} letters, which can look the same.`
  if (!isSmall) {
    return (
      <span className={styles['mixed']} title={title}>
        mixes {alphabets} letters
      </span>
    )
  }
  return (
    <span
      role="img"
      aria-label={`mixes ${alphabets} letters`}
      title={title}
      className={styles['mixed']}
    >
      <TriangleAlert aria-hidden="true" size={12} />
    </span>
  )
}
