import { useState } from 'react'
import { fromJson, type Json } from '../../../shared/json/json'
import { visibleText } from '../../../shared/text/visible-text'
import { Segments } from '../../ui/controls/Segments'
import type { FindingTree } from './schema/finding-tree'
import type { ControlProps } from './controls/field-control'
import { useForm } from './form-context'
import { SchemaNode } from './SchemaNode'
import type { SchemaObject } from './schema/schema-object'
import { placeBeside, switchedScraps } from './schema/scraps'
import { switchedValue } from './schema/switch-variant'
import { variantOf, type Variant } from './schema/variants'
import styles from './controls/controls.module.css'

type Props = ControlProps & {
  readonly variants: readonly Variant[]
  readonly pointer: string
  readonly level: number
  readonly findings: FindingTree | undefined
  readonly outer: SchemaObject
  /** Names the alternatives that are chosen around it, at the same place. */
  readonly around: string
}

/** The alternatives of a value, and the fields of the one that is chosen. */
export function VariantField({
  variants,
  pointer,
  level,
  findings,
  outer,
  around,
  ...props
}: Props) {
  const { root, generation, change, latestScraps } = useForm()
  const { value, canBeAbsent } = props
  const find = (): Pick => ({ generation, index: variantOf(root, variants, value) })
  const [pick, setPick] = useState(find)
  const nameOf = (index: number): string => `${around}${index}`

  // What is half written in one alternative may look like another; only a new value is looked at.
  const current = pick.generation === generation && pick.index < variants.length ? pick : find()
  if (current !== pick) setPick(current)
  const variant = variants[current.index]

  function handlePick(index: number): void {
    const to = variants[index]
    if (!to || index === current.index) return
    setPick({ generation, index })
    const before = readAgain(latestScraps()[placeBeside(pointer, nameOf(index))])
    const next = to.isJson
      ? value
      : switchedValue({ root, from: variant, to, value, before, canBeAbsent })
    const names = { from: nameOf(current.index), to: nameOf(index) }
    change(pointer, next, (scraps) => switchedScraps(scraps, pointer, { ...names, left: value }))
  }

  return (
    <>
      <Picker
        label={`Kind of ${props.label}`}
        variants={variants}
        index={current.index}
        onPick={handlePick}
      />
      <SchemaNode
        key={current.index}
        layout="bare"
        isJson={variant?.isJson === true}
        schema={variant?.schema}
        outer={outer}
        around={`${nameOf(current.index)}.`}
        value={value}
        pointer={pointer}
        level={level}
        name={props.name}
        spoken={props.label}
        isRequired={props.isRequired}
        canBeAbsent={canBeAbsent}
        findings={findings}
      />
    </>
  )
}

function readAgain(json: string | undefined): Json | undefined {
  try {
    return json === undefined ? undefined : (fromJson(json) as Json)
  } catch {
    return undefined // somebody else has changed what was kept
  }
}

type Pick = { readonly generation: number; readonly index: number }

type PickerProps = {
  readonly label: string
  readonly variants: readonly Variant[]
  readonly index: number
  readonly onPick: (index: number) => void
}

const MAX_SEGMENT_CHARS = 44

/** All of them side by side where they fit, for then one sees at a glance what there is. */
function Picker({ label, variants, index, onPick }: PickerProps) {
  const labels = variants.map((variant) => visibleText(variant.label))
  if (labels.length < 2) return null
  if (labels.join('  ').length <= MAX_SEGMENT_CHARS) {
    return (
      <div className={styles['line']}>
        <Segments
          label={label}
          value={String(index)}
          options={labels.map((text, place) => ({ value: String(place), label: text }))}
          onChange={(chosen) => onPick(Number(chosen))}
        />
      </div>
    )
  }
  return (
    <select
      aria-label={label}
      className={`${styles['select']} ${styles['kind']}`}
      value={String(index)}
      onChange={({ target }) => onPick(Number(target.value))}
    >
      {labels.map((text, place) => (
        <option key={place} value={String(place)}>
          {text}
        </option>
      ))}
    </select>
  )
}
