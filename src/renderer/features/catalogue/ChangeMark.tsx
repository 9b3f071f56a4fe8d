import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import styles from './item-list.module.css'

type Change = CatalogueChange['change']

/** A word that is a part of the name of the row. Nothing when nothing has changed. */
export function ChangeMark({ change }: { readonly change: Change | undefined }) {
  if (change === undefined) return null
  return (
    <span className={styles['change']} title={`${TITLES[change]} since you last saw the list`}>
      {change}
    </span>
  )
}

const TITLES: Readonly<Record<Change, string>> = { new: 'New', changed: 'Changed', gone: 'Gone' }
