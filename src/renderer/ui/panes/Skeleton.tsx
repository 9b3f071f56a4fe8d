import styles from './skeleton.module.css'

/** Stands where rows will be. Appears only after a moment, so that what is quick does not flicker. */
export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div className={styles['skeleton']} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['bar']} />
      ))}
    </div>
  )
}
