/** The current match of the find bar. The view that contains the match reads it here. */
import { createContext, useContext, useMemo } from 'react'
import type { Hit } from '../../../../shared/calls/body'
import type { BodyPart } from './body-part'

export const FoundContext = createContext<Hit | undefined>(undefined)

export type FoundRange = { readonly at: number; readonly length: number }

/** Where in this text it is; undefined when it is elsewhere. */
export function useFoundIn(place: Pick<BodyPart, 'pointer'> | undefined): FoundRange | undefined {
  const hit = useContext(FoundContext)
  return useMemo(() => {
    if (!hit || hit.at === undefined || hit.isName || hit.pointer !== place?.pointer)
      return undefined
    return { at: hit.at, length: hit.length }
  }, [hit, place?.pointer])
}

export type FoundPart = { readonly pointer: string; readonly isFound: true }

/** The part of this value that it is in; undefined when it is elsewhere. */
export function useFoundBelow(place: string | undefined): FoundPart | undefined {
  const hit = useContext(FoundContext)
  return useMemo(() => {
    if (!hit || place === undefined) return undefined
    const isBelow = hit.pointer === place || hit.pointer.startsWith(`${place}/`)
    return isBelow ? { pointer: hit.pointer.slice(place.length), isFound: true } : undefined
  }, [hit, place])
}
