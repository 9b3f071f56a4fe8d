import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Folder } from './list-row'
import styles from './item-list.module.css'

/** Says whether what is below a row is in sight. Takes its room also where nothing can be. */
export function Twisty({ folder }: { readonly folder: Folder | undefined }) {
  const Icon = folder?.isOpen === true ? ChevronDown : ChevronRight
  return (
    <span className={styles['twisty']} data-twisty={folder ? '' : undefined}>
      {folder && <Icon aria-hidden="true" size={12} />}
    </span>
  )
}
