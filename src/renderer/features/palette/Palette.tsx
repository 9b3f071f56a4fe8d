import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useMemo, useRef, useState } from 'react'
import { openPalette } from '../../stores/window/view'
import { ServerText } from '../../ui/text/ServerText'
import { findItems, valueOf } from './find-items'
import { usePaletteItems, type Item } from './palette-items'
import styles from './palette.module.css'

export function Palette() {
  /** Set by an item that puts the cursor somewhere itself, instead of back where it was. */
  const focusAfter = useRef<() => void>(undefined)

  function handleSelect({ run, focus }: Item): void {
    focusAfter.current = focus
    openPalette(false)
    run()
  }

  return (
    <Dialog.Root open onOpenChange={openPalette}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles['overlay']} />
        <Dialog.Content
          className={styles['content']}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!focusAfter.current) return
            event.preventDefault()
            focusAfter.current()
          }}
        >
          <Dialog.Title className="ui-unseen">Command palette</Dialog.Title>
          <Command label="Command palette" shouldFilter={false}>
            <Items onSelect={handleSelect} />
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Items({ onSelect }: { readonly onSelect: (item: Item) => void }) {
  const items = usePaletteItems()
  const [search, setSearch] = useState('')
  const { groups, more } = useMemo(() => findItems(items, search), [items, search])
  return (
    <>
      <Command.Input
        className={styles['search']}
        placeholder="Server, tool, resource, prompt or command"
        value={search}
        onValueChange={setSearch}
      />
      <Command.List className={styles['list']}>
        <Command.Empty className={styles['empty']}>Nothing has that name.</Command.Empty>
        {groups.map(([group, found]) => (
          <Command.Group key={group} heading={group} className={styles['group']}>
            {found.map((item) => (
              <Command.Item
                key={valueOf(item)}
                value={valueOf(item)}
                className={styles['item']}
                onSelect={() => onSelect(item)}
              >
                <span>
                  <ServerText>{item.label}</ServerText>
                </span>
                {item.hint !== undefined && (
                  <span className="ui-cut ui-hint">
                    <ServerText>{item.hint}</ServerText>
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {more > 0 && (
        <p className={styles['more']} role="status">
          {more.toLocaleString('en-GB')} more: go on typing
        </p>
      )}
    </>
  )
}
