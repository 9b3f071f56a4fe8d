import { Bell } from 'lucide-react'
import { memo } from 'react'
import { visibleText } from '../../../shared/text/visible-text'
import { count } from '../../ui/text/format'
import { ChangeMark } from '../catalogue/ChangeMark'
import { ItemRow } from '../catalogue/ItemRow'
import type { Place } from '../catalogue/list-row'
import { MarkedText } from '../../ui/text/MarkedText'
import { Twisty } from '../catalogue/Twisty'
import list from '../catalogue/item-list.module.css'
import { FolderIcon, MimeIcon, TemplateIcon } from './MimeIcon'
import type { ResourceRow } from './resource-tree'
import { namesOf, sizeOf, textIn } from './resource-words'
import type { RowMark } from './row-marks'
import styles from './resource-list.module.css'

type Props = Place & {
  readonly row: ResourceRow
  /** What the filter looks for. */
  readonly words: readonly string[]
  readonly isFlat: boolean
  readonly mark: RowMark | undefined
}

const INDENT_PX = 14

export const ResourceListRow = memo(function ResourceListRow(props: Props) {
  const { row, words, isFlat, mark, ...place } = props
  const { depth, label, resource, template, folder } = row
  const described = resource ?? template
  const size = sizeOf(described)
  return (
    <ItemRow
      role="treeitem"
      row={row}
      {...place}
      className={styles['item']}
      title={visibleText(resource?.uri ?? template?.uriTemplate ?? label)}
    >
      <span className={styles['indent']} style={{ width: depth * INDENT_PX }} />
      <Twisty folder={folder} />
      <span className={styles['icon']}>
        <RowIcon row={row} />
      </span>
      <Names row={row} words={words} isFlat={isFlat} />
      <span className={list['end']}>
        <ChangeMark change={mark?.change} />
        {mark?.isSubscribed === true && (
          <span
            role="img"
            aria-label={wordsOf(mark)}
            className={styles['bell']}
            data-unread={(mark.unread ?? 0) > 0}
          >
            <Bell aria-hidden="true" size={11} />
            {(mark.unread ?? 0) > 0 && mark.unread}
          </span>
        )}
        {size !== undefined && <span>{size}</span>}
        {folder && !resource && <span>{folder.count}</span>}
      </span>
    </ItemRow>
  )
})

/** The piece of the URI and the name: first the one that tells more. */
function Names({ row, words, isFlat }: Pick<Props, 'row' | 'words' | 'isFlat'>) {
  const { label, resource, template } = row
  // What the label says already is not said twice.
  const name = namesOf(resource ?? template).find((known) => !label.endsWith(known))
  // Templates of one server begin alike, so that their beginnings tell nothing.
  const isNameFirst = name !== undefined && (isFlat || template !== undefined)
  return (
    <span className={list['names']}>
      <span className={isNameFirst ? list['label'] : `${list['label']} ui-mono`}>
        <MarkedText text={isNameFirst ? name : label === '' ? '(empty)' : label} texts={words} />
      </span>
      {name !== undefined && (
        <span className={isNameFirst ? `${list['aside']} ui-mono` : list['aside']}>
          <MarkedText text={isNameFirst ? label : name} texts={words} />
        </span>
      )}
    </span>
  )
}

function RowIcon({ row: { resource, template, folder } }: Pick<Props, 'row'>) {
  if (template) return <TemplateIcon />
  if (!resource && folder) return <FolderIcon isOpen={folder.isOpen} />
  return <MimeIcon mimeType={textIn(resource, 'mimeType')} />
}

/** For whoever does not see the bell. */
function wordsOf({ unread = 0 }: RowMark): string {
  return unread > 0 ? `subscribed, ${count(unread, 'update')} not read` : 'subscribed'
}
