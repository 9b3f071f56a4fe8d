import { useEffect, useEffectEvent, useRef } from 'react'
import { isComposed } from '../../../../shared/json/json'
import { partAt } from '../../../../shared/schema/pointer'
import { holdersOf } from '../../../ui/json-tree/json-rows'
import type { FoundPart } from './found'
import type { Growing } from './use-growing'

/** The part with the match, once it is loaded: fetches missing parts from main first. */
export function useReached(part: FoundPart | undefined, growing: Growing): FoundPart | undefined {
  const { value, totals } = growing
  const missing = part && missingIn(value, totals, part.pointer)
  const tried = useRef('')
  const load = useEffectEvent((holder: string) => {
    // Do not load again when the last load brought nothing new.
    const attempt = `${part?.pointer} ${holder} ${sizeOf(partAt(value, holder))}`
    if (tried.current === attempt) return
    tried.current = attempt
    growing.load(holder)
  })
  useEffect(() => {
    if (missing !== undefined) load(missing)
  }, [missing, value, part])
  return missing === undefined ? part : undefined
}

/** What has to become longer so that a part is in it; undefined when it is there. */
function missingIn(value: unknown, totals: Growing['totals'], pointer: string): string | undefined {
  const holders = holdersOf(pointer)
  return holders.find((holder, index) => {
    const next = holders[index + 1] ?? pointer
    return totals.has(holder) && partAt(value, next) === undefined
  })
}

function sizeOf(value: unknown): number {
  return isComposed(value) ? Object.keys(value).length : 0
}
