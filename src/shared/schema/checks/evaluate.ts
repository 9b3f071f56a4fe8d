/** Applies schemas to values. Knows nothing of where a schema comes from; the meter bounds it. */
import { isNumber } from '../../json/exact-number'
import { isComposed } from '../../json/json'
import { checkArray, checkUnevaluatedItems } from './check-array'
import { checkCombinations } from './check-combinations'
import { checkNumber } from './check-number'
import { checkObject, checkUnevaluatedProperties } from './check-object'
import { checkText } from './check-text'
import { checkType, checkValues } from './check-value'
import { Evaluated } from './evaluated'
import type { Findings } from './findings'
import type { Meter } from './meter'
import { PatternBudget } from '../patterns/pattern'
import type { Place } from '../../json/place'
import type { UsableSchema } from './usable'
import { Visit, type Standing } from './visit'

export class Evaluation {
  /** Keywords that were met and could not be evaluated. */
  readonly leftOut = new Set<string>()
  readonly patternBudget = new PatternBudget()

  constructor(
    readonly meter: Meter,
    private readonly tracksEvaluated: boolean
  ) {}

  /** What fits is added to what is evaluated further out. */
  evaluate(
    schema: UsableSchema,
    value: unknown,
    place: Place,
    findings?: Findings,
    outer?: Evaluated
  ): Standing {
    this.meter.spend(1)
    const evaluated = this.tracksEvaluated ? new Evaluated() : undefined
    const visit = new Visit(this, schema, value, place, findings, evaluated)
    checkAll(visit)
    const { standing } = visit
    if (evaluated && outer && standing !== 'fails') {
      if (standing === 'unsure') outer.isUnsure = true
      this.meter.spend(evaluated.count / 2)
      outer.addAll(evaluated)
    }
    return standing
  }
}

function checkAll(visit: Visit): void {
  const { schema, value } = visit
  if (schema.isNever) return visit.fail('false', () => 'The schema allows nothing here.')
  checkType(visit)
  // What else there is to say about a value of a wrong type only hides that.
  if (visit.hasFailed) return
  checkValues(visit)
  if (visit.isDecided) return
  if (isNumber(value)) checkNumber(visit, value)
  else if (typeof value === 'string') checkText(visit, value)
  else if (Array.isArray(value)) checkArray(visit, value)
  else if (isComposed(value)) checkObject(visit, value)
  if (visit.isDecided) return
  checkCombinations(visit)
  // Alternatives that fail evaluate nothing, so that all their parts would seem to be surplus.
  if (visit.hasFailed) return
  if (Array.isArray(value)) checkUnevaluatedItems(visit, value)
  else if (isComposed(value)) checkUnevaluatedProperties(visit, value)
}
