import { memo } from 'react'
import { claimsOf, descriptionOf, titleOf, type Tool } from '../../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../../shared/calls/catalogue-change'
import type { Policy } from '../../../../shared/question/inbox'
import { visibleText } from '../../../../shared/text/visible-text'
import { count } from '../../../ui/text/format'
import { MixedLetters } from '../../../ui/text/MixedLetters'
import { ServerText } from '../../../ui/text/ServerText'
import { ItemRow } from '../../catalogue/ItemRow'
import type { Place } from '../../catalogue/list-row'
import { MarkedText } from '../../../ui/text/MarkedText'
import { excerptOf } from '../../catalogue/match-named'
import { Twisty } from '../../catalogue/Twisty'
import list from '../../catalogue/item-list.module.css'
import type { GroupRow, ToolRow } from './group-tools'
import { PolicyMark } from './PolicyMark'
import { ToolBadges, ToolState } from './ToolBadges'
import styles from './tool-list.module.css'

type Props = Place & {
  readonly row: ToolRow
  /** What the filter looks for. */
  readonly words: readonly string[]
  readonly running: number
  readonly change: CatalogueChange['change'] | undefined
  readonly schemaFault: string | undefined
  /** As the person has set it. */
  readonly policy: Policy | undefined
}

export const ToolListRow = memo(function ToolListRow(props: Props) {
  const { row, words, running, change, schemaFault, policy, ...place } = props
  const { tool } = row
  const excerpt = excerptOf(tool, words)
  const badgesId = `${place.elementId}-badges`
  return (
    <ItemRow
      role="option"
      row={row}
      {...place}
      aria-describedby={badgesId}
      className={row.depth > 0 ? styles['nested'] : undefined}
      title={tooltipOf(tool)}
    >
      <span className={`${list['label']} ui-mono`}>
        <MarkedText text={tool.name} texts={words} />
      </span>{' '}
      {excerpt !== undefined && (
        <span className={list['excerpt']} aria-hidden="true">
          <MarkedText text={excerpt} texts={words} />
        </span>
      )}
      <span className={list['end']}>
        <ToolState running={running} change={change} />
        <MixedLetters name={tool.name} isSmall />
      </span>
      <span id={badgesId} className={styles['badges']} aria-hidden="true">
        {policy && <PolicyMark policy={policy} />}
        <ToolBadges tool={tool} schemaFault={schemaFault} />
      </span>
    </ItemRow>
  )
})

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

type GroupProps = Place & { readonly row: GroupRow }

/** A heading among the rows. A listbox knows nothing that can be folded, so its name says it. */
export const GroupListRow = memo(function GroupListRow({ row, ...place }: GroupProps) {
  const { prefix, folder } = row
  const state = folder.isOpen ? 'unfolded' : 'folded'
  return (
    <ItemRow
      role="option"
      row={row}
      {...place}
      aria-label={`${visibleText(prefix)} ${count(folder.count, 'tool')}, ${state}`}
      className={styles['group']}
    >
      <Twisty folder={folder} />
      <span className={`${list['label']} ui-mono`}>
        <ServerText>{prefix}</ServerText>
      </span>
      <span className={list['end']}>{folder.count}</span>
    </ItemRow>
  )
})
