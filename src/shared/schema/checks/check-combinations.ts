/** The keywords that make a schema of others for the same value. */
import { sayRuledOut } from './check-value'
import { explainAlternatives } from './closest'
import { Findings } from './findings'
import type { UsableSchema } from './usable'
import type { Visit } from './visit'
import { listed } from '../../json/wording'

export function checkCombinations(visit: Visit): void {
  const { references = [], allOf = [], anyOf, oneOf, not, if: condition } = visit.schema
  for (const schema of references) visit.demand(schema)
  for (const schema of allOf) visit.demand(schema)
  if (visit.isDecided) return
  if (anyOf) checkAnyOf(visit, anyOf)
  if (oneOf && !visit.isDecided) checkOneOf(visit, oneOf)
  if (not && !visit.isDecided) checkNot(visit, not)
  if (condition && !visit.isDecided) checkCondition(visit, condition)
}

function checkAnyOf(visit: Visit, alternatives: readonly UsableSchema[]): void {
  const failed: Findings[] = []
  let hasFit = false
  let isUnsure = false
  for (const alternative of alternatives) {
    const findings = visit.findings && new Findings()
    const standing = visit.attempt(alternative, findings)
    if (standing === 'fits') hasFit = true
    else if (standing === 'unsure') isUnsure = true
    else if (findings) failed.push(findings)
    // The others may only say which parts they would have evaluated.
    if (hasFit && !visit.evaluated) return
  }
  if (hasFit) return
  if (isUnsure) visit.take('unsure')
  else explainAlternatives(visit, 'anyOf', failed)
}

function checkOneOf(visit: Visit, alternatives: readonly UsableSchema[]): void {
  const failed: Findings[] = []
  const fitting: number[] = []
  let unsure = 0
  for (const [index, alternative] of alternatives.entries()) {
    const findings = visit.findings && new Findings()
    const standing = visit.attempt(alternative, findings)
    if (standing === 'fits') fitting.push(index + 1)
    else if (standing === 'unsure') unsure++
    else if (findings) failed.push(findings)
  }
  if (fitting.length > 1) visit.fail('oneOf', () => saySeveral(fitting, alternatives.length))
  else if (unsure > 0) visit.take('unsure')
  else if (fitting.length === 0) explainAlternatives(visit, 'oneOf', failed)
}

function saySeveral(fitting: readonly number[], of: number): string {
  const which = listed(fitting.slice(0, 5).map(String), 'and')
  const list = fitting.length > 5 ? 'more than 5 of them' : `${which} of ${of}`
  return `It has to fit exactly one of the alternatives, and fits ${list}.`
}

function checkNot(visit: Visit, not: UsableSchema): void {
  const { value, place } = visit
  const standing = visit.evaluation.evaluate(not, value, place)
  if (standing === 'unsure') visit.take('unsure')
  if (standing === 'fits') visit.fail('not', () => sayNot(not))
}

function sayNot(not: UsableSchema): string {
  const values = not.enum ?? not.const
  if (values) return sayRuledOut(values.values)
  return not.type
    ? `The type must not be ${listed(not.type, 'or')}.`
    : 'It is something that the schema rules out.'
}

function checkCondition(visit: Visit, condition: UsableSchema): void {
  const { then, else: otherwise } = visit.schema
  const standing = visit.attempt(condition)
  const consequence = standing === 'fits' ? then : otherwise
  if (standing === 'unsure') visit.take('unsure')
  else if (consequence) visit.demand(consequence)
}
