import type { ReactNode } from 'react'
import { Group, Separator } from 'react-resizable-panels'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import styles from './panels.module.css'

type Props = {
  /** Under this name the sizes are remembered. */
  readonly name: string
  readonly orientation: 'horizontal' | 'vertical'
  /** Only the first is seen; the others keep their size and what they show until they are back. */
  readonly isFolded?: boolean
  readonly children: ReactNode
}

/** Panels side by side or one above the other, whose sizes the person sets and we remember. */
export function Panels({ name, orientation, isFolded = false, children }: Props) {
  const remembered = usePreferences.getState().layouts[name]
  return (
    <Group
      id={name}
      className={isFolded ? styles['folded'] : undefined}
      orientation={orientation}
      defaultLayout={remembered}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) changePreferences({ layouts: { [name]: layout } })
      }}
    >
      {children}
    </Group>
  )
}

export function PanelEdge({ label }: { readonly label: string }) {
  return <Separator className={styles['edge']} aria-label={label} />
}
