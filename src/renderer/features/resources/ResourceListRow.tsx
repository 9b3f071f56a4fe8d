import { Bell, ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { visibleText } from '../../../shared/visible-text'
import { count } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { FolderIcon, MimeIcon, TemplateIcon } from './MimeIcon'
import type { ResourceRow } from './resource-tree'
import { namesOf, sizeOf, textIn } from './resource-words'
import type { RowMark } from './row-marks'
import styles from './resources.module.css'

type Props = {
  readonly row: ResourceRow
  readonly index: number
  readonly start: number
  readonly isFlat: boolean
  readonly isSelected: boolean
  readonly isCursor: boolean
  readonly mark: RowMark | undefined
}

const INDENT_PX = 14

export const ResourceListRow = memo(function ResourceListRow(props: Props) {
  const { row, index, start, isSelected, isCursor, mark } = props
  const { depth, label, resource, template, folder } = row
  const described = resource ?? template
  // What the label says already is not said twice.
  const name = namesOf(described).find((known) => !label.endsWith(known))
  const size = sizeOf(described)
  // Templates of one server begin alike, so that their beginnings tell nothing.
  const isNameFirst = name !== undefined && (props.isFlat || template !== undefined)
  const uri = (
    <span className={styles['label']}>
      <ServerText>{label === '' ? '(empty)' : label}</ServerText>
    </span>
  )
  return (
    <div
      id={`resource-${index}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      {...(folder && { 'aria-expanded': folder.isOpen })}
      data-index={index}
      data-cursor={isCursor}
      className={styles['row']}
      title={visibleText(resource?.uri ?? template?.uriTemplate ?? label)}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span className={styles['indent']} style={{ width: depth * INDENT_PX }} />
      <span className={styles['twisty']} data-twisty={folder ? '' : undefined}>
        {folder &&
          (folder.isOpen ? (
            <ChevronDown aria-hidden="true" size={12} />
          ) : (
            <ChevronRight aria-hidden="true" size={12} />
          ))}
      </span>
      <span className={styles['icon']}>
        <RowIcon row={row} />
      </span>
      {isNameFirst ? (
        <>
          <span className={styles['flatName']}>
            <ServerText>{name}</ServerText>
          </span>
          <span className={styles['subtleLabel']}>
            <ServerText>{label}</ServerText>
          </span>
        </>
      ) : (
        <>
          {uri}
          {name !== undefined && (
            <span className={styles['subtleName']}>
              <ServerText>{name}</ServerText>
            </span>
          )}
        </>
      )}
      <span className={styles['rowEnd']}>
        {mark?.change !== undefined && <span className={styles['badge']}>{mark.change}</span>}
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
        {size !== undefined && <span className={styles['size']}>{size}</span>}
        {folder && !resource && <span className={styles['size']}>{folder.count}</span>}
      </span>
    </div>
  )
})

function RowIcon({ row: { resource, template, folder } }: Pick<Props, 'row'>) {
  if (template) return <TemplateIcon />
  if (!resource && folder) return <FolderIcon isOpen={folder.isOpen} />
  return <MimeIcon mimeType={textIn(resource, 'mimeType')} />
}

/** For whoever does not see the bell. */
function wordsOf({ unread = 0 }: RowMark): string {
  return unread > 0 ? `subscribed, ${count(unread, 'update')} not read` : 'subscribed'
}
