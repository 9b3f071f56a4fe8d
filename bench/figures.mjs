// Figures of a part by build, round after round, and the table that they make.
import { median } from './median.mjs'
import { rowsOf } from './table.mjs'

/** How a figure is written, and which of those of several rounds counts: the one that a person meets. */
const UNITS = {
  ms: { write: (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`, counted: median },
  s: { write: (value) => `${value.toFixed(2)} s`, counted: median },
  x: { write: (value) => `${value.toFixed(2)}x`, counted: median },
  MB: { write: (value) => `${value.toFixed(Math.abs(value) < 1 ? 2 : 0)} MB`, counted: worst },
  task: {
    write: (value) => (value === 0 ? 'under 50 ms' : `${value.toFixed(0)} ms`),
    counted: worst
  },
  frames: { write: count, counted: worst },
  calls: { write: count, counted: worst },
  servers: { write: count, counted: worst }
}

export class Figures {
  /** In the order in which they were noted first. */
  #lines = new Map()

  /** `goal` is one of those in goals.mjs. */
  note(build, title, goal, value) {
    const line = this.#lines.get(title) ?? { title, goal, values: {} }
    line.values[build] = [...(line.values[build] ?? []), value]
    this.#lines.set(title, line)
  }

  /** The last of the builds is the one whose goals these are. */
  table(builds) {
    const head = ['', ...builds, 'wanted', '']
    const lines = [...this.#lines.values()].map((line) => [
      line.title,
      ...builds.map((build) => written(line.values[build], line.goal)),
      wantedOf(line.goal),
      judged(line.values[builds.at(-1)], line.goal)
    ])
    return rowsOf([head, ...lines])
  }

  /** A sentence for each goal that `build` has missed. */
  missed(build, { isMust = false } = {}) {
    return [...this.#lines.values()]
      .filter(({ goal }) => !isMust || goal.isMust === true)
      .filter(({ values, goal }) => judged(values[build], goal) === MISSED)
      .map(({ title, values, goal }) => {
        return `${title}: ${written(values[build], goal)}, wanted ${wantedOf(goal)}`
      })
  }
}

const MISSED = '**missed**'

function written(values, { unit }) {
  if (values === undefined) return ''
  const { write, counted } = UNITS[unit]
  const [least, most] = [Math.min(...values), Math.max(...values)].map(write)
  const range = least === most ? '' : ` (${least} to ${most})`
  return `${write(counted(values))}${range}`
}

function wantedOf({ unit, atMost, below }) {
  if (atMost === 0) return 'none'
  if (atMost !== undefined) return `at most ${bound(atMost, unit)}`
  return below === undefined ? '' : `below ${bound(below, unit)}`
}

function bound(value, unit) {
  return unit === 'x' ? `${value}x` : `${value} ${unit === 'task' ? 'ms' : unit}`
}

function judged(values, { unit, atMost, below }) {
  if (values === undefined || (atMost === undefined && below === undefined)) return ''
  const value = UNITS[unit].counted(values)
  return (atMost === undefined ? value < below : value <= atMost) ? 'reached' : MISSED
}

function worst(values) {
  return Math.max(...values)
}

function count(value) {
  return value === 0 ? 'none' : value.toLocaleString('en-GB')
}
