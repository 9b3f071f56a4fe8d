import { useRef } from 'react'
import { ManyRows } from '../../ui/list/ManyRows'
import { hexRow, ROW_BYTES } from './hex-row'
import styles from './hex.module.css'

type Props = { readonly bytes: Uint8Array; readonly label: string }

/** Bytes as they are, sixteen to a row. */
export function HexView({ bytes, label }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  if (bytes.length === 0) return <p className={styles['empty']}>There are no bytes.</p>
  return (
    <div ref={scroller} className={styles['hex']} role="group" aria-label={label} tabIndex={0}>
      <ManyRows scroller={scroller} count={Math.ceil(bytes.length / ROW_BYTES)}>
        {(index) => {
          const { offset, hex, text } = hexRow(bytes, index)
          return (
            <div className={styles['row']}>
              <span className={styles['offset']}>{offset}</span>
              <span className={styles['bytes']}>{hex}</span>
              <span className={styles['text']}>{text}</span>
            </div>
          )
        }}
      </ManyRows>
    </div>
  )
}
