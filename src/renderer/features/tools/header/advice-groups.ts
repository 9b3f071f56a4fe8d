/** Advice of one kind told once, however often it applies. */
import type { Advice, AdviceRule } from '../../../../shared/advice/advice'

export type AdviceGroup = {
  readonly rule: AdviceRule
  /** What there is to say: a whole sentence when it is about one thing, otherwise of what kind it is. */
  readonly heading: string
  readonly reason: string
  /** What it is about, where that are several. */
  readonly places: readonly string[]
}

/** In the order in which each kind comes first. */
export function groupAdvice(advice: readonly Advice[]): readonly AdviceGroup[] {
  const byRule = Map.groupBy(advice, ({ rule }) => rule)
  return [...byRule.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { rule, reason } = first
    const heading = HEADINGS[rule]
    if (some.length === 1 || heading === undefined) {
      return some.map((one) => ({ rule, heading: one.message, reason, places: [] }))
    }
    const places = some.map(({ pointer, message: words }) => nameIn(pointer) ?? words)
    return [{ rule, heading, reason, places }]
  })
}

/** Of what can be said of many parameters at once. */
const HEADINGS: Readonly<Partial<Record<AdviceRule, string>>> = {
  'parameter-description': 'Parameters without a description',
  'parameter-type': 'Parameters without a type',
  'parameter-choices': 'Values listed in words, without an "enum"',
  'parameter-required': 'Required by the description, not by the schema',
  'parameter-limits': 'Numbers without "minimum" and "maximum"',
  'array-items': 'Arrays that do not say what their items are'
}

/** The parameter that a pointer into an input schema leads to. */
function nameIn(pointer: string | undefined): string | undefined {
  const name = pointer?.split('/').at(-1)
  return name?.replaceAll('~1', '/').replaceAll('~0', '~')
}
