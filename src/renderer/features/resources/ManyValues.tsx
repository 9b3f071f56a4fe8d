import { Plus, X } from 'lucide-react'
import { visibleText } from '../../../shared/text/visible-text'
import { Button } from '../../ui/controls/Button'
import { IconButton } from '../../ui/controls/IconButton'
import { CompletionField } from '../completion/CompletionField'
import type { Completed } from '../completion/use-completion'
import styles from './resources.module.css'

type ListProps = {
  readonly name: string
  readonly items: readonly string[]
  readonly completed: Completed | undefined
  readonly onChange: (items: readonly string[]) => void
}

/** The items of a variable that is a list. */
export function ListItems({ name, items, completed, onChange }: ListProps) {
  return (
    <div className={styles['many']}>
      {items.map((item, index) => (
        <CompletionField
          key={index}
          name={name}
          label={`${name}, item ${index + 1}`}
          value={item}
          completed={completed}
          onChange={(text) => onChange(items.with(index, text ?? ''))}
        >
          <Remove
            label={`Remove item ${index + 1}`}
            onRemove={() => onChange(items.toSpliced(index, 1))}
          />
        </CompletionField>
      ))}
      <Add label="Add item" onAdd={() => onChange([...items, ''])} isEmpty={items.length === 0} />
    </div>
  )
}

type Pair = readonly [key: string, value: string]

type MapProps = {
  readonly name: string
  readonly pairs: readonly Pair[]
  readonly onChange: (pairs: readonly Pair[]) => void
}

/** The keys and values of a variable that is a map. */
export function MapPairs({ name, pairs, onChange }: MapProps) {
  return (
    <div className={styles['many']}>
      {pairs.map(([key, value], index) => (
        <div key={index} className={styles['pair']}>
          <input
            className="ui-input"
            aria-label={`${visibleText(name)}, key ${index + 1}`}
            placeholder="key"
            value={key}
            aria-invalid={pairs.findIndex(([known]) => known === key) !== index}
            spellCheck={false}
            onChange={(event) => onChange(pairs.with(index, [event.target.value, value]))}
          />
          <input
            className="ui-input"
            aria-label={`${visibleText(name)}, value ${index + 1}`}
            placeholder="value"
            value={value}
            spellCheck={false}
            onChange={(event) => onChange(pairs.with(index, [key, event.target.value]))}
          />
          <Remove
            label={`Remove pair ${index + 1}`}
            onRemove={() => onChange(pairs.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Add
        label="Add pair"
        onAdd={() => onChange([...pairs, ['', '']])}
        isEmpty={pairs.length === 0}
      />
    </div>
  )
}

function Remove({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <IconButton label={label} onClick={onRemove}>
      <X aria-hidden="true" size={14} />
    </IconButton>
  )
}

type AddProps = { readonly label: string; readonly isEmpty: boolean; readonly onAdd: () => void }

function Add({ label, isEmpty, onAdd }: AddProps) {
  return (
    <div className={styles['add']}>
      <Button onClick={onAdd}>
        <Plus aria-hidden="true" size={13} />
        {label}
      </Button>
      {isEmpty && <span className={styles['hint']}>left out</span>}
    </div>
  )
}
