import { ArrowDown, ArrowUp, Copy, X } from 'lucide-react'
import { memo, type KeyboardEvent } from 'react'
import { Action } from './Action'
import type { Json } from '../../../shared/json/json'
import type { FindingTree } from './schema/finding-tree'
import type { ItemAction } from './item-action'
import { SchemaNode } from './SchemaNode'
import styles from './schema-form.module.css'

type Props = {
  readonly index: number
  readonly isLast: boolean
  /** Its place has a meaning, so that it cannot move. */
  readonly isFixed: boolean
  /** False for the first one whose place has no meaning: it stays behind those that have. */
  readonly canMoveUp: boolean
  /** False when the item before it is described by the same words. */
  readonly isDescribed: boolean
  readonly schema: unknown
  readonly value: Json
  readonly pointer: string
  readonly name: string
  readonly spoken: string
  readonly findings: FindingTree | undefined
  readonly level: number
  /** Stays the same function, so that one item can be drawn without the others. */
  readonly onAction: (index: number, action: ItemAction) => void
}

export const ListItem = memo(function ListItem({
  index,
  isLast,
  isFixed,
  canMoveUp,
  onAction,
  ...node
}: Props) {
  const act = (action: ItemAction) => () => onAction(index, action)

  function handleKey(event: KeyboardEvent): void {
    if (!event.altKey || isFixed) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'ArrowUp' && !canMoveUp) return
    onAction(index, event.key === 'ArrowUp' ? 'up' : 'down')
  }

  const { spoken } = node
  return (
    <div data-item="" onKeyDown={handleKey}>
      <SchemaNode
        {...node}
        isRequired={false}
        canBeAbsent={false}
        layout="row"
        label={`[${index}]`}
        actions={
          <span className={styles['actions']}>
            {!isFixed && (
              <>
                <Action
                  label={`Move ${spoken} up`}
                  title="Move up (Alt+↑)"
                  isDisabled={!canMoveUp}
                  onAct={act('up')}
                >
                  <ArrowUp aria-hidden="true" size={12} />
                </Action>
                <Action
                  label={`Move ${spoken} down`}
                  title="Move down (Alt+↓)"
                  isDisabled={isLast}
                  onAct={act('down')}
                >
                  <ArrowDown aria-hidden="true" size={12} />
                </Action>
                <Action label={`Duplicate ${spoken}`} title="Duplicate" onAct={act('copy')}>
                  <Copy aria-hidden="true" size={12} />
                </Action>
              </>
            )}
            <Action
              label={`Remove ${spoken}`}
              title={isFixed && !isLast ? 'Only the last one can go' : 'Remove'}
              isDisabled={isFixed && !isLast}
              onAct={act('remove')}
            >
              <X aria-hidden="true" size={12} />
            </Action>
          </span>
        }
      />
    </div>
  )
})
