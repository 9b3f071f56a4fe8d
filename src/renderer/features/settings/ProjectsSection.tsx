import { FolderOpen, X } from 'lucide-react'
import type { Project } from '../../../shared/servers/configuration'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { IconButton } from '../../ui/controls/IconButton'
import styles from './settings.module.css'

export function ProjectsSection() {
  const { project, recentProjects } = useServers((state) => state.config)
  const others = recentProjects.filter(({ folder }) => folder !== project?.folder)
  return (
    <>
      <p className={styles['about']}>
        A project is a folder with a <code>.mcp.json</code> file, which a team shares. Opening one
        shows its servers and starts none of them.
      </p>
      <h3 className={styles['subtitle']}>Open</h3>
      {project ? (
        <ul className={styles['rows']}>
          <ProjectRow project={project}>
            <Button onClick={() => void request('project.close').catch(notify)}>Close</Button>
          </ProjectRow>
        </ul>
      ) : (
        <p className={styles['about']}>No project is open.</p>
      )}
      <div className={styles['bar']}>
        <Button onClick={() => openProject()}>
          <FolderOpen aria-hidden="true" size={14} /> Open project folder…
        </Button>
      </div>
      <h3 className={styles['subtitle']}>Recent</h3>
      {others.length === 0 && <p className={styles['about']}>No other project was opened yet.</p>}
      <ul className={styles['rows']} aria-label="Recent projects">
        {others.map((recent) => (
          <ProjectRow key={recent.folder} project={recent}>
            <Button
              aria-label={`Open ${recent.name}`}
              onClick={() => openProject({ folder: recent.folder })}
            >
              Open
            </Button>
            <IconButton
              label={`Forget ${recent.name}`}
              onClick={() =>
                void request('project.forget', { folder: recent.folder }).catch(notify)
              }
            >
              <X aria-hidden="true" size={14} />
            </IconButton>
          </ProjectRow>
        ))}
      </ul>
    </>
  )
}

function openProject(project: { folder?: string } = {}): void {
  request('project.open', project).catch(notify)
}

type RowProps = { readonly project: Project; readonly children: React.ReactNode }

function ProjectRow({ project, children }: RowProps) {
  return (
    <li className={styles['record']}>
      <div className={styles['recordText']}>
        <span>{project.name}</span>
        <code className="ui-hint">{project.folder}</code>
      </div>
      <div className={styles['actions']}>{children}</div>
    </li>
  )
}
