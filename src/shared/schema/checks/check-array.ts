/** The keywords about arrays. */
import { inside } from '../../json/place'
import { firstTwins } from './same'
import type { UsableSchema } from './usable'
import type { Visit } from './visit'
import { counted, sayCount } from '../../json/wording'

export function checkArray(visit: Visit, items: readonly unknown[]): void {
  const { minItems, maxItems, uniqueItems, contains } = visit.schema
  if (minItems !== undefined && items.length < minItems) {
    visit.fail('minItems', () => sayCount('at least', minItems, 'item', items.length))
  }
  if (maxItems !== undefined && items.length > maxItems) {
    visit.fail('maxItems', () => sayCount('at most', maxItems, 'item', items.length))
  }
  if (uniqueItems) {
    const twins = firstTwins(items, visit.evaluation.meter)
    if (twins) visit.fail('uniqueItems', () => sayTwins(twins))
  }
  checkItems(visit, items)
  if (contains) checkContains(visit, items, contains)
}

function sayTwins([first, second]: readonly [number, number]): string {
  return `Each item has to be different, and those at ${first} and ${second} are the same.`
}

/** Until 2020, the items of a tuple were in `items` itself, and the rest in another keyword. */
function checkItems(visit: Visit, items: readonly unknown[]): void {
  const { items: all, prefixItems, additionalItems } = visit.schema
  const isTuple = isList(all)
  const first = isTuple ? all : (prefixItems ?? [])
  const rest = isTuple ? additionalItems : all
  for (const [index, item] of items.entries()) {
    const schema = first[index] ?? rest
    if (!schema) break
    if (schema === rest && rest.isNever) {
      const count = first.length
      const keyword = isTuple ? 'additionalItems' : 'items'
      visit.fail(keyword, () => sayCount('at most', count, 'item', items.length))
      break
    }
    visit.goInto(schema, item, index)
    if (visit.isDecided) return
  }
  const { evaluated } = visit
  if (!evaluated) return
  evaluated.itemCount = Math.max(evaluated.itemCount, first.length)
  if (rest) evaluated.hasAllItems = true
}

function isList(
  items: UsableSchema | readonly UsableSchema[] | undefined
): items is readonly UsableSchema[] {
  return Array.isArray(items)
}

function checkContains(visit: Visit, items: readonly unknown[], contains: UsableSchema): void {
  const { minContains = 1, maxContains = Infinity } = visit.schema
  let [sure, possible] = [0, 0]
  for (const [index, item] of items.entries()) {
    const place = inside(visit.place, index)
    const standing = visit.evaluation.evaluate(contains, item, place)
    if (standing === 'fails') continue
    possible++
    visit.evaluated?.indexes.add(index)
    if (standing === 'fits') sure++
    else if (visit.evaluated) visit.evaluated.isUnsure = true
  }
  const say = (bound: string, count: number) => (): string =>
    `It has to have ${bound} ${counted(count, 'item')} that the schema asks for, and has ${sure}.`
  if (possible < minContains) visit.fail('contains', say('at least', minContains))
  else if (sure > maxContains) visit.fail('maxContains', say('at most', maxContains))
  else if (sure < minContains || possible > maxContains) visit.take('unsure')
}

export function checkUnevaluatedItems(visit: Visit, items: readonly unknown[]): void {
  const { unevaluatedItems: rest } = visit.schema
  const { evaluated } = visit
  if (!rest || !evaluated) return
  for (const [index, item] of items.entries()) {
    if (evaluated.hasItem(index)) continue
    if (evaluated.isUnsure) {
      const place = inside(visit.place, index)
      if (visit.evaluation.evaluate(rest, item, place) !== 'fits') visit.take('unsure')
    } else if (rest.isNever) {
      const place = inside(visit.place, index)
      visit.fail('unevaluatedItems', () => 'The schema allows no item here.', place)
    } else visit.goInto(rest, item, index)
    if (visit.isDecided) return
  }
  evaluated.hasAllItems = true
}
