/** What fails while a value is checked. Sentences are made only for those that are shown. */
import { pointerTo, type Place } from '../../json/place'
import type { UsableSchema } from './usable'

/** One thing about a value that its schema does not allow. */
export type SchemaFinding = {
  /**
   * A JSON pointer to the part it is about; empty for the whole value. What is missing is pointed
   * to as if it were there.
   */
  readonly pointer: string
  readonly keyword: string
  /** A whole sentence. */
  readonly message: string
}

export type Found = {
  readonly place: Place
  readonly keyword: string
  /** The one that the keyword is in. */
  readonly schema: UsableSchema
  readonly say: () => string
}

export const MAX_FINDINGS = 50

export class Findings {
  readonly found: Found[] = []
  isCut = false

  add(found: Found): void {
    if (this.found.length < MAX_FINDINGS) this.found.push(found)
    else this.isCut = true
  }

  addAll(others: Findings): void {
    for (const found of others.found) this.add(found)
    if (others.isCut) this.isCut = true
  }

  inWords(): readonly SchemaFinding[] {
    return this.found.map(({ place, keyword, say }) => {
      return { pointer: pointerTo(place), keyword, message: say() }
    })
  }
}
