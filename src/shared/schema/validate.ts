/** Whether a value fits a schema that a server supplied. Bounded in time and memory; never throws. */
import { Evaluation } from './checks/evaluate'
import { Findings, type SchemaFinding } from './checks/findings'
import { takeIn, type UsableIntake } from './intake'
import { Meter, OutOfSteps } from './checks/meter'
import { weigh } from './weight'

export type { SchemaFinding } from './checks/findings'

const VALUE_LIMITS = { chars: 4 * 1024 * 1024, nodes: 50_000, depth: 200 }

export type SchemaVerdict =
  | {
      readonly kind: 'fits'
      /** Keywords that could not be evaluated, and that the value might fail. */
      readonly leavesOut: readonly string[]
    }
  | {
      readonly kind: 'fails'
      readonly findings: readonly SchemaFinding[]
      /** There are more findings than these. */
      readonly isCut: boolean
      readonly leavesOut: readonly string[]
    }
  | {
      readonly kind: 'not checked'
      /** A whole sentence. */
      readonly reason: string
    }

const TOO_LARGE = 'The value is too large to be checked.'
const TOO_LONG = 'The check would take too long.'
/** Less than half a microsecond each. */
const STEPS = 100_000
/** Finding out why takes longer than finding out whether. */
const STEPS_TO_EXPLAIN = 50_000

export function checkAgainst(schema: unknown, value: unknown): SchemaVerdict {
  try {
    const intake = takeIn(schema)
    if (!intake.isUsable) return notChecked(intake.reason)
    const weight = weigh(value, VALUE_LIMITS)
    if (typeof weight === 'string') return notChecked(TOO_LARGE)
    const evaluation = new Evaluation(new Meter(STEPS), intake.tracksEvaluated)
    const standing = evaluation.evaluate(intake.schema, value, undefined)
    if (standing === 'fails') return explain(intake, value)
    return { kind: 'fits', leavesOut: [...evaluation.leftOut] }
  } catch (error) {
    return notChecked(isTooMuch(error) ? TOO_LONG : 'The schema could not be evaluated.')
  }
}

/** For a value that is known to fail. */
function explain({ schema, tracksEvaluated }: UsableIntake, value: unknown): SchemaVerdict {
  const evaluation = new Evaluation(new Meter(STEPS_TO_EXPLAIN), tracksEvaluated)
  const findings = new Findings()
  try {
    evaluation.evaluate(schema, value, undefined, findings)
  } catch (error) {
    if (!isTooMuch(error)) throw error
    findings.isCut = true
    if (findings.found.length === 0) findings.add({ ...UNEXPLAINED, schema })
  }
  const { isCut } = findings
  return { kind: 'fails', findings: findings.inWords(), isCut, leavesOut: [...evaluation.leftOut] }
}

const UNEXPLAINED = {
  place: undefined,
  keyword: '',
  say: () => 'It does not fit, and finding out where would take too long.'
}

function isTooMuch(error: unknown): boolean {
  return error instanceof OutOfSteps || error instanceof RangeError
}

function notChecked(reason: string): SchemaVerdict {
  return { kind: 'not checked', reason }
}
