import { useCallback, useId, useMemo, useState, type ReactNode } from 'react'
import type { Json } from '../../../shared/json/json'
import { visibleText } from '../../../shared/text/visible-text'
import { ServerText } from '../../ui/text/ServerText'
import { FieldFrame, type Layout } from './FieldFrame'
import { FieldHints } from './FieldHints'
import { findingsBeside, type FindingTree } from './schema/finding-tree'
import { useForm } from './form-context'
import { typeHint } from './schema/hints'
import { mismatch } from './schema/mismatch'
import { NodeBody } from './NodeBody'
import { NotReadYet } from './NotReadYet'
import { propertiesOf } from './schema/object-members'
import { isJsonObject } from './schema/place'
import { textIn, type SchemaObject } from './schema/schema-object'
import { hasHalfWritten } from './schema/scraps'
import { shapeOf, type Kind, type Shape } from './schema/shape'
import { canTick } from './controls/TicksControl'
import { ValueMenu } from './ValueMenu'

export type NodeProps = {
  readonly schema: unknown
  readonly value: Json | undefined
  readonly pointer: string
  /** As it is called in the value. */
  readonly name: string
  /** The same for those who hear it; text from a server in it is made visible. */
  readonly spoken: string
  readonly isRequired: boolean
  readonly canBeAbsent: boolean
  readonly findings: FindingTree | undefined
  readonly level: number
  readonly layout?: Layout
  readonly note?: string | undefined
  /** In place of the name. */
  readonly label?: string
  /** Where the name is for the person to choose. */
  readonly keyInput?: ReactNode
  readonly actions?: ReactNode
  /** Written as JSON from the start. */
  readonly isJson?: boolean
  /** False where the same words stand right before it. */
  readonly isDescribed?: boolean
  /** What has been said about the same place around it. */
  readonly outer?: SchemaObject
  /** Names the alternatives that are chosen around it, at the same place. */
  readonly around?: string
}

const MAX_LEVELS = 8
const OPEN_LEVELS = 4
const TOO_DEEP = 'It is nested too deep for fields.'

/** One place in the value, with the field that its schema wants. */
export function SchemaNode(props: NodeProps) {
  const { schema, value, pointer, name, spoken, isRequired, canBeAbsent, findings, level } = props
  const { root, change, latestScraps } = useForm()
  const id = useId()
  const [isJson, setIsJson] = useState(props.isJson === true)
  const [isRefused, setIsRefused] = useState(false)
  const [isLong, setIsLong] = useState(false)
  const [isOpenEnded, setIsOpenEnded] = useState(props.layout === 'bare')
  // What the person puts there is what the person wants to see.
  const [isOpened, setIsOpened] = useState(value === undefined || value === null ? true : undefined)
  const wanted = useMemo(() => shapeOf(root, schema, value), [root, schema, value])
  const shape = useMemo(() => showable(wanted, value, level), [wanted, value, level])
  const onChange = useCallback((next: Json | undefined) => change(pointer, next), [change, pointer])

  const wrong = mismatch(shape.field, value)
  // What was half written before the field was drawn, or was brought back, is to be seen.
  const hasScrap = Object.hasOwn(latestScraps(), pointer)
  if (!isJson && wrong === undefined && hasControl(shape.field) && hasScrap) setIsJson(true)
  const isWritten = isJson || wrong !== undefined || shape.field.kind === 'json'
  const isGroup = !isWritten && isContainer(shape.field)
  const canFold = !isWritten && canBeFolded(shape.field) && value !== undefined && value !== null
  const isOpen = !canFold || (isOpened ?? level < OPEN_LEVELS)
  const layout = layoutOf(props.layout ?? 'stack', isGroup || isWritten)
  const said = props.outer ?? {}
  const title = textIn(shape.schema, 'title')
  const isSaidInside = shape.field.kind === 'variants' && isGroup
  const own = isSaidInside
    ? []
    : findingsBeside(findings, (key) => isGroup && isOpen && isShown(shape, value, key))

  function handleJson(next: boolean): void {
    if (hasHalfWritten(latestScraps(), pointer)) setIsRefused(true)
    else setIsJson(next)
  }

  return (
    <FieldFrame
      id={id}
      pointer={pointer}
      layout={layout}
      isGroup={isGroup}
      label={
        props.keyInput ??
        (props.label === undefined ? <ServerText>{name}</ServerText> : props.label)
      }
      isWritable={props.keyInput !== undefined}
      spoken={spoken}
      title={title !== name && layout !== 'row' ? title : undefined}
      isRequired={isRequired}
      type={typeHint(shape.schema) || kindWord(shape.field)}
      note={props.note}
      description={
        Object.hasOwn(said, 'description') || props.isDescribed === false
          ? undefined
          : textIn(shape.schema, 'description')
      }
      hints={<FieldHints shape={shape} said={said} value={value} onChange={onChange} />}
      findings={own}
      fold={canFold ? { isOpen, onFold: () => setIsOpened(!isOpen) } : undefined}
      actions={props.actions}
      menu={
        <ValueMenu
          label={spoken}
          shape={shape}
          value={value}
          isRequired={isRequired}
          canBeAbsent={canBeAbsent}
          isJson={isJson}
          isLong={isLong}
          onChange={onChange}
          onJson={handleJson}
          onLong={setIsLong}
          onMember={isOpenEnded ? undefined : () => setIsOpenEnded(true)}
        />
      }
    >
      {isRefused && <NotReadYet pointer={pointer} onGone={() => setIsRefused(false)} />}
      {isOpen && (
        <NodeBody
          id={id}
          name={name}
          label={visibleText(spoken)}
          shape={shape}
          value={value}
          pointer={pointer}
          level={level}
          isRequired={isRequired}
          canBeAbsent={canBeAbsent}
          isInvalid={own.length > 0}
          describedBy={`${id}-about`}
          findings={findings}
          isJson={isJson}
          isLong={isLong}
          isOpenEnded={isOpenEnded}
          around={props.around ?? ''}
          wrong={wrong}
          schema={schema}
          onChange={onChange}
        />
      )}
    </FieldFrame>
  )
}

/** A list of choices has ticks only while ticks can show it as it is. */
function showable(shape: Shape, value: Json | undefined, level: number): Shape {
  const { field } = shape
  if (level > MAX_LEVELS && isContainer(field)) {
    return { ...shape, field: { kind: 'json', why: TOO_DEEP } }
  }
  if (field.kind !== 'ticks' || canTick(field.options, value)) return shape
  return { ...shape, field: { kind: 'list' } }
}

function isContainer(field: Kind): boolean {
  return field.kind === 'object' || field.kind === 'list' || field.kind === 'variants'
}

/** Others show what is half written by themselves: as JSON, or in the alternative inside. */
function hasControl(field: Kind): boolean {
  return field.kind !== 'json' && field.kind !== 'variants'
}

/** For a schema that names no type. */
function kindWord(field: Kind): string {
  if (field.kind === 'variants') return field.isAny ? 'any type' : 'alternatives'
  return field.kind === 'choice' ? 'enum' : field.kind === 'constant' ? 'const' : ''
}

function canBeFolded(field: Kind): boolean {
  return field.kind === 'object' || field.kind === 'list'
}

/** What needs room of its own does not stand beside its label. */
function layoutOf(layout: Layout, isLarge: boolean): Layout {
  return layout === 'row' && isLarge ? 'stack' : layout
}

/** Whether what was found in a part is said at the field of that part. */
function isShown(shape: Shape, value: Json | undefined, key: string): boolean {
  if (shape.field.kind === 'list') return Array.isArray(value) && Number(key) < value.length
  if (shape.field.kind !== 'object' || !isJsonObject(value)) return false
  return (
    Object.hasOwn(value, key) ||
    propertiesOf(shape, value).some((property) => property.name === key)
  )
}
