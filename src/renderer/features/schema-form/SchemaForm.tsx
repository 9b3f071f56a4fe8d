import { useCallback, useMemo, useRef } from 'react'
import type { Json } from '../../../shared/json/json'
import type { SchemaFinding } from '../../../shared/schema/validate'
import { findingTree, type FindingTree } from './schema/finding-tree'
import { FormContext, ScrapsContext, type FormParts } from './form-context'
import { pairOf } from './schema/merged-schema'
import { invitesOthers, propertiesOf } from './schema/object-members'
import { isJsonObject, withValueAt } from './schema/place'
import { SchemaNode } from './SchemaNode'
import { withoutScraps, type Scraps } from './schema/scraps'
import { shapeOf } from './schema/shape'
import { useScraps } from './use-scraps'
import styles from './schema-form.module.css'

type Props = {
  /** Describes an object, as `whyNoForm` has found out. */
  readonly schema: unknown
  /** The draft itself: what the fields show is what would be sent. */
  readonly value: Json | undefined
  readonly findings: readonly SchemaFinding[]
  readonly label: string
  /** Without a frame of its own, for a place that has one. */
  readonly isBare?: boolean
  readonly onChange: (value: Json | undefined) => void
  /** What was written and is not in the value; kept in here while nobody else keeps it. */
  readonly scraps?: Scraps
  readonly onScraps?: (scraps: Scraps) => void
}

const OBJECT = { type: 'object' }
const NO_VALUE: Json = {}

/** A field for everything that a schema describes. */
export function SchemaForm(props: Props) {
  const { schema, findings, label, isBare = false } = props
  const value = props.value ?? NO_VALUE
  const { scraps, ...keeping } = useScraps(props.scraps, props.onScraps)
  const parts = useFormParts({ ...props, ...keeping, value })
  const tree = useRef<FindingTree>(undefined)
  tree.current = useMemo(() => findingTree(findings, tree.current), [findings])

  return (
    <FormContext value={parts}>
      <ScrapsContext value={scraps}>
        <div
          role="group"
          aria-label={label}
          className={isBare ? styles['frameless'] : styles['form']}
          data-pointer=""
        >
          {isNothing(schema, value) ? (
            <p className={styles['none']}>There are no arguments to fill in.</p>
          ) : (
            <SchemaNode
              schema={pairOf(schema, OBJECT)}
              value={value}
              pointer=""
              name={label}
              spoken={label}
              isRequired
              canBeAbsent={false}
              findings={tree.current}
              level={0}
              layout="bare"
            />
          )}
        </div>
      </ScrapsContext>
    </FormContext>
  )
}

type PartsInput = Pick<Props, 'schema' | 'onChange'> &
  Omit<ReturnType<typeof useScraps>, 'scraps'> & { readonly value: Json }

/** Stays the same while the person writes, so that only what was written is drawn again. */
function useFormParts(input: PartsInput): FormParts {
  const { schema, value, onChange, setScraps, keepScrap, latestScraps } = input
  const latest = useRef({ value, onChange })
  const generation = useRef(0)
  if (latest.current.value !== value) generation.current++
  latest.current = { value, onChange }

  const change = useCallback(
    (pointer: string, next: Json | undefined, follow?: (scraps: Scraps) => Scraps) => {
      const changed = withValueAt(latest.current.value, pointer, next) ?? {}
      // Two changes in one go both count, even though the second has not been drawn with the first.
      latest.current = { ...latest.current, value: changed }
      latest.current.onChange(changed)
      setScraps(follow ?? ((scraps) => withoutScraps(scraps, pointer, next)))
    },
    [setScraps]
  )
  const counted = generation.current
  return useMemo(
    () => ({ root: schema, change, keepScrap, latestScraps, generation: counted }),
    [schema, change, keepScrap, latestScraps, counted]
  )
}

/** A tool without arguments gets a sentence instead of an empty form. */
function isNothing(schema: unknown, value: Json): boolean {
  const shape = shapeOf(schema, pairOf(schema, OBJECT), value)
  if (shape.field.kind !== 'object' || !isJsonObject(value)) return false
  if (Object.keys(value).length > 0 || propertiesOf(shape, value).length > 0) return false
  return Object.hasOwn(shape.schema, 'properties') || !invitesOthers(shape.schema)
}
