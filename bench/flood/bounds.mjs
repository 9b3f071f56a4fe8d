// What has to hold in the end, on a machine that does nothing else. A run goes on when something does not.
import { SetUpError } from '../../scripts/report.mjs'
import { say } from '../window/measuring.mjs'

export const MEMORY_MB = 300
export const TASK_MS = 100
export const FIRST_PAGE_MS = 1_000
/** Times as far apart as the frames of a window that does not move. */
export const SCROLLING = 1.1

export class Bounds {
  #kept = 0
  #missed = []

  below(what, value, bound, unit) {
    this.#note(value < bound, `${what}: ${written(value)} ${unit}, not below ${bound} ${unit}`)
  }

  atMost(what, value, bound, unit) {
    this.#note(value <= bound, `${what}: ${written(value)} ${unit}, over ${bound} ${unit}`)
  }

  /** Says which were missed, and then throws. */
  check() {
    const all = this.#kept + this.#missed.length
    say('bounds that hold', `${this.#kept} of ${all}`)
    if (this.#missed.length === 0) return
    throw new SetUpError(`Missed:\n${this.#missed.map((what) => `  ${what}`).join('\n')}`)
  }

  #note(holds, sentence) {
    if (holds) this.#kept++
    else this.#missed.push(sentence)
  }
}

function written(value) {
  return Number(value.toFixed(2))
}
