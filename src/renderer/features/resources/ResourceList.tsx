import type { ReactNode } from 'react'
import { ItemList } from '../catalogue/ItemList'
import { ResourceListRow } from './ResourceListRow'
import type { ResourceRow } from './resource-tree'
import type { RowMarks } from './row-marks'

type Props = {
  readonly rows: readonly ResourceRow[]
  /** How many resources and templates there are without the filter. */
  readonly total: number
  readonly filter: string
  /** The id of the row that is shown beside the list. */
  readonly selected: string | undefined
  readonly marks: RowMarks
  readonly isFlat: boolean
  /** Beside the filter. */
  readonly actions: ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (row: ResourceRow) => void
  readonly onFold: (row: ResourceRow) => void
  /** The person is done choosing and wants to go on with what was chosen. */
  readonly onEnter: () => void
}

export function ResourceList({ marks, isFlat, ...rest }: Props) {
  return (
    <ItemList {...rest} role="tree" label="Resources" noun="resource">
      {(shown, words) =>
        shown.map(({ row, place }) => (
          <ResourceListRow
            key={place.index}
            row={row}
            {...place}
            words={words}
            isFlat={isFlat}
            mark={marks.get(row.id)}
          />
        ))
      }
    </ItemList>
  )
}
