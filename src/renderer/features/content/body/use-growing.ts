import { useMemo, useState } from 'react'
import type { Cut } from '../../../../shared/calls/body'
import { isComposed } from '../../../../shared/json/json'
import { request } from '../../../bridge/bridge'
import { notify } from '../../../stores/window/notices'
import type { BodyPart } from './body-part'

type Grown = { readonly of: unknown; readonly value: unknown; readonly cuts: readonly Cut[] }

export type Growing = {
  readonly value: unknown
  /** Of the body of this value, as it is by now. */
  readonly cuts: readonly Cut[]
  /** How many parts cut lists and objects have in all, by their pointers in the value. */
  readonly totals: ReadonlyMap<string, number>
  /** Fetches more parts of the list or object at a pointer. */
  readonly load: (pointer: string) => void
}

/** A value whose lists and objects were cut, and become longer when somebody wants to see more. */
export function useGrowing(value: unknown, body: BodyPart): Growing {
  const [grown, setGrown] = useState<Grown>({ of: value, value, cuts: body.cuts })
  const current = grown.of === value ? grown : { of: value, value, cuts: body.cuts }
  const totals = useMemo(
    () => totalsBelow(current.cuts, body.pointer),
    [current.cuts, body.pointer]
  )

  function load(pointer: string): void {
    const place = `${body.pointer}${pointer}`
    const cut = current.cuts.find((each) => each.pointer === place && each.kind !== 'text')
    if (!cut) return
    request('body.outline', { ref: body.ref, pointer: place, from: cut.shown }).then((more) => {
      setGrown((was) => {
        const from = was.of === value ? was : current
        // Another press may have fetched the same parts already.
        if (!from.cuts.includes(cut)) return from
        const moved = more.cuts.map((each) => ({ ...each, pointer: `${place}${each.pointer}` }))
        return {
          of: value,
          value: withParts(from.value, pointer.split('/').slice(1), more.value),
          cuts: [...from.cuts.filter((each) => each !== cut), ...moved]
        }
      })
    }, notify)
  }

  return { value: current.value, cuts: current.cuts, totals, load }
}

function totalsBelow(cuts: readonly Cut[], place: string): ReadonlyMap<string, number> {
  const own = cuts.filter(
    ({ kind, pointer }) => kind !== 'text' && (pointer === place || pointer.startsWith(`${place}/`))
  )
  return new Map(own.map(({ pointer, total }) => [pointer.slice(place.length), total]))
}

/** The value with more parts at the end of what stands at a path; the value itself stays as it is. */
export function withParts(value: unknown, path: readonly string[], more: unknown): unknown {
  if (!isComposed(value)) return value
  const [first, ...others] = path
  if (first === undefined) {
    if (Array.isArray(value)) return [...(value as unknown[]), ...(more as unknown[])]
    return { ...value, ...(more as object) }
  }
  const key = first.replaceAll('~1', '/').replaceAll('~0', '~')
  const part = withParts((value as Record<string, unknown>)[key], others, more)
  if (Array.isArray(value)) return (value as unknown[]).with(Number(key), part)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? part : (each as unknown)])
  )
}
