import type { ReactNode } from 'react'
import type { Tool } from '../../../../shared/calls/catalogue'
import { policyFor, type ServerPolicies } from '../../../stores/calls/policies'
import type { ChangeWords } from '../../catalogue/changes-of'
import { ItemList, type Shown } from '../../catalogue/ItemList'
import { toolId, type Row } from './group-tools'
import { GroupListRow, ToolListRow } from './ToolListRow'
import { schemaFaultOf, useSchemaFaults } from './use-schema-faults'

type Props = {
  readonly rows: readonly Row[]
  /** How many tools there are without the filter. */
  readonly total: number
  readonly filter: string
  readonly selected: string | undefined
  /** How many calls of a tool have not ended. */
  readonly running: ReadonlyMap<string, number>
  readonly changes: ChangeWords
  /** What the person has set about calls. */
  readonly policies: ServerPolicies
  /** Beside the filter. */
  readonly actions: ReactNode
  readonly footer: ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (name: string) => void
  readonly onFold: (prefix: string, isFolded: boolean) => void
  /** The person is done choosing and wants to fill in the arguments. */
  readonly onEnter: () => void
}

export function ToolList(props: Props) {
  const { selected, running, changes, policies, onSelect, onFold, ...rest } = props
  return (
    <ItemList
      {...rest}
      role="listbox"
      label="Tools"
      noun="tool"
      selected={selected === undefined ? undefined : toolId(selected)}
      onSelect={(row) => row.kind === 'tool' && onSelect(row.tool.name)}
      onFold={(row) => row.kind === 'group' && onFold(row.prefix, row.folder.isOpen)}
    >
      {(shown, words) => <Rows {...{ shown, words, running, changes, policies }} />}
    </ItemList>
  )
}

type RowsProps = Pick<Props, 'running' | 'changes' | 'policies'> & {
  readonly shown: readonly Shown<Row>[]
  readonly words: readonly string[]
}

function Rows({ shown, words, running, changes, policies }: RowsProps) {
  useSchemaFaults(
    shown.flatMap(({ row }): readonly Tool[] => (row.kind === 'tool' ? [row.tool] : []))
  )
  return shown.map(({ row, place }) => {
    const { index } = place
    if (row.kind === 'group') return <GroupListRow key={index} row={row} {...place} />
    const { name } = row.tool
    return (
      <ToolListRow
        key={index}
        row={row}
        {...place}
        words={words}
        running={running.get(name) ?? 0}
        change={changes.get(name)}
        schemaFault={schemaFaultOf(row.tool)}
        policy={policyFor(policies, name)}
      />
    )
  })
}
