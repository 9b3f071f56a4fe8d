import { Plus } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Json } from '../../../shared/json/json'
import { useForm } from './form-context'
import { countRange } from './schema/hints'
import { schemaOfOther } from './schema/object-members'
import type { Shape } from './schema/shape'
import { newValue } from './schema/starting-value'
import styles from './schema-form.module.css'

type Props = {
  readonly label: string
  readonly shape: Shape
  readonly isEmpty: boolean
  /** The schema allows it without speaking of it, so that only few will want it. */
  readonly isQuiet: boolean
  /** A whole sentence when the name cannot be given. */
  readonly whyNot: (name: string) => string | undefined
  readonly onAdd: (name: string, value: Json) => void
}

/** The name of a member comes first, because its schema can depend on it. */
export function NewMember({ label, shape, isEmpty, isQuiet, whyNot, onAdd }: Props) {
  const { root } = useForm()
  const [name, setName] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const problem = name === '' ? undefined : whyNot(name)

  function handleAdd(): void {
    if (whyNot(name) !== undefined) return
    const schema = schemaOfOther(shape.schema, name)
    onAdd(name, newValue(root, schema === false ? true : schema))
    setName('')
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    handleAdd()
  }

  if (isQuiet && !isWanted) {
    return (
      <button
        type="button"
        className={styles['quiet']}
        aria-label={`Add another member to ${label}`}
        onClick={() => setIsWanted(true)}
      >
        <Plus aria-hidden="true" size={12} />
        Add another member
      </button>
    )
  }
  return (
    <div>
      <div className={styles['foot']}>
        <input
          className={styles['key']}
          aria-label={`Name of a new member of ${label}`}
          aria-invalid={problem !== undefined}
          placeholder="name"
          autoFocus={isQuiet}
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={handleKey}
        />
        <button
          type="button"
          className={styles['add']}
          aria-label={`Add member to ${label}`}
          disabled={problem !== undefined}
          onClick={handleAdd}
        >
          <Plus aria-hidden="true" size={12} />
          Add member
        </button>
        {isEmpty && (
          <span className={styles['word']}>
            {countRange(shape.schema, 'Properties', 'member') ?? 'empty object'}
          </span>
        )}
      </div>
      {problem !== undefined && <p className={styles['finding']}>{problem}</p>}
    </div>
  )
}
