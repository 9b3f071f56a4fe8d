import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { applyUndo, dismissNotice, useNotices } from '../stores/window/notices'
import { Button } from '../ui/controls/Button'
import { count } from '../ui/text/format'
import { ServerText } from '../ui/text/ServerText'
import styles from './app.module.css'

export function Notices() {
  const notices = useNotices((state) => state.notices)
  const lastToken = useNotices((state) => state.undos.at(-1)?.token)
  return (
    <Toast.Provider duration={15_000} label="Notice">
      {notices.map(({ undo, ...notice }) => (
        <Toast.Root
          key={notice.id}
          className={styles['notice']}
          data-tone={notice.tone}
          onOpenChange={(isOpen) => !isOpen && dismissNotice(notice.id)}
        >
          <Toast.Description
            className={styles['noticeText']}
            tabIndex={notice.text.length > SCROLLED_CHARS ? 0 : undefined}
          >
            <ServerText>{shortened(notice.text)}</ServerText>
          </Toast.Description>
          <div className={styles['noticeButtons']}>
            {undo && (
              <Toast.Action asChild altText="Undo with Ctrl+Z" onClick={() => void applyUndo(undo)}>
                <Button {...(undo.token === lastToken && { shortcut: 'Ctrl Z' })}>Undo</Button>
              </Toast.Action>
            )}
            <Toast.Close className={styles['noticeClose']} aria-label="Dismiss">
              <X aria-hidden="true" size={14} />
            </Toast.Close>
          </div>
        </Toast.Root>
      ))}
      <Toast.Viewport className={styles['notices']} />
    </Toast.Provider>
  )
}

/** A server can put a book into the message of an error. */
const SHOWN_CHARS = 1_000
/** So many may need more lines than there is room for. */
const SCROLLED_CHARS = 150

function shortened(text: string): string {
  if (text.length <= SHOWN_CHARS) return text
  const rest = text.length - SHOWN_CHARS
  return `${text.slice(0, SHOWN_CHARS)}… and ${count(rest, 'more character')}`
}
