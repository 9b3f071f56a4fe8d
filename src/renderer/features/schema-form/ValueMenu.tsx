import type { Json } from '../../../shared/json/json'
import { visibleText } from '../../../shared/text/visible-text'
import type { MenuEntry } from '../../ui/controls/Menu'
import { resolvedSchema } from './schema/applied-schema'
import { useForm } from './form-context'
import { examplesOf, shortJson } from './schema/hints'
import { LateMenu } from './LateMenu'
import { allowsOthers, invitesOthers } from './schema/object-members'
import { isJsonObject } from './schema/place'
import { isSameJson } from './schema/same-json'
import { typesOf, valueIn } from './schema/schema-object'
import type { Shape } from './schema/shape'

type Props = {
  readonly label: string
  readonly shape: Shape
  readonly value: Json | undefined
  readonly isRequired: boolean
  readonly canBeAbsent: boolean
  readonly isJson: boolean
  readonly isLong: boolean
  readonly onChange: (next: Json | undefined) => void
  readonly onJson: (isJson: boolean) => void
  readonly onLong: (isLong: boolean) => void
  /** Unset where members can be added already. */
  readonly onMember: (() => void) | undefined
}

/** Absent, null and empty are three different things; here each of them can be chosen. */
export function ValueMenu(props: Props) {
  const { root } = useForm()
  return (
    <LateMenu label={`Value of ${props.label}`} entries={() => entriesOf({ ...props, root })} />
  )
}

type Choice = { readonly label: string; readonly next: Json | undefined; readonly fits: boolean }

type Entries = Props & { readonly root: unknown }

function entriesOf(props: Entries): readonly MenuEntry[] {
  const { shape, value, isJson, onChange } = props
  const entry = ({ label, next }: Choice): MenuEntry => ({
    label,
    isDisabled: isSameJson(value, next),
    onSelect: () => onChange(next)
  })
  const choices = choicesOf(props)
  const against = choices.filter(({ fits }) => !fits).map(entry)
  return [
    ...choices.filter(({ fits }) => fits).map(entry),
    ...suggestions(shape, onChange),
    'line',
    { label: isJson ? 'Edit with fields' : 'Edit as JSON', onSelect: () => props.onJson(!isJson) },
    ...linesEntry(props),
    ...memberEntry(props),
    ...(against.length > 0 ? [{ label: 'Against the schema', entries: against }] : [])
  ]
}

function choicesOf({ shape, root, isRequired, canBeAbsent }: Entries): readonly Choice[] {
  const holds = (type: string): boolean => canHold(root, shape, type)
  return [
    ...(canBeAbsent ? [{ label: 'Leave out', next: undefined, fits: !isRequired }] : []),
    { label: 'Set to null', next: null, fits: shape.allowsNull },
    { label: 'Set to empty text', next: '', fits: holds('string') },
    ...(holds('array') ? [{ label: 'Set to an empty list', next: [], fits: true }] : []),
    ...(holds('object') ? [{ label: 'Set to an empty object', next: {}, fits: true }] : [])
  ]
}

/** Whether a type is one that the schema allows, in any of its alternatives. */
function canHold(root: unknown, { schema, field }: Shape, type: string): boolean {
  const types = typesOf(schema)
  if (types.length > 0) return types.includes(type)
  if (field.kind === 'variants') {
    return field.variants.some(({ own }) => {
      const alternative = resolvedSchema(root, own).schema
      return typeof alternative === 'object' && typesOf(alternative).includes(type)
    })
  }
  return KINDS[type]?.includes(field.kind) === true
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  string: ['text', 'file'],
  array: ['list', 'ticks'],
  object: ['object']
}

const MAX_EXAMPLES = 20

function suggestions(shape: Shape, onChange: Props['onChange']): readonly MenuEntry[] {
  const fallback = valueIn(shape.schema, 'default')
  const take = (label: string, next: Json): MenuEntry => ({
    label: visibleText(label),
    onSelect: () => onChange(next)
  })
  const examples = new Map(
    examplesOf(shape.schema)
      .slice(0, MAX_EXAMPLES)
      .map((example) => [shortJson(example), example])
  )
  return [
    ...(fallback === undefined ? [] : [take(`Use default: ${shortJson(fallback)}`, fallback)]),
    ...(examples.size === 0
      ? []
      : [{ label: 'Use example', entries: [...examples].map(([text, next]) => take(text, next)) }])
  ]
}

function linesEntry({ shape, isJson, isLong, onLong }: Props): readonly MenuEntry[] {
  if (shape.field.kind !== 'text' || isJson) return []
  return [
    {
      label: isLong ? 'Write on one line' : 'Write on several lines',
      onSelect: () => onLong(!isLong)
    }
  ]
}

function memberEntry({ shape, value, onMember }: Props): readonly MenuEntry[] {
  const isOpen = shape.field.kind === 'object' && isJsonObject(value)
  if (!onMember || !isOpen || !allowsOthers(shape.schema) || invitesOthers(shape.schema)) return []
  return [{ label: 'Add another member', onSelect: onMember }]
}
