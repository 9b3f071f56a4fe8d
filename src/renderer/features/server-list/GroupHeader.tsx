import { Ellipsis, Plus, TriangleAlert } from 'lucide-react'
import type { ServerScope, ServerSummary } from '../../../shared/servers/server-config'
import { useServers } from '../../stores/servers/servers'
import { count } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton, type MenuEntry } from '../../ui/controls/Menu'
import { openExport } from '../export/open-export'
import { untrustedIn, type ServerGroup } from './group-servers'
import {
  addServer,
  closeProject,
  openProject,
  showFile,
  trustServers
} from '../server/server-actions'
import { isWritable } from '../server/standing-words'
import styles from './servers.module.css'

export function GroupHeader({ group }: { readonly group: ServerGroup }) {
  const { scope, title, place, total } = group
  return (
    <div className={styles['groupHeader']}>
      <h3 className={styles['groupTitle']} title={place}>
        {title}
      </h3>
      <span className={styles['count']} title={count(total, 'server')}>
        {total}
      </span>
      <Attention group={group} />
      {isWritable(scope) && (
        <span className={styles['groupButtons']}>
          <MenuButton label={title} entries={() => groupMenu(scope)}>
            <IconButton label={`More about ${title}`}>
              <Ellipsis aria-hidden="true" size={14} />
            </IconButton>
          </MenuButton>
          <IconButton label={`Add a server to ${title}`} onClick={() => addServer(scope)}>
            <Plus aria-hidden="true" size={14} />
          </IconButton>
        </span>
      )}
    </div>
  )
}

function Attention({ group }: { readonly group: ServerGroup }) {
  const { untrusted, isFaulty, scope } = group
  if (!isFaulty && untrusted === 0) return null
  const meaning = isFaulty
    ? 'Its file cannot be read.'
    : `${count(untrusted, 'server is', 'servers are')} not trusted yet. Review…`
  const content = (
    <>
      <TriangleAlert aria-hidden="true" size={12} />
      {untrusted > 0 && untrusted}
    </>
  )
  if (isFaulty) {
    return (
      <span className={styles['attention']} role="img" aria-label={meaning} title={meaning}>
        {content}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles['attention']}
      aria-label={meaning}
      title={meaning}
      onClick={() => trustServers(untrustedIn(serversOf(scope)))}
    >
      {content}
    </button>
  )
}

function serversOf(scope: ServerScope): readonly ServerSummary[] {
  return useServers.getState().servers.filter((server) => server.scope === scope)
}

function groupMenu(scope: ServerScope): readonly MenuEntry[] {
  if (!isWritable(scope)) return []
  const servers = serversOf(scope)
  const untrusted = untrustedIn(servers)
  const { project } = useServers.getState().config
  return [
    { label: 'Add server…', onSelect: () => addServer(scope) },
    {
      label: 'Trust…',
      isDisabled: untrusted.length === 0,
      onSelect: () => trustServers(untrusted)
    },
    {
      label: 'Export…',
      isDisabled: servers.length === 0,
      onSelect: () => openExport(servers.map(({ id }) => id))
    },
    { label: 'Show file in folder', onSelect: () => showFile(scope) },
    ...(scope === 'project' && project !== undefined
      ? ([
          'line',
          { label: 'Open another project…', onSelect: () => openProject() },
          { label: 'Close project', onSelect: closeProject }
        ] as const)
      : [])
  ]
}
