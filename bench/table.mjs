// Makes tables of what was measured, and puts each into its marked part of a document.
import { SetUpError } from '../scripts/report.mjs'
import { median } from './median.mjs'

/**
 * `measures` are `{ title, base, times, wanted }`: `times` holds the milliseconds of each round by
 * the name of who was measured, and `base` names the one with whom the others are compared.
 * `columns` are the names that get a column. A goal is a number, or the name of another column.
 */
export function tableOf(measures, columns) {
  const head = ['', 'compared with', ...columns, 'wanted', '']
  const lines = measures.map((measure) => lineOf(measure, columns))
  return rowsOf([head, ...lines])
}

/** As Markdown; the first row is the head. */
export function rowsOf([head, ...rows]) {
  return [head, head.map(() => '---'), ...rows]
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

function millisecondsOf(ms) {
  return ms < 10 ? `${ms.toPrecision(2)} ms` : `${ms.toFixed(0)} ms`
}

/** The document with `text` in place of what was between the marks of this name. */
export function withMeasured(document, name, text) {
  const [begin, end] = [
    `<!-- ${name}: written by its run, not by hand -->`,
    `<!-- end of ${name} -->`
  ]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from === -1 || to < from) {
    throw new SetUpError(`There is no part for the table, between\n${begin}\nand\n${end}`)
  }
  return `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`
}
