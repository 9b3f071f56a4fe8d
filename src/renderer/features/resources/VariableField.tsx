import type { AskedVariable } from '../../../shared/protocol/uri-template'
import { visibleText } from '../../../shared/text/visible-text'
import type { WrittenValue } from '../../stores/kept/template-drafts'
import { count } from '../../ui/text/format'
import { Segments } from '../../ui/controls/Segments'
import { ServerText } from '../../ui/text/ServerText'
import { CompletionField } from '../completion/CompletionField'
import type { Completed } from '../completion/use-completion'
import { ListItems, MapPairs } from './ManyValues'
import styles from './resources.module.css'

type Props = {
  readonly variable: AskedVariable
  /** Undefined when it is left out. */
  readonly written: WrittenValue | undefined
  readonly completed: Completed | undefined
  readonly onChange: (written: WrittenValue | undefined) => void
}

const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'list', label: 'List' },
  { value: 'map', label: 'Map' }
] as const

export function VariableField({ variable, written, completed, onChange }: Props) {
  const { name, isExploded, prefix } = variable
  const kind = written?.kind ?? (isExploded ? 'list' : 'text')
  return (
    <div className={styles['variable']} role="group" aria-label={visibleText(name)}>
      <div className={styles['variableName']}>
        <code>
          <ServerText>{name}</ServerText>
        </code>
        {prefix !== undefined && (
          <span className={styles['hint']}>first {count(prefix, 'character')}</span>
        )}
        {isExploded && (
          <Segments
            label={`Kind of ${visibleText(name)}`}
            value={kind}
            options={KINDS}
            onChange={(chosen) => onChange(asKind(written, chosen))}
          />
        )}
      </div>
      {kind === 'text' && (
        <CompletionField
          name={name}
          value={written?.kind === 'text' ? written.text : undefined}
          completed={completed}
          onChange={(text) => onChange(text === undefined ? undefined : { kind: 'text', text })}
        />
      )}
      {kind === 'list' && (
        <ListItems
          name={name}
          items={written?.kind === 'list' ? written.items : []}
          completed={completed}
          onChange={(items) => onChange({ kind: 'list', items })}
        />
      )}
      {kind === 'map' && (
        <MapPairs
          name={name}
          pairs={written?.kind === 'map' ? written.pairs : []}
          onChange={(pairs) => onChange({ kind: 'map', pairs })}
        />
      )}
    </div>
  )
}

/** What was written is taken along as far as the other kind can hold it. */
export function asKind(
  written: WrittenValue | undefined,
  kind: WrittenValue['kind']
): WrittenValue | undefined {
  const texts = textsOf(written)
  switch (kind) {
    case 'text':
      return texts[0] === undefined ? { kind, text: '' } : { kind, text: texts.join(',') }
    case 'list':
      return { kind, items: texts }
    case 'map':
      return { kind, pairs: texts.map((text) => ['', text]) }
  }
}

function textsOf(written: WrittenValue | undefined): readonly string[] {
  switch (written?.kind) {
    case undefined:
      return []
    case 'text':
      return written.text === '' ? [] : [written.text]
    case 'list':
      return written.items
    case 'map':
      return written.pairs.map(([, value]) => value)
  }
}
