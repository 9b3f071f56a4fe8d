/** Why none of several alternatives fits: best told by the one that was meant. */
import { sayChoices, sayType } from './check-value'
import type { Findings, Found } from './findings'
import { depthOf, type Place } from '../../json/place'
import type { Visit } from './visit'

export function explainAlternatives(
  visit: Visit,
  keyword: string,
  failed: readonly Findings[]
): void {
  const { place, value } = visit
  const types = sameAtPlace(failed, 'type', place)?.flatMap(({ schema }) => schema.type ?? [])
  if (types) return visit.fail(keyword, () => sayType(value, [...new Set(types)]))
  const choices = sameAtPlace(failed, 'const', place)?.flatMap(({ schema }) => {
    return schema.const?.values ?? []
  })
  if (choices) return visit.fail(keyword, () => sayChoices(choices))

  for (const { found } of failed) visit.evaluation.meter.spend(found.length)
  const closest = closestOf(failed, place)
  if (closest) visit.findings?.addAll(closest)
  const number = closest ? failed.indexOf(closest) + 1 : 0
  visit.fail(keyword, () => sayNone(failed.length, number))
}

function sayNone(count: number, closest: number): string {
  if (count === 0) return 'The schema lists no alternative that it may fit.'
  if (count === 1) return 'It does not fit the only alternative.'
  return `It fits none of the ${count} alternatives; alternative ${closest} is the closest.`
}

/** The one finding of each alternative, if each has only one, of this keyword and about the value itself. */
function sameAtPlace(
  failed: readonly Findings[],
  keyword: string,
  place: Place
): readonly Found[] | undefined {
  const firsts: Found[] = []
  for (const { found } of failed) {
    const [first, second] = found
    if (!first || second || first.keyword !== keyword || first.place !== place) return undefined
    firsts.push(first)
  }
  return firsts.length > 1 ? firsts : undefined
}

function closestOf(failed: readonly Findings[], place: Place): Findings | undefined {
  const depth = depthOf(place)
  let [best, bestDistance] = [failed[0], Infinity]
  for (const findings of failed) {
    const distance = distanceOf(findings, depth)
    if (distance < bestDistance) [best, bestDistance] = [findings, distance]
  }
  return best
}

const OF_ANOTHER_TYPE = 1_000_000
const OF_ANOTHER_KIND = 10_000

/**
 * A wrong type, or a member with a fixed value that tells the alternatives apart, says that another
 * one was meant. Among the others, few findings are closer than many, and deep ones than shallow.
 */
function distanceOf({ found }: Findings, depth: number): number {
  let distance = 0
  for (const { place, keyword, schema } of found) {
    const deeper = depthOf(place) - depth
    const isFixed = keyword === 'const' || (keyword === 'enum' && schema.enum?.values.length === 1)
    if (deeper === 0 && (keyword === 'type' || isFixed)) distance += OF_ANOTHER_TYPE
    else if (deeper === 1 && isFixed) distance += OF_ANOTHER_KIND
    else distance += 10 + Math.max(0, 5 - deeper)
  }
  return distance
}
