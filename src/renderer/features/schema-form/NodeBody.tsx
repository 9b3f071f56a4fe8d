import { useForm } from './form-context'
import { BooleanControl } from './controls/BooleanControl'
import { ChoiceControl } from './controls/ChoiceControl'
import type { ControlProps } from './controls/field-control'
import { FileControl } from './controls/FileControl'
import type { FindingTree } from './schema/finding-tree'
import { FixedControl } from './controls/FixedControl'
import { JsonField } from './JsonField'
import { ListField } from './ListField'
import { asTextField } from './schema/mismatch'
import { NumberControl } from './controls/NumberControl'
import { ObjectField } from './ObjectField'
import { newValue } from './schema/starting-value'
import { TextControl } from './controls/TextControl'
import { TicksControl } from './controls/TicksControl'
import { VariantField } from './VariantField'

export type BodyProps = ControlProps & {
  readonly schema: unknown
  readonly pointer: string
  readonly level: number
  readonly findings: FindingTree | undefined
  /** The person wants to write it as JSON. */
  readonly isJson: boolean
  readonly isLong: boolean
  /** There is a way to add members that the schema does not speak of. */
  readonly isOpenEnded: boolean
  /** Names the alternatives that are chosen around it, at the same place. */
  readonly around: string
  /** A whole sentence: why no widget can show what is there. */
  readonly wrong: string | undefined
}

/** The control for one place. */
export function NodeBody(props: BodyProps) {
  const {
    schema,
    pointer,
    level,
    findings,
    isJson,
    isLong,
    isOpenEnded,
    around,
    wrong,
    ...control
  } = props
  const { root } = useForm()
  const { shape, onChange } = control
  const { field } = shape
  if (isJson) return <JsonField {...control} pointer={pointer} why={undefined} />
  if (wrong !== undefined) {
    const replace = (): void =>
      onChange(asTextField(field, control.value) ?? newValue(root, schema))
    return <JsonField {...control} pointer={pointer} why={wrong} onReplace={replace} />
  }
  const container = { ...control, pointer, level, findings }
  switch (field.kind) {
    case 'json':
      return <JsonField {...control} pointer={pointer} why={field.why} />
    case 'constant':
      return <FixedControl {...control} only={field.value} />
    case 'null':
      return <FixedControl {...control} only={null} />
    case 'choice':
      return <ChoiceControl {...control} options={field.options} />
    case 'ticks':
      return <TicksControl {...control} options={field.options} />
    case 'text':
      return <TextControl {...control} isLong={isLong} />
    case 'file':
      return <FileControl {...control} />
    case 'number':
      return <NumberControl {...control} />
    case 'boolean':
      return <BooleanControl {...control} />
    case 'list':
      return <ListField {...container} />
    case 'object':
      return <ObjectField {...container} schema={schema} isOpenEnded={isOpenEnded} />
    case 'variants':
      return (
        <VariantField
          {...container}
          variants={field.variants}
          outer={shape.schema}
          around={around}
        />
      )
  }
}
