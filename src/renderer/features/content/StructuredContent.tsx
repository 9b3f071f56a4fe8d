import { useMemo, useState } from 'react'
import type { SchemaFinding } from '../../../shared/schema/validate'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { Button } from '../../ui/controls/Button'
import { DataTable } from '../../ui/list/DataTable'
import { count } from '../../ui/text/format'
import { JsonTree } from '../../ui/json-tree/JsonTree'
import { Segments } from '../../ui/controls/Segments'
import { tablesIn } from '../../ui/list/table-rows'
import { visibleText } from '../../../shared/text/visible-text'
import { below, isCut, type BodyPart } from './body/body-part'
import { BlockActions } from './BlockActions'
import { BlockFrame } from './BlockFrame'
import { useFoundBelow } from './body/found'
import { useGrowing } from './body/use-growing'
import { wholeJson } from './body/use-body-text'
import styles from './content.module.css'
import { useReached } from './body/use-reached'

type Props = {
  readonly value: unknown
  readonly body: BodyPart
  readonly findings: readonly SchemaFinding[]
  readonly revealed: { readonly pointer: string } | undefined
}

/** What a tool returned for programs: as a tree, and as a table where it is a list of objects. */
export function StructuredContent({ value: original, body, findings, revealed: led }: Props) {
  const growing = useGrowing(original, body)
  const { value, cuts, totals, load } = growing
  const found = useReached(useFoundBelow(body.pointer), growing)
  const revealed = found ?? led
  const tables = useMemo(() => tablesIn(value), [value])
  const preferred = usePreferences(({ structuredView }) => structuredView)
  const [chosenView, setChosenView] = useState<string>()
  const [first] = tables
  const wanted = chosenView ?? (preferred === 'table' && first ? nameOf(first.member) : 'tree')
  // Whoever is led to a part is led to it in the tree.
  const [lastRevealed, setLastRevealed] = useState(revealed)
  if (revealed !== lastRevealed) {
    setLastRevealed(revealed)
    if (revealed) setChosenView('tree')
  }
  const chosen = tables.find((table) => nameOf(table.member) === wanted)
  const options = [
    { value: 'tree', label: 'Tree' },
    ...tables.slice(0, 4).map(({ member }) => ({
      value: nameOf(member),
      label: member === undefined ? 'Table' : `Table of ${visibleText(member).slice(0, 24)}`
    }))
  ]
  function handleView(view: string): void {
    setChosenView(view)
    changePreferences({ structuredView: view === 'tree' ? 'tree' : 'table' })
  }

  const listPointer = chosen?.member === undefined ? '' : below('', chosen.member)
  const listTotal = chosen && totals.get(listPointer)
  const bad = useMemo(() => new Set(findings.map(({ pointer }) => pointer)), [findings])
  return (
    <div className={styles['blocks']} data-fills="true">
      <BlockFrame
        kind="Structured content"
        facts={findings.length > 0 ? [count(findings.length, 'finding')] : []}
        actions={
          <>
            {tables.length > 0 && (
              <Segments
                label="How to show structured content"
                value={chosen ? wanted : 'tree'}
                options={options}
                onChange={handleView}
              />
            )}
            <BlockActions
              what="structured content"
              copied={() => wholeJson(original, body)}
              body={body}
              form="json"
              suggestedName="structured-content.json"
            />
          </>
        }
      >
        {chosen && listTotal !== undefined && (
          <p className={styles['rest']}>
            {`${count(listTotal, 'item')}, ${chosen.rows.length.toLocaleString('en-GB')} shown`}
            <Button onClick={() => load(listPointer)}>Show more</Button>
          </p>
        )}
        {isCut({ ...body, cuts: cuts.filter(({ kind }) => kind === 'text') }) && (
          <p className={styles['note']}>Long texts in it are cut here. Save it to see the whole.</p>
        )}
        <div className={styles['filling']}>
          {chosen ? (
            <DataTable
              label="Structured content as a table"
              table={chosen}
              isBad={(row, column) => bad.has(cellPointer(chosen.member, row, column))}
            />
          ) : (
            <JsonTree
              label="Structured content"
              value={value}
              rest={{ totals, load, of: original }}
              findings={findings}
              revealed={revealed}
            />
          )}
        </div>
      </BlockFrame>
    </div>
  )
}

function nameOf(member: string | undefined): string {
  return member === undefined ? 'table' : `table of ${member}`
}

function cellPointer(member: string | undefined, row: number, column: string): string {
  return below(below(member === undefined ? '' : below('', member), row), column)
}
