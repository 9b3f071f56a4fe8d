import { Command } from 'cmdk'
import { useMemo } from 'react'
import { titleOf } from '../../../shared/catalogue'
import { isOpen } from '../../../shared/session-state'
import { changePreferences } from '../../stores/preferences'
import { useServers } from '../../stores/servers'
import { useSessions } from '../../stores/sessions'
import { goTo, openPalette, selectServer, showPage } from '../../stores/view'
import { closeServer, openServer, restartServer } from '../servers/session-actions'
import { toggleDock } from '../traffic/dock'
import styles from './palette.module.css'

type Item = {
  readonly group: string
  readonly label: string
  readonly hint?: string
  readonly run: () => void
}

export function Palette() {
  return (
    <Command.Dialog
      open
      onOpenChange={openPalette}
      label="Command palette"
      overlayClassName={styles['overlay'] ?? ''}
      contentClassName={styles['content'] ?? ''}
    >
      <Items />
    </Command.Dialog>
  )
}

function Items() {
  const groups = useItems()
  return (
    <>
      <Command.Input className={styles['input']} placeholder="Server, tool or command" />
      <Command.List className={styles['list']}>
        <Command.Empty className={styles['empty']}>Nothing has that name.</Command.Empty>
        {groups.map(([group, items]) => (
          <Command.Group key={group} heading={group} className={styles['group']}>
            {items.map(({ label, hint, run }) => (
              <Command.Item
                key={label}
                value={`${group} ${label}`}
                className={styles['item']}
                onSelect={() => {
                  openPalette(false)
                  run()
                }}
              >
                {label}
                {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
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
      const show: Item = { group, label: name, hint: 'show', run: () => selectServer(id) }
      if (!state || !isOpen(state)) {
        return [show, { group, label: `Open ${name}`, run: () => openServer(id) }]
      }
      return [
        show,
        { group, label: `Restart ${name}`, run: () => restartServer(id) },
        { group, label: `Close ${name}`, run: () => closeServer(id) }
      ]
    })
    const toolItems = servers.flatMap(({ id, name }) =>
      (sessions[id]?.catalogue.tools ?? []).map((tool): Item => ({
        group: 'Tools',
        label: `${name} › ${tool.name}`,
        ...(titleOf(tool) !== tool.name && { hint: titleOf(tool) }),
        run: () => goTo(id, { tab: 'tools', tool: tool.name })
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
