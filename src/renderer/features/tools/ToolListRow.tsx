import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { claimsOf, descriptionOf, titleOf, type Tool } from '../../../shared/catalogue'
import { visibleText } from '../../../shared/visible-text'
import { count } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import type { GroupRow, ToolRow } from './group-tools'
import { excerptOf, markedParts } from './match-tools'
import { badgesOf } from './tool-badges'
import { ToolBadges, ToolState } from './ToolBadges'
import styles from './tool-list.module.css'

/** What all rows have in common: where they are, and among how many. */
type PlaceProps = {
  readonly index: number
  readonly total: number
  readonly start: number
  /** The row that the keys act upon. */
  readonly isActive: boolean
}

type Props = PlaceProps & {
  readonly row: ToolRow
  readonly isSelected: boolean
  /** What the filter looks for. */
  readonly words: readonly string[]
  readonly running: number
  readonly change: 'new' | 'changed' | undefined
  readonly schemaFault: string | undefined
}

export const ToolListRow = memo(function ToolListRow(props: Props) {
  const { row, index, total, start, isActive, isSelected, words } = props
  const { tool } = row
  const excerpt = excerptOf(tool, words)
  return (
    <div
      id={`tool-${index}`}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-describedby={`tool-${index}-badges`}
      data-index={index}
      data-active={isActive}
      data-nested={row.group !== undefined}
      className={styles['row']}
      style={{ transform: `translateY(${start}px)` }}
      title={tooltipOf(tool)}
    >
      <span className={styles['name']}>
        <Marked text={tool.name} words={words} />
      </span>{' '}
      {excerpt !== undefined && (
        <span className={styles['excerpt']} aria-hidden="true">
          <Marked text={excerpt} words={words} />
        </span>
      )}
      <span className={styles['badges']}>
        <ToolState running={props.running} change={props.change} />
      </span>
      <span id={`tool-${index}-badges`} className={styles['badges']} aria-hidden="true">
        <ToolBadges badges={badgesOf(tool)} schemaFault={props.schemaFault} />
      </span>
    </div>
  )
})

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return markedParts(text, words).map((part, index) =>
    part.isFound ? (
      <mark key={index} className={styles['mark']}>
        <ServerText>{part.text}</ServerText>
      </mark>
    ) : (
      <ServerText key={index}>{part.text}</ServerText>
    )
  )
}

const TOOLTIP_CHARS = 300

function tooltipOf(tool: Tool): string {
  const title = titleOf(tool)
  const claims = claimsOf(tool)
  const description = (descriptionOf(tool) ?? '').slice(0, TOOLTIP_CHARS)
  return [
    visibleText(tool.name.slice(0, TOOLTIP_CHARS)),
    ...(title === tool.name ? [] : [visibleText(title.slice(0, TOOLTIP_CHARS))]),
    ...(description === '' ? [] : [visibleText(description)]),
    ...(claims.length === 0 ? [] : [`The server says: ${claims.join(', ')}.`])
  ].join('\n')
}

type GroupProps = PlaceProps & { readonly row: GroupRow }

/** A heading among the rows. A listbox knows nothing that can be folded, so its name says it. */
export const GroupListRow = memo(function GroupListRow(props: GroupProps) {
  const { row, index, total, start, isActive } = props
  const Icon = row.isFolded ? ChevronRight : ChevronDown
  const prefix = visibleText(row.prefix)
  return (
    <div
      id={`tool-${index}`}
      role="option"
      aria-selected={false}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-label={`${visibleText(prefix)} ${count(row.count, 'tool')}, ${row.isFolded ? 'folded' : 'unfolded'}`}
      data-index={index}
      data-active={isActive}
      className={`${styles['row']} ${styles['group']}`}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Icon aria-hidden="true" size={12} />
      <span className={styles['name']}>
        <ServerText>{row.prefix}</ServerText>
      </span>
      <span className={styles['count']}>{row.count}</span>
    </div>
  )
})
