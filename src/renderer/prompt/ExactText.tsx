import { exactParts } from './exact-parts'
import styles from './prompt.module.css'

type Props = { readonly children: string }

/** Text as it will be run: nothing cut off, nothing unseen, in the order in which it is written. */
export function ExactText({ children }: Props) {
  return (
    <code className={styles['exact']}>
      {exactParts(children).map((part, index) =>
        part.kind === 'mark' ? (
          <span key={index} className="ui-letter" title="Characters that are easily overlooked">
            {part.text}
          </span>
        ) : (
          part.text
        )
      )}
    </code>
  )
}
