import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { dismissNotice, useNotices } from './stores/notices'
import styles from './app.module.css'

export function Notices() {
  const notices = useNotices((state) => state.notices)
  return (
    <Toast.Provider duration={15_000} label="Notice">
      {notices.map(({ id, text }) => (
        <Toast.Root
          key={id}
          className={styles['notice']}
          onOpenChange={(isOpen) => !isOpen && dismissNotice(id)}
        >
          <Toast.Description>{text}</Toast.Description>
          <Toast.Close className={styles['noticeClose']} aria-label="Dismiss">
            <X aria-hidden="true" size={14} />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className={styles['notices']} />
    </Toast.Provider>
  )
}
