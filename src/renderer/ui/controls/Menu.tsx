import { Check } from 'lucide-react'
import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './menu.module.css'

export type MenuEntry =
  | 'line'
  | {
      readonly label: string
      readonly shortcut?: string
      readonly isDisabled?: boolean
      /** A whole sentence about why it is disabled. */
      readonly why?: string
      /** Of what is on or off, or one of several. */
      readonly isChecked?: boolean
      /** The menu stays open, because the next is likely to be chosen too. */
      readonly staysOpen?: boolean
      readonly onSelect: () => void
    }
  | { readonly label: string; readonly entries: readonly MenuEntry[] }

/** Radix has the same parts twice: for a menu at the pointer, and for one below a button. */
type Parts = Pick<
  typeof Dropdown,
  'Item' | 'CheckboxItem' | 'Separator' | 'Sub' | 'SubTrigger' | 'SubContent' | 'Portal'
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
  const hasChecks = entries.some((entry) => entry !== 'line' && 'isChecked' in entry)
  return entries.map((entry, index) => {
    if (entry === 'line') return <parts.Separator key={index} className={styles['line']} />
    if ('entries' in entry) {
      return <Submenu key={index} parts={parts} hasChecks={hasChecks} {...entry} />
    }
    const { label, shortcut, isDisabled, why, isChecked, staysOpen, onSelect } = entry
    const Item = isChecked === undefined ? parts.Item : parts.CheckboxItem
    return (
      <Item
        key={index}
        className={styles['item']}
        disabled={isDisabled === true}
        {...(isChecked !== undefined && { checked: isChecked })}
        onSelect={(event) => {
          if (staysOpen === true) event.preventDefault()
          onSelect()
        }}
      >
        <Label hasChecks={hasChecks} isChecked={isChecked === true}>
          {label}
        </Label>
        {why !== undefined && <span className={styles['why']}>{why}</span>}
        {shortcut !== undefined && (
          <kbd className={styles['shortcut']} aria-hidden="true">
            {shortcut}
          </kbd>
        )}
      </Item>
    )
  })
}

type LabelProps = {
  /** Something in the menu can be ticked, so that all of it leaves room for ticks. */
  readonly hasChecks: boolean
  readonly isChecked?: boolean
  readonly children: string
}

function Label({ hasChecks, isChecked = false, children }: LabelProps) {
  if (!hasChecks) return children
  return (
    <span className={styles['label']}>
      <span className={styles['check']} aria-hidden="true">
        {isChecked && <Check size={13} />}
      </span>
      {children}
    </span>
  )
}

type SubmenuProps = EntriesProps & { readonly label: string; readonly hasChecks: boolean }

function Submenu({ parts, label, entries, hasChecks }: SubmenuProps) {
  return (
    <parts.Sub>
      <parts.SubTrigger className={styles['item']}>
        <Label hasChecks={hasChecks}>{label}</Label>
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
