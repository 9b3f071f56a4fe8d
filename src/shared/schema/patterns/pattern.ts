/**
 * A pattern of a server, matched by an engine that takes time in proportion to the text, whatever
 * the pattern is. What that engine cannot do, or could not do in time, is not known.
 */
import { RE2JS } from 're2js'
import { inLinearSyntax } from './pattern-syntax'
import { programSize } from './pattern-size'

const MAX_CHARS = 1_000
const MAX_PROGRAM = 2_100
/** In microseconds, for one text, at worst. */
const MAX_MATCH = 20_000
/** For all patterns and texts of one check, after which no more are matched. */
const MAX_MATCHES = 30_000

/** What the patterns of one check may cost together. */
export class PatternBudget {
  private left = MAX_MATCHES

  allows(cost: number): boolean {
    return cost <= this.left
  }

  spend(cost: number): void {
    this.left -= cost
  }
}

export class Pattern {
  /** Null when there can be none. */
  private engine: RE2JS | null | undefined
  private size: number | undefined

  constructor(readonly source: string) {}

  /** Whether it matches somewhere in the text; undefined when that is not known. */
  test(text: string, budget: PatternBudget): boolean | undefined {
    const engine = this.engineWithin(budget)
    if (!engine) return undefined
    const size = this.programSize
    const worst = costOf(text.length, Math.min(text.length, 2 ** size), size)
    if (worst > MAX_MATCH || !budget.allows(worst)) return undefined
    const { dfa } = engine.re2()
    const before = dfa.stateCount
    const isMatch = engine.test(text)
    // It forgets its states when they are too many.
    const made = dfa.stateCount < before ? text.length : dfa.stateCount - before
    budget.spend(costOf(text.length, made, size))
    return isMatch
  }

  private engineWithin(budget: PatternBudget): RE2JS | null | undefined {
    if (this.engine !== undefined) return this.engine
    if (this.source.length > MAX_CHARS || this.programSize > MAX_PROGRAM) {
      return (this.engine = null)
    }
    const cost = COMPILING + this.programSize * COMPILING_EACH
    if (!budget.allows(cost)) return undefined
    budget.spend(cost)
    return (this.engine = compiled(this.source))
  }

  private get programSize(): number {
    return (this.size ??= programSize(this.source))
  }
}

function compiled(source: string): RE2JS | null {
  const linear = inLinearSyntax(source)
  if (linear === undefined) return null
  try {
    return RE2JS.compile(RE2JS.translateRegExp(linear))
  } catch {
    return null // it looks around or back, which no linear engine can
  }
}

/** Microseconds for a program, and more for each instruction of it; measured, for the first time. */
const COMPILING = 100
const COMPILING_EACH = 8

/**
 * In microseconds, measured while the engine is still new: each character costs little, but may lead
 * into a state that the engine has to make first, which costs more the larger the program is. A small
 * one has few states.
 */
function costOf(chars: number, states: number, size: number): number {
  return 2 + chars * 0.12 + states * (10 + Math.min(size, 40 + size / 4) * 0.3)
}
