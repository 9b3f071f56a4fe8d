import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './menu.module.css'

export type MenuEntry =
  | 'line'
  | {
      readonly label: string
      readonly shortcut?: string
      readonly isDisabled?: boolean
      readonly onSelect: () => void
    }
  | { readonly label: string; readonly entries: readonly MenuEntry[] }

/** Radix has the same parts twice: for a menu at the pointer, and for one below a button. */
type Parts = Pick<
  typeof Dropdown,
  'Item' | 'Separator' | 'Sub' | 'SubTrigger' | 'SubContent' | 'Portal'
>

type ContextMenuProps = {
  readonly label: string
  /** Asked for when the menu opens, so that it shows what holds then. */
  readonly entries: () => readonly MenuEntry[]
  /** True when what was chosen has put the cursor somewhere itself. */
  readonly hasMovedFocus?: () => boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** One element, on which the menu opens. */
  readonly children: ReactNode
}

export function ContextMenu(props: ContextMenuProps) {
  const { label, entries, hasMovedFocus, onOpenChange, children } = props
  return (
    <Context.Root modal={false} {...(onOpenChange && { onOpenChange })}>
      <Context.Trigger asChild>{children}</Context.Trigger>
      <Context.Portal container={landmark()}>
        <Context.Content
          className={styles['menu']}
          aria-label={label}
          collisionPadding={8}
          onCloseAutoFocus={(event) => hasMovedFocus?.() === true && event.preventDefault()}
        >
          <Late>{() => <Entries parts={Context} entries={entries()} />}</Late>
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  )
}

type MenuButtonProps = {
  readonly label: string
  readonly entries: () => readonly MenuEntry[]
  /** One button, which opens the menu. */
  readonly children: ReactNode
}

export function MenuButton({ label, entries, children }: MenuButtonProps) {
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{children}</Dropdown.Trigger>
      <Dropdown.Portal container={landmark()}>
        <Dropdown.Content
          className={styles['menu']}
          aria-label={label}
          align="start"
          sideOffset={2}
          collisionPadding={8}
        >
          <Late>{() => <Entries parts={Dropdown} entries={entries()} />}</Late>
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

/** Whoever goes through a page by its landmarks has to come by the menu too. */
function landmark(): HTMLElement | null {
  return document.querySelector('main')
}

/** Is drawn only while the menu is open. */
function Late({ children }: { readonly children: () => ReactNode }) {
  return children()
}

type EntriesProps = { readonly parts: Parts; readonly entries: readonly MenuEntry[] }

function Entries({ parts, entries }: EntriesProps) {
  return entries.map((entry, index) => {
    if (entry === 'line') return <parts.Separator key={index} className={styles['line']} />
    if ('entries' in entry) return <Submenu key={entry.label} parts={parts} {...entry} />
    return (
      <parts.Item
        key={entry.label}
        className={styles['item']}
        disabled={entry.isDisabled === true}
        onSelect={entry.onSelect}
      >
        {entry.label}
        {entry.shortcut !== undefined && (
          <kbd className={styles['shortcut']} aria-hidden="true">
            {entry.shortcut}
          </kbd>
        )}
      </parts.Item>
    )
  })
}

function Submenu({ parts, label, entries }: EntriesProps & { readonly label: string }) {
  return (
    <parts.Sub>
      <parts.SubTrigger className={styles['item']}>
        {label}
        <span className={styles['shortcut']} aria-hidden="true">
          ▸
        </span>
      </parts.SubTrigger>
      <parts.Portal container={landmark()}>
        <parts.SubContent className={styles['menu']} collisionPadding={8}>
          <Entries parts={parts} entries={entries} />
        </parts.SubContent>
      </parts.Portal>
    </parts.Sub>
  )
}
