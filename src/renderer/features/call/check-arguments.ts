import { HIDDEN_VALUE } from '../../../shared/servers/configuration'
import type { JsonObject } from '../../../shared/json/json'
import { argumentsFit } from '../../../shared/calls/arguments-fit'
import type { SchemaFinding, SchemaVerdict } from '../../../shared/schema/validate'
import { hiddenValuePlaces, holdsHiddenValue } from '../../../shared/verdicts/hidden-values'

export type ArgumentsCheck = {
  /** What the schema has to say. */
  readonly verdict: SchemaVerdict
  /** Where something stands for a hidden value, whatever the schema says. */
  readonly hidden: readonly SchemaFinding[]
}

const MOST_HIDDEN = 20

export const WOULD_BE_SENT =
  'This stands for a hidden value; the three dots themselves would be sent.'

const NOT_KNOWN: SchemaVerdict = {
  kind: 'not checked',
  reason: `It holds a hidden value (${HIDDEN_VALUE}), so what fits it is not known here.`
}

export function checkArguments(schema: unknown, args: JsonObject): ArgumentsCheck {
  return {
    verdict: verdictOn(schema, args),
    hidden: hiddenValuePlaces(args, MOST_HIDDEN).map((pointer) => {
      return { pointer, keyword: 'hidden', message: WOULD_BE_SENT }
    })
  }
}

export type ShownFindings = {
  /** What is missing is shown once you have tried to send without it. */
  readonly hasTried: boolean
  /** A form has one alternative chosen, and says what is wrong within that one. */
  readonly isForm: boolean
}

/** What of the findings is said to whoever fills in the arguments. */
export function shownFindings(
  all: readonly SchemaFinding[],
  { hasTried, isForm }: ShownFindings
): readonly SchemaFinding[] {
  return all.filter(
    (finding) =>
      (hasTried || finding.keyword !== 'required') && !(isForm && isSummary(finding, all))
  )
}

/** That no alternative fits says no more than the findings of the one that is the closest. */
function isSummary({ keyword, pointer }: SchemaFinding, all: readonly SchemaFinding[]): boolean {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return false
  return all.some((other) => other.pointer.startsWith(`${pointer}/`))
}

function verdictOn(schema: unknown, args: JsonObject): SchemaVerdict {
  return holdsHiddenValue(schema) ? NOT_KNOWN : argumentsFit(schema, args)
}
