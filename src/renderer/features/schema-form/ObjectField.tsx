import { Plus } from 'lucide-react'
import { memo, use, useCallback, useRef, useState } from 'react'
import type { JsonObject } from '../../../shared/json/json'
import { visibleText } from '../../../shared/text/visible-text'
import type { ControlProps } from './controls/field-control'
import type { FindingTree } from './schema/finding-tree'
import { ScrapsContext, useForm } from './form-context'
import { MemberRow } from './MemberRow'
import { NewMember } from './NewMember'
import { allowsOthers, invitesOthers, propertiesOf, schemaOfOther } from './schema/object-members'
import { isJsonObject, placeIn, withoutMember, withRenamedMember } from './schema/place'
import { SchemaNode } from './SchemaNode'
import { keysWithScraps, movedScraps } from './schema/scraps'
import { prescribedValue } from './schema/starting-value'
import styles from './schema-form.module.css'

type Props = ControlProps & {
  readonly schema: unknown
  /** Members that the schema allows without speaking of them can be added. */
  readonly isOpenEnded: boolean
  readonly pointer: string
  readonly level: number
  readonly findings: FindingTree | undefined
}

/** An object that is not there has no fields; it has a button to put it there. */
export function ObjectField(props: Props) {
  const { id, label, value, schema, onChange } = props
  const { root } = useForm()
  if (isJsonObject(value)) return <Members {...props} value={value} />

  function handleAdd(): void {
    const prescribed = prescribedValue(root, schema)
    onChange(isJsonObject(prescribed) ? prescribed : {})
  }
  return (
    <div className={styles['foot']}>
      <button
        type="button"
        id={id}
        className={styles['add']}
        aria-label={`Add ${label}`}
        aria-describedby={props.describedBy}
        onClick={handleAdd}
      >
        <Plus aria-hidden="true" size={12} />
        Add
      </button>
      <span className={styles['word']}>{value === null ? 'null' : 'left out'}</span>
    </div>
  )
}

const PAGE = 100
const FILTER_FROM = 30
const NO_KEYS: ReadonlySet<string> = new Set()

const PropertyField = memo(SchemaNode)

function Members(props: Omit<Props, 'value'> & { readonly value: JsonObject }) {
  const { id, shape, value, pointer, level, findings, label } = props
  const { change } = useForm()
  const [limit, setLimit] = useState(PAGE)
  const [sought, setSought] = useState('')
  const latest = useRef(value)
  latest.current = value

  const properties = propertiesOf(shape, value)
  const part = sought.trim().toLowerCase()
  const found = properties.filter(({ name }) => name.toLowerCase().includes(part))
  const isLong = Math.max(properties.length, Object.keys(value).length) > limit
  // What is half written has to be there to be led to.
  const written = isLong ? keysWithScraps(use(ScrapsContext), pointer) : NO_KEYS
  const isWanted = (name: string): boolean =>
    findings?.inside.has(name) === true || written.has(name)
  const named = new Set(properties.map(({ name }) => name))
  const others = Object.keys(value).filter((name) => !named.has(name))
  const ids = useMemberIds(others)
  const isInviting = invitesOthers(shape.schema)
  const canAdd = isInviting || (props.isOpenEnded && allowsOthers(shape.schema))

  const handleRename = useCallback(
    (from: string, to: string) => {
      ids.rename(from, to)
      const next = withRenamedMember(latest.current, from, to)
      change(pointer, next, (scraps) =>
        movedScraps(scraps, pointer, (key) => (key === from ? to : key))
      )
    },
    [ids, change, pointer]
  )
  const handleRemove = useCallback(
    (name: string) =>
      change(pointer, withoutMember(latest.current, name), (scraps) =>
        movedScraps(scraps, pointer, (key) => (key === name ? undefined : key))
      ),
    [change, pointer]
  )
  const whyNot = useCallback(
    (name: string) =>
      Object.hasOwn(latest.current, name) ? 'There is a member of this name already.' : undefined,
    []
  )

  return (
    <div id={id} tabIndex={-1} className={styles['members']}>
      {properties.length > FILTER_FROM && (
        <input
          type="search"
          className="ui-input"
          aria-label={`Filter the fields of ${label}`}
          placeholder={`Filter ${properties.length.toLocaleString('en-GB')} fields`}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      {found
        .filter(({ name }, index) => index < limit || isWanted(name))
        .map(({ name, schema, isRequired, isDormant }) => (
          <PropertyField
            key={name}
            schema={schema}
            value={Object.hasOwn(value, name) ? value[name] : undefined}
            pointer={placeIn(pointer, name)}
            name={name}
            spoken={visibleText(name)}
            isRequired={isRequired}
            canBeAbsent
            findings={findings?.inside.get(name)}
            level={level + 1}
            note={isDormant ? 'does not apply now' : undefined}
          />
        ))}
      {found.length > limit && (
        <button type="button" className={styles['link']} onClick={() => setLimit(limit + PAGE)}>
          Show {Math.min(PAGE, found.length - limit)} more of {found.length.toLocaleString('en-GB')}
        </button>
      )}
      {others
        .filter((name, index) => index < limit || isWanted(name))
        .map((name) => ({ name, schema: schemaOfOther(shape.schema, name) }))
        .map(({ name, schema }, index, shown) => (
          <MemberRow
            key={ids.of(name)}
            name={name}
            schema={schema}
            isDescribed={schema !== shown[index - 1]?.schema}
            value={value[name] ?? null}
            pointer={placeIn(pointer, name)}
            findings={findings?.inside.get(name)}
            level={level + 1}
            whyNot={whyNot}
            onRename={handleRename}
            onRemove={handleRemove}
          />
        ))}
      {canAdd && (
        <NewMember
          isQuiet={!isInviting}
          label={label}
          shape={shape}
          isEmpty={Object.keys(value).length === 0}
          whyNot={(name) =>
            named.has(name) ? 'There is a field of this name above.' : whyNot(name)
          }
          onAdd={(name, next) => change(pointer, { ...value, [name]: next }, (scraps) => scraps)}
        />
      )}
    </div>
  )
}

let lastId = 0

/** Numbers that stay with their members when these are renamed, and the cursor with them. */
function useMemberIds(names: readonly string[]) {
  const [ids] = useState(() => {
    const known = new Map<string, number>()
    return {
      of(name: string): number {
        let id = known.get(name)
        if (id === undefined) known.set(name, (id = ++lastId))
        return id
      },
      rename(from: string, to: string): void {
        known.set(to, this.of(from))
        known.delete(from)
      },
      forgetAllBut(kept: ReadonlySet<string>): void {
        for (const name of known.keys()) if (!kept.has(name)) known.delete(name)
      }
    }
  })
  ids.forgetAllBut(new Set(names))
  return ids
}
