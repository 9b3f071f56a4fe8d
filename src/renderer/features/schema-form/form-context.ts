import { createContext, use } from 'react'
import type { Json } from '../../../shared/json/json'
import type { Scraps } from './schema/scraps'

/** What all fields of one form share. It stays the same object while the person writes. */
export type FormParts = {
  /** The whole schema, in which references lead. */
  readonly root: unknown
  /**
   * Undefined leaves the place out. What was half written in it is dropped, unless `follow` says
   * what becomes of it.
   */
  readonly change: (
    pointer: string,
    next: Json | undefined,
    follow?: (scraps: Scraps) => Scraps
  ) => void
  readonly keepScrap: (pointer: string, text: string) => void
  /** For whoever need not be drawn again with each of them. */
  readonly latestScraps: () => Scraps
  /** Another number whenever the value came from elsewhere than from the fields. */
  readonly generation: number
}

export const FormContext = createContext<FormParts | undefined>(undefined)
export const ScrapsContext = createContext<Scraps>({})

export function useForm(): FormParts {
  const form = use(FormContext)
  if (!form) throw new Error('A field is drawn outside of a form.')
  return form
}
