import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useMemo, useRef } from 'react'
import { titleOf } from '../../../shared/catalogue'
import { isOpen } from '../../../shared/session-state'
import { changePreferences } from '../../stores/preferences'
import { useServers } from '../../stores/servers'
import { useSessions } from '../../stores/sessions'
import { goTo, openPalette, selectServer, showPage, wantArguments } from '../../stores/view'
import { ServerText } from '../../ui/ServerText'
import {
  closeServer,
  openServer,
  refreshCatalogue,
  restartServer
} from '../servers/session-actions'
import { toggleDock } from '../traffic/dock'
import styles from './palette.module.css'

type Item = {
  readonly group: string
  readonly label: string
  readonly hint?: string
  readonly run: () => void
  readonly focus?: () => void
}

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
          <Dialog.Title className={styles['unseen']}>Command palette</Dialog.Title>
          <Command label="Command palette">
            <Items onSelect={handleSelect} />
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Items({ onSelect }: { readonly onSelect: (item: Item) => void }) {
  const groups = useItems()
  return (
    <>
      <Command.Input className={styles['input']} placeholder="Server, tool or command" />
      <Command.List className={styles['list']}>
        <Command.Empty className={styles['empty']}>Nothing has that name.</Command.Empty>
        {groups.map(([group, items]) => (
          <Command.Group key={group} heading={group} className={styles['group']}>
            {items.map((item) => (
              <Command.Item
                key={item.label}
                value={`${group} ${item.label}`}
                className={styles['item']}
                onSelect={() => onSelect(item)}
              >
                <span>
                  <ServerText>{item.label}</ServerText>
                </span>
                {item.hint !== undefined && (
                  <span className={styles['hint']}>
                    <ServerText>{item.hint}</ServerText>
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </>
  )
}

function useItems(): readonly (readonly [string, readonly Item[]])[] {
  const servers = useServers((state) => state.servers)
  const sessions = useSessions((state) => state.byServer)
  return useMemo(() => {
    const serverItems = servers.flatMap(({ id, name }): Item[] => {
      const state = sessions[id]?.state
      const group = 'Servers'
      const refresh: Item = {
        group,
        label: `Refresh ${name}`,
        hint: 'read its lists again',
        run: () => refreshCatalogue(id)
      }
      const show: Item = { group, label: name, hint: 'show', run: () => selectServer(id) }
      if (!state || !isOpen(state)) {
        return [show, { group, label: `Open ${name}`, run: () => openServer(id) }]
      }
      if (state.phase === 'waiting') {
        return [
          show,
          { group, label: `Open ${name} now`, run: () => openServer(id) },
          { group, label: `Stop ${name}`, run: () => closeServer(id) }
        ]
      }
      return [
        show,
        ...(state.phase === 'ready' ? [refresh] : []),
        { group, label: `Restart ${name}`, run: () => restartServer(id) },
        { group, label: `Close ${name}`, run: () => closeServer(id) }
      ]
    })
    const toolItems = servers.flatMap(({ id, name }) =>
      (sessions[id]?.catalogue.tools ?? []).map((tool): Item => ({
        group: 'Tools',
        label: `${name} › ${tool.name}`,
        ...(titleOf(tool) !== tool.name && { hint: titleOf(tool) }),
        run: () => goTo(id, { tab: 'tools', tool: tool.name }),
        focus: () => wantArguments()
      }))
    )
    return Object.entries(
      Object.groupBy([...serverItems, ...toolItems, ...COMMANDS], ({ group }) => group)
    ).map(([group, items]) => [group, items ?? []] as const)
  }, [servers, sessions])
}

const COMMANDS: readonly Item[] = [
  { group: 'Commands', label: 'Show or hide traffic', hint: 'Ctrl J', run: toggleDock },
  {
    group: 'Commands',
    label: 'Traffic at the bottom',
    run: () => changePreferences({ dock: 'bottom' })
  },
  {
    group: 'Commands',
    label: 'Traffic on the right',
    run: () => changePreferences({ dock: 'right' })
  },
  { group: 'Commands', label: 'Light theme', run: () => changePreferences({ theme: 'light' }) },
  { group: 'Commands', label: 'Dark theme', run: () => changePreferences({ theme: 'dark' }) },
  {
    group: 'Commands',
    label: 'Theme of the system',
    run: () => changePreferences({ theme: 'system' })
  },
  { group: 'Commands', label: 'Inbox', run: () => showPage('inbox') },
  { group: 'Commands', label: 'Audit', run: () => showPage('audit') },
  { group: 'Commands', label: 'Settings', hint: 'Ctrl ,', run: () => showPage('settings') }
]
