/** One schema being applied to one value, and what comes of it. */
import type { Evaluated } from './evaluated'
import type { Evaluation } from './evaluate'
import type { Findings } from './findings'
import { inside, type Place } from '../../json/place'
import type { UsableSchema } from './usable'

/** Unsure when it depends on something that was left out. */
export type Standing = 'fits' | 'unsure' | 'fails'

export class Visit {
  standing: Standing = 'fits'

  constructor(
    readonly evaluation: Evaluation,
    readonly schema: UsableSchema,
    readonly value: unknown,
    readonly place: Place,
    /** Without them nobody asks why, and the first thing that fails is enough. */
    readonly findings: Findings | undefined,
    readonly evaluated: Evaluated | undefined
  ) {}

  get hasFailed(): boolean {
    return this.standing === 'fails'
  }

  get isDecided(): boolean {
    return this.hasFailed && !this.findings
  }

  fail(keyword: string, say: () => string, place: Place = this.place): void {
    this.standing = 'fails'
    this.findings?.add({ place, keyword, schema: this.schema, say })
  }

  /** A keyword was left out, and the value might fail because of it. */
  leaveOut(keyword: string): void {
    this.evaluation.leftOut.add(keyword)
    this.take('unsure')
  }

  take(standing: Standing): void {
    if (standing === 'fails' || this.standing === 'fits') this.standing = standing
  }

  /** Applies a schema to a part of the value. */
  goInto(schema: UsableSchema, part: unknown, key: string | number): Standing {
    const place = inside(this.place, key)
    const standing = this.evaluation.evaluate(schema, part, place, this.findings)
    this.take(standing)
    return standing
  }

  /** Applies a schema to the same value, as one more demand on it. */
  demand(schema: UsableSchema): void {
    this.take(this.attempt(schema, this.findings))
  }

  /** Applies a schema to the same value, to see whether it fits. */
  attempt(schema: UsableSchema, findings?: Findings): Standing {
    const { value, place, evaluated } = this
    return this.evaluation.evaluate(schema, value, place, findings, evaluated)
  }
}
