import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent
} from 'react'
import type { SchemaFinding } from '../../../shared/schema/validate'
import {
  CHILDREN_AT_ONCE,
  holdersOf,
  jsonRows,
  openedFor,
  opensAtFirst,
  type Opened,
  type Totals
} from './json-rows'
import { JsonTreeRow } from './JsonTreeRow'
import styles from './json-tree.module.css'
import { nextIndex } from '../list/list-keys'
import { ManyRows } from '../list/ManyRows'

type Props = {
  readonly value: unknown
  readonly label: string
  /** What is wrong with parts of it. */
  readonly findings?: readonly SchemaFinding[] | undefined
  /** Where only some parts are here; more of them are fetched when somebody wants to see them. */
  readonly rest?:
    | {
        readonly totals: Totals
        readonly load: (pointer: string) => void
        /** Stays the same while parts are added to the value. */
        readonly of: unknown
      }
    | undefined
  /** The part that the person is led to. */
  readonly revealed?: Revealed | undefined
}

type Revealed = {
  readonly pointer: string
  /** A match of the find bar: the focus stays in the bar. */
  readonly isFound?: boolean
}

const ROWS_AT_FIRST = 60
const ROWS_PER_PAGE = 15
const NO_FINDINGS: readonly SchemaFinding[] = []
const NOT_OPENED: Opened = { pointers: new Set(), shown: new Map() }

/** A JSON value, to be opened part by part. */
export function JsonTree({ value, label, findings = NO_FINDINGS, rest, revealed }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [opened, setOpened] = useState(NOT_OPENED)
  const [active, setActive] = useState(0)
  const [isFollowing, setIsFollowing] = useState(false)

  const original = rest ? rest.of : value
  useEffect(() => {
    const pointers = new Set(opensAtFirst(original, ROWS_AT_FIRST))
    for (const { pointer } of findings)
      for (const holder of holdersOf(pointer)) pointers.add(holder)
    setOpened({ pointers, shown: new Map() })
    setActive(0)
    setIsFollowing(false)
  }, [original, findings])

  const totals = rest?.totals
  const rows = useMemo(
    () => jsonRows(value, opened, findings, totals),
    [value, opened, findings, totals]
  )

  const [wanted, setWanted] = useState<Revealed>()
  /** Whoever was led somewhere once is not led there again when the value changes. */
  const lead = useEffectEvent((to: Revealed) => {
    setOpened((was) => openedFor(value, to.pointer, was))
    setWanted(to)
  })
  useEffect(() => {
    if (revealed) lead(revealed)
  }, [revealed])
  useEffect(() => {
    if (wanted === undefined) return
    const index = rows.findIndex(
      ({ pointer, more }) => pointer === wanted.pointer && more === undefined
    )
    if (index < 0) return
    setActive(index)
    setIsFollowing(true)
    setWanted(undefined)
    if (wanted.isFound !== true) scroller.current?.focus()
  }, [rows, wanted])

  function toggle(index: number): void {
    const row = rows[index]
    if (!row) return
    if (row.more !== undefined && row.loaded !== undefined) rest?.load(row.pointer)
    setOpened(({ pointers, shown }) => {
      if (row.more !== undefined) {
        const count = (shown.get(row.pointer) ?? CHILDREN_AT_ONCE) + CHILDREN_AT_ONCE
        return { pointers, shown: new Map(shown).set(row.pointer, count) }
      }
      const changed = new Set(pointers)
      if (!changed.delete(row.pointer)) changed.add(row.pointer)
      return { pointers: changed, shown }
    })
  }

  function handleKey(event: KeyboardEvent): void {
    const row = rows[active]
    if (!row) return
    const isFolder = (row.size ?? 0) > 0 || row.more !== undefined
    const moved = nextIndex(event.key, active, rows.length, ROWS_PER_PAGE)
    if (moved !== undefined) setActive(moved)
    else if (event.key === 'ArrowRight' && isFolder && !row.isOpen) toggle(active)
    else if (event.key === 'ArrowRight') setActive(Math.min(active + 1, rows.length - 1))
    else if (event.key === 'ArrowLeft' && row.isOpen) toggle(active)
    else if (event.key === 'ArrowLeft') setActive(holderIndex(active))
    else if ((event.key === 'Enter' || event.key === ' ') && isFolder) toggle(active)
    else return
    setIsFollowing(true)
    event.preventDefault()
    event.stopPropagation()
  }

  function holderIndex(index: number): number {
    const depth = rows[index]?.depth ?? 0
    const above = rows.slice(0, index).findLastIndex((row) => row.depth < depth)
    return Math.max(0, above)
  }

  function handleClick(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (!row || getSelection()?.isCollapsed === false) return
    const index = Number(row.dataset['index'])
    setActive(index)
    if ((rows[index]?.size ?? rows[index]?.more ?? 0) > 0) toggle(index)
  }

  return (
    <div
      ref={scroller}
      className={styles['tree']}
      role="tree"
      aria-label={label}
      data-found={revealed?.isFound === true}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={handleKey}
      onClick={handleClick}
    >
      <ManyRows scroller={scroller} count={rows.length} active={isFollowing ? active : undefined}>
        {(index) => {
          const row = rows[index]
          return (
            row && (
              <JsonTreeRow
                id={`${id}-${index}`}
                row={row}
                index={index}
                isActive={index === active}
              />
            )
          )
        }}
      </ManyRows>
    </div>
  )
}
