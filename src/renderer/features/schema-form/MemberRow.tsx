import { X } from 'lucide-react'
import { memo, useState } from 'react'
import type { Json } from '../../../shared/json/json'
import { visibleText } from '../../../shared/text/visible-text'
import { useHiddenNote } from '../../ui/text/HiddenNote'
import { Action } from './Action'
import type { FindingTree } from './schema/finding-tree'
import { SchemaNode } from './SchemaNode'
import styles from './schema-form.module.css'

type Props = {
  readonly name: string
  /** False when the schema allows no such member. */
  readonly schema: unknown
  readonly value: Json
  readonly pointer: string
  readonly findings: FindingTree | undefined
  readonly level: number
  /** False when the member before it is described by the same words. */
  readonly isDescribed: boolean
  /** A whole sentence when the name cannot be given. */
  readonly whyNot: (name: string) => string | undefined
  readonly onRename: (from: string, to: string) => void
  readonly onRemove: (name: string) => void
}

/** A member whose name is for the person to choose. */
export const MemberRow = memo(function MemberRow(props: Props) {
  const { name, schema, value, pointer, findings, level, whyNot, onRename, onRemove } = props
  /** A name that cannot be given stays written, beside the reason. */
  const [refused, setRefused] = useState<string>()
  const spoken = visibleText(name)
  const problem = refused === undefined ? undefined : whyNot(refused)
  const { describedBy, note } = useHiddenNote(refused ?? name, undefined)
  // A field of one line would leave out where the name has others.
  const canRename = !/[\r\n]/.test(name)

  function handleName(next: string): void {
    const isRefused = next !== name && whyNot(next) !== undefined
    setRefused(isRefused ? next : undefined)
    if (!isRefused && next !== name) onRename(name, next)
  }

  return (
    <div className={styles['member']}>
      <SchemaNode
        schema={schema === false ? true : schema}
        value={value}
        pointer={pointer}
        name={name}
        spoken={spoken}
        isRequired={false}
        canBeAbsent={false}
        findings={findings}
        level={level}
        isDescribed={props.isDescribed}
        layout="row"
        note={schema === false ? 'not in the schema' : undefined}
        keyInput={
          canRename ? (
            <input
              className={styles['key']}
              aria-label={`Name of ${spoken}`}
              aria-invalid={problem !== undefined}
              aria-describedby={describedBy}
              value={refused ?? name}
              placeholder="empty name"
              spellCheck={false}
              onBlur={() => setRefused(undefined)}
              onChange={(event) => handleName(event.target.value)}
              onKeyDown={(event) =>
                event.key === 'Enter' && !event.ctrlKey && event.preventDefault()
              }
            />
          ) : undefined
        }
        actions={
          <span className={styles['actions']}>
            <Action label={`Remove ${spoken}`} title="Remove" onAct={() => onRemove(name)}>
              <X aria-hidden="true" size={12} />
            </Action>
          </span>
        }
      />
      {canRename && note}
      {problem !== undefined && <p className={styles['finding']}>{problem}</p>}
    </div>
  )
})
