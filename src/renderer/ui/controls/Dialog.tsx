import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './IconButton'

type Props = {
  readonly title: ReactNode
  /** One sentence under the title. */
  readonly description?: ReactNode
  readonly children: ReactNode
  /** What can be done, at the bottom. */
  readonly footer?: ReactNode
  /** A question of a few sentences, as high as it needs to be. */
  readonly isSmall?: boolean
  readonly onClose: () => void
}

/** Over everything else until it is closed; the focus goes back to where it was. */
export function Dialog(props: Props) {
  const { title, description, children, footer, isSmall = false, onClose } = props
  const asker = useRef(document.activeElement)

  /** Without a trigger of its own Radix would leave the focus nowhere. */
  function handleCloseFocus(event: Event): void {
    event.preventDefault()
    if (asker.current instanceof HTMLElement) asker.current.focus()
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles['overlay']} />
        <Radix.Content
          className={styles['content']}
          data-small={isSmall}
          onOpenAutoFocus={focusItself}
          onCloseAutoFocus={handleCloseFocus}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className={styles['header']}>
            <div className={styles['heading']}>
              <Radix.Title className={styles['title']}>{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className={styles['description']}>
                  {description}
                </Radix.Description>
              )}
            </div>
            <IconButton label="Close" onClick={onClose}>
              <X aria-hidden="true" size={14} />
            </IconButton>
          </header>
          <div className="ui-fill">{children}</div>
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** On the first button the focus would open its tooltip, which then takes the first Escape. */
function focusItself(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}
