import { ChevronDown, FolderOpen } from 'lucide-react'
import { useServers } from '../../stores/servers/servers'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton } from '../../ui/controls/Menu'
import { openProject } from '../server/server-actions'
import styles from './servers.module.css'

/** Stands where the project's servers would be while there is no project. */
export function ProjectRow() {
  const { project, recentProjects } = useServers(({ config }) => config)
  if (project) return null
  return (
    <div className={styles['projectRow']}>
      <button
        type="button"
        className={styles['server']}
        title="Shows the servers that a folder brings in its .mcp.json. None of them starts by itself."
        onClick={() => openProject()}
      >
        <FolderOpen aria-hidden="true" className={styles['icon']} />
        <span className={styles['quiet']}>Open a project folder…</span>
      </button>
      {recentProjects.length > 0 && (
        <MenuButton
          label="Recent projects"
          entries={() =>
            recentProjects.map(({ folder }) => ({
              label: folder,
              onSelect: () => openProject(folder)
            }))
          }
        >
          <IconButton label="Recent projects">
            <ChevronDown aria-hidden="true" size={14} />
          </IconButton>
        </MenuButton>
      )}
    </div>
  )
}
