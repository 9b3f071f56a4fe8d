import styles from './outcome.module.css'

/** Why there is no verdict on a result: what is not here whole is not judged. */
export function TooLargeToCheck({ isCut }: { readonly isCut: boolean }) {
  return (
    <p className={styles['note']}>
      {isCut
        ? 'Only the beginning of this result was kept, so it is not compared with its schema.'
        : 'This result is too large to be compared with its schema here.'}
    </p>
  )
}
