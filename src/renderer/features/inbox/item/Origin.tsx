import { useLayoutEffect, useRef, useState } from 'react'
import type { ServerSummary } from '../../../../shared/servers/server-config'
import { ServerText } from '../../../ui/text/ServerText'
import { originOf } from './inbox-words'
import styles from './inbox.module.css'

/** Where a server is written down, and what is run or reached: a line, and the whole of it if wanted. */
export function Origin({ server }: { readonly server: ServerSummary }) {
  const text = useRef<HTMLElement>(null)
  const [isCut, setIsCut] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const origin = originOf(server)
  useLayoutEffect(() => {
    const { current } = text
    if (!current) return undefined
    const look = (): void => setIsCut(current.scrollWidth > current.clientWidth)
    const observer = new ResizeObserver(look)
    observer.observe(current)
    look()
    return () => observer.disconnect()
  }, [origin])
  return (
    <div className={styles['origin']} data-whole={isWhole}>
      <span>{server.scope} ·</span>
      <code ref={text}>
        <ServerText>{origin}</ServerText>
      </code>
      {(isCut || isWhole) && (
        <button
          type="button"
          className={styles['link']}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'less' : 'whole'}
        </button>
      )}
    </div>
  )
}
