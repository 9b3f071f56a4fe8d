import { AppWindow, Braces, Hourglass, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../../shared/calls/catalogue-change'
import { schemaFaultLabel } from '../../../../shared/verdicts/verdicts'
import { ChangeMark } from '../../catalogue/ChangeMark'
import { badgesOf, type Badge } from './tool-badges'
import styles from './tool-list.module.css'

const ICONS: Readonly<Record<Badge['kind'], LucideIcon>> = {
  output: Braces,
  task: Hourglass,
  app: AppWindow
}

type StateProps = {
  readonly running: number
  readonly change: CatalogueChange['change'] | undefined
}

/** What is going on with a tool, in words that are a part of its name in the list. */
export function ToolState({ running, change }: StateProps) {
  return (
    <>
      {running > 0 && <span className={styles['running']}>{running} running</span>}
      <ChangeMark change={change} />
    </>
  )
}

type Props = {
  readonly tool: Tool
  /** A whole sentence: why the schema of its arguments cannot be used. */
  readonly schemaFault: string | undefined
}

/** Small and quiet: what one might look for when going through the list. */
export function ToolBadges({ tool, schemaFault }: Props) {
  return (
    <>
      {schemaFault !== undefined && (
        <span
          role="img"
          aria-label={schemaFaultLabel(tool)}
          title={schemaFault}
          className={styles['fault']}
        >
          <TriangleAlert aria-hidden="true" size={12} />
        </span>
      )}
      {badgesOf(tool).map(({ kind, words }) => {
        const Icon = ICONS[kind]
        return (
          <span key={kind} role="img" aria-label={words} title={words} className={styles['sign']}>
            <Icon aria-hidden="true" size={12} />
          </span>
        )
      })}
    </>
  )
}
