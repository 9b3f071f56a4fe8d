import { useEffect, useRef, useState } from 'react'
import type { OtherSignIns as Others } from '../../../shared/sign-in/sign-in'
import { request } from '../../bridge/bridge'
import { notify, notifyUndo } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { ServerText } from '../../ui/text/ServerText'
import styles from './settings.module.css'

/** Sign-ins that no listed server uses. Nothing is shown where there are none. */
export function OtherSignIns() {
  const servers = useServers((state) => state.servers)
  const [others, setOthers] = useState<Others>({ signIns: [] })
  const section = useRef<HTMLElement>(null)
  const load = (): void => void request('signIn.others').then(setOthers, notify)
  useEffect(load, [servers])

  /** The button that was pressed goes away with its sign-in, so the section takes the focus. */
  function handleClear(keys: readonly string[]): void {
    section.current?.focus({ preventScroll: true })
    const clear = async (): Promise<void> => {
      for (const key of keys) notifyUndo(await request('signIn.clearOther', { key }))
    }
    void clear().catch(notify).finally(load)
  }

  const { signIns, unread } = others
  if (signIns.length === 0 && !unread) return null
  return (
    <section ref={section} tabIndex={-1} aria-label="Sign-ins of servers that are not listed">
      <h3 className={styles['subtitle']}>Sign-ins of servers that are not listed</h3>
      <p className={styles['about']}>
        These servers were deleted from their file, or their project is not open. Clear a sign-in
        that you no longer need.
      </p>
      <ul className={styles['rows']}>
        {signIns.map(({ key, url, issuer }) => (
          <li key={key} className={styles['record']}>
            <div className={styles['recordText']}>
              <code>
                <ServerText>{url}</ServerText>
              </code>
              <span className="ui-hint">
                Signed in at <ServerText>{issuer}</ServerText>
              </span>
            </div>
            <Button aria-label={`Clear the sign-in for ${url}`} onClick={() => handleClear([key])}>
              Clear
            </Button>
          </li>
        ))}
        {unread && (
          <li className={styles['record']}>
            <div className={styles['recordText']}>
              <span>
                {unread.keys.length === 1
                  ? 'One more cannot be read.'
                  : `${unread.keys.length} more cannot be read.`}
              </span>
              <span className="ui-hint">{unread.why}</span>
            </div>
            <Button
              aria-label="Clear the sign-ins that cannot be read"
              onClick={() => handleClear(unread.keys)}
            >
              Clear
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
