/** Records as rows of a table that a spreadsheet opens, and does not execute. */

/** A spreadsheet takes what begins like this for a formula, also after spaces. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/
const CONTROLS = /(?![\t\r\n])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const plain = value.replace(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
  const safe = FORMULA.test(plain) || /^[\t\r\n]/.test(plain) ? `'${plain}` : plain
  return `"${safe.replaceAll('"', '""')}"`
}
