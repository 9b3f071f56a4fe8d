import type { ReactNode } from 'react'
import { Panel } from 'react-resizable-panels'
import { PanelEdge, Panels } from './Panels'
import styles from './panels.module.css'
import { useIsNarrow } from './use-is-narrow'

type Pane = {
  readonly id: string
  readonly minSize: number
  readonly defaultSize?: string
  readonly children: ReactNode
}

type Props = {
  /** Under this name the sizes are remembered. */
  readonly name: string
  readonly edgeLabel: string
  readonly first: Pane
  readonly second: Pane
}

/** Two panes side by side; in a narrow window one above the other, scrolled together. */
export function TwoPanes({ name, edgeLabel, first, second }: Props) {
  const isNarrow = useIsNarrow()
  if (isNarrow) {
    return (
      <div className={styles['stack']}>
        <div>{first.children}</div>
        <div className={styles['below']}>{second.children}</div>
      </div>
    )
  }
  return (
    <Panels name={name} orientation="horizontal">
      <Panel {...first} />
      <PanelEdge label={edgeLabel} />
      <Panel {...second} />
    </Panels>
  )
}
