import { memo } from 'react'
import { isNumber } from '../../../shared/json/exact-number'
import { visibleText } from '../../../shared/text/visible-text'
import { count } from '../text/format'
import type { JsonRow } from './json-rows'
import styles from './json-tree.module.css'
import { ServerText } from '../text/ServerText'

/** Longer texts are cut here; the row is one line. */
const SHOWN_CHARS = 300

type Props = {
  readonly id: string
  readonly row: JsonRow
  readonly index: number
  readonly isActive: boolean
}

export const JsonTreeRow = memo(function JsonTreeRow({ id, row, index, isActive }: Props) {
  const { depth, name, isInList, size, isOpen, more, findings, hasFindingsBelow } = row
  const isFolder = (size ?? 0) > 0
  const isMissing = more === undefined && row.value === undefined
  return (
    <div
      id={id}
      className={styles['row']}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isActive}
      {...(isFolder && { 'aria-expanded': isOpen })}
      data-index={index}
      data-bad={findings.length > 0}
      style={{ paddingInlineStart: `calc(${depth} * var(--space-4) + var(--space-1))` }}
    >
      <span className={styles['fold']} aria-hidden="true">
        {isFolder && (isOpen ? '▾' : '▸')}
      </span>
      {more !== undefined && (
        <span className={styles['more']}>Show more of {count(more, 'more part')}</span>
      )}
      {name !== undefined && (
        <span className={isInList ? styles['number'] : styles['name']}>
          <ServerText>{name.slice(0, SHOWN_CHARS)}</ServerText>:
        </span>
      )}
      {isMissing && <span className={styles['missing']}>not there</span>}
      {more === undefined && !isMissing && <Value {...row} size={size} />}
      {!isOpen && hasFindingsBelow && (
        <span className={styles['finding']}>✕ something below does not fit</span>
      )}
      {findings.length > 0 && (
        <span className={styles['finding']} title={visibleText(sentences(row))}>
          ✕ <ServerText>{sentences(row)}</ServerText>
        </span>
      )}
    </div>
  )
})

function sentences({ findings }: JsonRow): string {
  return findings.map(({ message }) => message).join(' ')
}

type ValueProps = Pick<JsonRow, 'value' | 'isOpen' | 'loaded'> & {
  readonly size: number | undefined
}

function Value({ value, size, loaded, isOpen }: ValueProps) {
  if (size !== undefined) {
    const isList = Array.isArray(value)
    const [open, close] = isList ? ['[', ']'] : ['{', '}']
    if (size === 0) return <span>{`${open}${close}`}</span>
    return (
      <span className={styles['size']}>
        {isOpen ? open : `${open}…${close}`} {count(size, isList ? 'item' : 'member')}
        {loaded !== undefined && `, ${loaded.toLocaleString('en-GB')} shown`}
      </span>
    )
  }
  if (typeof value === 'string') {
    const rest = value.length - SHOWN_CHARS
    const shown = JSON.stringify(rest > 0 ? value.slice(0, SHOWN_CHARS) : value)
    return (
      <span className={styles['text']} title={visibleText(value.slice(0, 2_000))}>
        <ServerText>{shown}</ServerText>
        {rest > 0 && <i className={styles['size']}> {count(rest, 'more character')}</i>}
      </span>
    )
  }
  return (
    <span className={styles[isNumber(value) ? 'amount' : 'word']}>{shortened(String(value))}</span>
  )
}

/** A number may have as many digits as it likes. */
function shortened(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
