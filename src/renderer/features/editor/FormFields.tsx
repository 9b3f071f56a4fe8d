import { HIDDEN_VALUE } from '../../../shared/servers/configuration'
import { isObject } from '../../../shared/json/json'
import type { ConfigFault } from '../../../shared/servers/server-config'
import { Checkbox } from '../../ui/controls/Checkbox'
import { FieldGroup } from '../../ui/controls/Field'
import { Select } from '../../ui/controls/Select'
import { TextField } from '../../ui/controls/TextField'
import { listIn, pairsIn, textIn, withField, withList, withPairs } from './definition-text'
import { problemAt } from './field-faults'
import { ListField } from './ListField'
import { PairsField } from './PairsField'
import { References } from './References'
import styles from './editor.module.css'

export type FormProps = {
  readonly value: Readonly<Record<string, unknown>>
  readonly text: string
  /** As it stands in the file, to know what can be left hidden. */
  readonly original: Readonly<Record<string, unknown>>
  readonly faults: readonly ConfigFault[]
  /** `field` is the one that you have just come to. */
  readonly onChange: (text: string, field: string) => void
}

type TextProps = FormProps & {
  /** With a dot for what stands in an object, such as `tls.ca`. */
  readonly field: string
  readonly label: string
  readonly isCode?: boolean
  readonly placeholder?: string
}

export function Text({ field, label, isCode, placeholder, ...form }: TextProps) {
  const written = textIn(writtenIn(form, field))
  const isHidden = written === HIDDEN_VALUE
  return (
    <div>
      <TextField
        label={label}
        value={isHidden ? '' : written}
        isCode={isCode === true}
        placeholder={isHidden ? `${HIDDEN_VALUE}  as it is; type to replace it` : placeholder}
        problem={problemAt(form.faults, field)}
        onChange={(next) => write(form, field, next === '' ? undefined : next)}
      />
      {isCode === true && (
        <div className={styles['underField']}>
          <References value={written} />
        </div>
      )}
    </div>
  )
}

/** `field` may have a dot. */
export function writtenIn({ value }: FormProps, field: string): unknown {
  return field.split('.').reduce<unknown>(memberOf, value)
}

export function write({ text, onChange }: FormProps, field: string, next: unknown): void {
  const path = field.split('.')
  onChange(withField(text, path, next), path[0] ?? field)
}

function memberOf(around: unknown, name: string): unknown {
  return isObject(around) ? around[name] : undefined
}

type NamedProps = FormProps & Pick<TextProps, 'field' | 'label'>

export type Option = { readonly value: string; readonly label: string }

/** The first is that nothing is written. */
export function optionsOf<Name extends string>(
  names: readonly [Name, ...Name[]],
  labels: Readonly<Record<Name, string>>,
  unsaid = `Not said, so ${labels[names[0]]}`
): readonly Option[] {
  return [
    { value: '', label: unsaid },
    ...names.map((name) => ({ value: name, label: labels[name] }))
  ]
}

export function Choice({
  field,
  label,
  choices,
  ...form
}: NamedProps & { readonly choices: readonly Option[] }) {
  return (
    <Select<string>
      label={label}
      value={textIn(writtenIn(form, field))}
      options={choices}
      problem={problemAt(form.faults, field)}
      onChange={(chosen) => write(form, field, chosen === '' ? undefined : chosen)}
    />
  )
}

/** Says what is so when it is ticked. Nothing is written when it is not. */
export function Flag({
  field,
  label,
  children,
  ...form
}: NamedProps & { readonly children: string }) {
  return (
    <FieldGroup label={label} problem={problemAt(form.faults, field)}>
      <Checkbox
        isChecked={writtenIn(form, field) === true}
        onChange={(isSet) => write(form, field, isSet ? true : undefined)}
      >
        {children}
      </Checkbox>
    </FieldGroup>
  )
}

type ListProps = FormProps & {
  readonly field: string
  readonly label: string
  readonly noun: string
  readonly hint?: string
  readonly split: (text: string) => readonly string[] | undefined
}

export function List({
  value,
  text,
  faults,
  onChange,
  field,
  label,
  noun,
  hint,
  split
}: ListProps) {
  const items = value[field] === undefined ? [] : listIn(value[field])
  const problem = problemAt(faults, field)
  if (!items) return <Unshown label={label} problem={problem} />
  return (
    <ListField
      label={label}
      noun={noun}
      items={items}
      problem={problem}
      split={split}
      {...(hint !== undefined && { hint })}
      onChange={(next) => onChange(withList(text, field, next), field)}
    />
  )
}

type PairsProps = FormProps & {
  readonly field: string
  readonly label: string
  readonly noun: string
}

export function Pairs({ value, text, original, faults, onChange, field, label, noun }: PairsProps) {
  const pairs = value[field] === undefined ? [] : pairsIn(value[field])
  const problem = problemAt(faults, field)
  if (!pairs) return <Unshown label={label} problem={problem} />
  const before = pairsIn(original[field]) ?? []
  const hidden = new Set(before.flatMap(([name, was]) => (was === HIDDEN_VALUE ? [name] : [])))
  return (
    <PairsField
      label={label}
      noun={noun}
      pairs={pairs}
      hidden={hidden}
      problem={problem}
      onChange={(next) => onChange(withPairs(text, field, next), field)}
    />
  )
}

/** The form shows nothing rather than something wrong. */
function Unshown({
  label,
  problem
}: {
  readonly label: string
  readonly problem: string | undefined
}) {
  return (
    <FieldGroup label={label} problem={problem}>
      <p className="ui-hint">
        What is written here is not of the kind the form can show. It is in JSON.
      </p>
    </FieldGroup>
  )
}
