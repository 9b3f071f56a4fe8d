// Makes the table of what was measured, and puts it into the marked part of a document.
import { SetUpError } from '../scripts/report.mjs'

const BEGIN = '<!-- measured: written by npm run bench, not by hand -->'
const END = '<!-- end of what was measured -->'

/**
 * `measures` are `{ title, base, times, wanted }`: `times` holds the milliseconds of each round by
 * the name of who was measured, and `base` names the one with whom the others are compared.
 * `columns` are the names that get a column. A goal is a number, or the name of another column.
 */
export function tableOf(measures, columns) {
  const head = ['', 'compared with', ...columns, 'wanted', '']
  const lines = measures.map((measure) => lineOf(measure, columns))
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function lineOf({ title, base, times, wanted }, columns) {
  const baseMs = median(times[base])
  const ratioOf = (name) => (times[name] ? median(times[name]) / baseMs : undefined)
  const cells = columns.map((name) => {
    const ratio = ratioOf(name)
    return ratio === undefined ? '' : `${ratio.toFixed(2)}x`
  })
  const own = ratioOf(columns.at(-1))
  const bound = typeof wanted === 'string' ? ratioOf(wanted) : wanted
  const words = typeof wanted === 'string' ? `no slower than ${wanted}` : `at most ${wanted}x`
  return [
    title,
    `${base}, ${millisecondsOf(baseMs)}`,
    ...cells,
    wanted === undefined ? '' : words,
    bound === undefined ? '' : own <= bound ? 'reached' : '**missed**'
  ]
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function millisecondsOf(ms) {
  return ms < 10 ? `${ms.toPrecision(2)} ms` : `${ms.toFixed(0)} ms`
}

/** The document with `text` in place of what was between the marks. */
export function withMeasured(document, text) {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (begin === -1 || end < begin) {
    throw new SetUpError(`There is no part for the table, between\n${BEGIN}\nand\n${END}`)
  }
  return `${document.slice(0, begin)}${BEGIN}\n\n${text}\n\n${document.slice(end)}`
}
