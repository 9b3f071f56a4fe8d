import { Plus } from 'lucide-react'
import { use, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Json } from '../../../shared/json/json'
import { count } from '../../ui/text/format'
import type { ControlProps } from './controls/field-control'
import type { FindingTree } from './schema/finding-tree'
import { ScrapsContext, useForm } from './form-context'
import { withAction, type ItemAction } from './item-action'
import { ListItem } from './ListItem'
import { placeIn } from './schema/place'
import { listIn, own } from './schema/schema-object'
import { keysWithScraps, movedScraps } from './schema/scraps'
import { newValue } from './schema/starting-value'
import styles from './schema-form.module.css'

type Props = ControlProps & {
  readonly pointer: string
  readonly level: number
  readonly findings: FindingTree | undefined
}

const PAGE = 100
const NO_ITEMS: readonly Json[] = []
const NO_KEYS: ReadonlySet<string> = new Set()

/** The items of a list, each with its own field. */
export function ListField(props: Props) {
  const { shape, value, pointer, level, findings, label, name } = props
  const { root, change } = useForm()
  const items = Array.isArray(value) ? (value as readonly Json[]) : NO_ITEMS
  const [limit, setLimit] = useState(PAGE)
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(items)
  latest.current = items
  const ids = useItemIds(items.length)
  const prefix = listIn(shape.schema, 'prefixItems') ?? []
  const rest = own(shape.schema, 'items') ?? true
  const schemaAt = (index: number): unknown => prefix[index] ?? rest
  // What is half written has to be there to be led to.
  const written = items.length > limit ? keysWithScraps(use(ScrapsContext), pointer) : NO_KEYS
  const isDrawn = (index: number): boolean =>
    index < limit || findings?.inside.has(String(index)) === true || written.has(String(index))
  const isFull = rest === false && items.length >= prefix.length

  const handleAction = useCallback(
    (index: number, action: ItemAction) => {
      const focused = document.activeElement
      const before = ids.current
      const after = withAction(before, index, action, () => ++lastId)
      ids.current = after
      const next = withAction(latest.current, index, action, (item) => item)
      const moved = (key: string) => placeOf(after, before[Number(key)])
      flushSync(() => change(pointer, next, (scraps) => movedScraps(scraps, pointer, moved)))
      // An element that was moved has lost the cursor on the way.
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
      else list.current?.focus()
    },
    [ids, change, pointer]
  )

  function handleAdd(): void {
    const isFirst = items.length === 0 && prefix.length > 0
    const schemas = isFirst ? prefix : [schemaAt(items.length)]
    setLimit(Math.max(limit, items.length + schemas.length))
    const added = schemas.map((schema) => newValue(root, schema))
    flushSync(() => change(pointer, [...items, ...added], (scraps) => scraps))
    focusItem(list.current, items.length)
  }

  return (
    <div ref={list} id={props.id} tabIndex={-1} className={styles['items']}>
      {items.map((item, index) =>
        !isDrawn(index) ? null : (
          <ListItem
            key={ids.current[index]}
            index={index}
            isLast={index === items.length - 1}
            isFixed={index < prefix.length}
            canMoveUp={index > prefix.length}
            isDescribed={index === 0 || schemaAt(index) !== schemaAt(index - 1)}
            schema={schemaAt(index)}
            value={item}
            pointer={placeIn(pointer, index)}
            name={name}
            spoken={`${label} [${index}]`}
            findings={findings?.inside.get(String(index))}
            level={level + 1}
            onAction={handleAction}
          />
        )
      )}
      <div className={styles['foot']}>
        {!isFull && (
          <button
            type="button"
            className={styles['add']}
            aria-label={`Add item to ${label}`}
            onClick={handleAdd}
          >
            <Plus aria-hidden="true" size={12} />
            Add item
          </button>
        )}
        <span className={styles['word']}>{stateOf(value, items.length)}</span>
        {items.length > limit && (
          <button type="button" className={styles['link']} onClick={() => setLimit(limit + PAGE)}>
            Show {Math.min(PAGE, items.length - limit)} more
          </button>
        )}
      </div>
    </div>
  )
}

function stateOf(value: Json | undefined, items: number): string {
  if (value === undefined) return 'left out'
  if (value === null) return 'null'
  return items === 0 ? 'empty list' : count(items, 'item')
}

/** As the key of an item; undefined when it is gone. */
function placeOf(ids: readonly number[], id: number | undefined): string | undefined {
  const index = id === undefined ? -1 : ids.indexOf(id)
  return index < 0 ? undefined : String(index)
}

let lastId = 0

/** Numbers that stay with their items when these are moved. */
function useItemIds(items: number) {
  const ids = useRef<readonly number[]>([])
  if (ids.current.length !== items) {
    ids.current = Array.from({ length: items }, (_none, index) => ids.current[index] ?? ++lastId)
  }
  return ids
}

function focusItem(list: HTMLElement | null, index: number): void {
  const item = list?.querySelectorAll<HTMLElement>(':scope > [data-item]')[index]
  const field = item?.querySelector<HTMLElement>('textarea, input, select, [role="radio"]')
  const first = field ?? item?.querySelector<HTMLElement>('button')
  first?.focus()
}
